/** A transcript mended on the page of a job: by the keyboard alone, divided, undone, by two people at once; speakers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { insertResults } from '../../server/src/db/jobs/job-results.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { assertAccessible, untilTrue, withoutBrowser } from './browser.ts';
import { type SignedUp, startSignedUp } from './signed-up.ts';

const heard = ['who do you ride for', 'sandini of course', 'thank you very much'];

const results = {
  transcription: {
    text: heard.join(' '),
    segments: heard.map((text, index) => ({
      start: index * 10,
      end: index * 10 + 4,
      text,
      speaker: (index % 2) + 1,
    })),
    language: 'en',
    duration_seconds: 30,
    word_count: 12,
    speakers_detected: 2,
  },
  meta: { fps_used: 1, frames_analyzed: 30, engines: {} },
} as Results;

describe('a transcript', { skip: withoutBrowser }, () => {
  let opened: SignedUp;
  let page: SignedUp['page'];
  let client: SignedUp['client'];
  let id: string;

  const correctAt = (time: string) =>
    page.getByRole('button', { name: `Correct the line at ${time}` });
  const passage = (text: string | RegExp) => page.getByRole('button', { name: text });
  const textsOf = async () => {
    const { results: shown } = await client.jobs.get(id, { corrected: true });
    return shown?.transcription?.segments.map(({ text }) => text);
  };

  before(async () => {
    opened = await startSignedUp();
    ({ page, client } = opened);
    const job = await client.jobs.create({
      upload_key: opened.uploadKey,
      upload_filename: 'interview.mp4',
      capabilities: ['transcription'],
    });
    id = job.job_id;
    const { db } = opened.service.domain;
    await insertResults(db, id, JSON.stringify(results));
    await db.query(
      `update jobs set status = 'completed', completed_at = now(), credits_charged = 9,
         duration_seconds = 30, updated_at = now() where id = $1`,
      [id],
    );
    await page.goto(`${opened.service.apiUrl}/jobs/${id}?tab=transcript`);
    await passage(/sandini/).waitFor();
  });
  after(() => opened?.close());

  test('is corrected in its place by the keyboard, and undone by one press', async () => {
    await correctAt('0:10.0').focus();
    await page.keyboard.press('Enter');
    const words = page.getByLabel('Words', { exact: true });
    await words.waitFor();
    await untilTrue(page, `document.activeElement?.tagName === 'TEXTAREA'`);
    assert.equal(await words.inputValue(), 'sandini of course');
    await assertAccessible(page, 'editing a line');

    await words.fill('nothing of this');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await passage(/sandini/).waitFor();
    await untilTrue(
      page,
      `document.activeElement?.getAttribute('aria-label') === 'Correct the line at 0:10.0'`,
    );

    await page.keyboard.press('Enter');
    await words.fill('Santini, of course!');
    await page.keyboard.press('Enter');
    await passage(/0:10\.0 · Speaker 2 · corrected.*Santini, of course!/).waitFor();
    assert.deepEqual(await textsOf(), [heard[0], 'Santini, of course!', heard[2]]);

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await passage(/sandini/).waitFor();
    assert.deepEqual(await textsOf(), heard);
  });

  test('has its words divided between two speakers, and lines left out', async () => {
    await correctAt('0:00.0').click();
    const words = page.getByLabel('Words', { exact: true });
    await words.waitFor();
    await page.keyboard.press('Home');
    for (let key = 0; key < 'who do you '.length; key += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Divide at the cursor' }).click();
    await page.getByLabel('Speaker 2', { exact: true }).selectOption('2');
    await assertAccessible(page, 'a divided line');
    await page.getByLabel('Words 2').press('Enter');
    await passage(/Speaker 1 · corrected.*who do you/).waitFor();
    await passage(/Speaker 2 · corrected.*ride for/).waitFor();

    await correctAt('0:20.0').click();
    await words.fill('');
    await words.press('Enter');
    await passage(/Left out/).waitFor();
    assert.deepEqual(await textsOf(), ['who do you', 'ride for', heard[1]]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await passage(/thank you/).waitFor();
  });

  test('that somebody else changed meanwhile says what stands, and keeps what was written', async () => {
    await correctAt('0:10.0').click();
    const words = page.getByLabel('Words', { exact: true });
    await words.fill('mine');
    await client.jobs.transcript.edit(id, 1, { text: 'theirs', revision: 0 });
    await words.press('Enter');
    await page.getByText(/it now says “theirs”/).waitFor();
    assert.equal(await words.inputValue(), 'mine');
    // The editor needs a moment to learn what stands; it is gone once the line is saved.
    await waitFor(async () => {
      await words.press('Enter', { timeout: 1000 }).catch(() => undefined);
      assert.equal((await textsOf())?.at(-2), 'mine');
    });
    await passage(/mine/).waitFor();
  });

  test('shows what others change without a reload', async () => {
    await client.jobs.transcript.edit(id, 2, { text: 'Many thanks!', revision: 0 });
    await passage(/Many thanks!/).waitFor();
  });

  test('has named and merged speakers, for everybody', async () => {
    await page.getByRole('button', { name: 'Speakers', exact: true }).click();
    const group = page.getByRole('group', { name: 'Speakers' });
    const name = group.getByLabel('Speaker 1', { exact: true });
    await name.fill('Ada Lovelace');
    await name.press('Enter');
    await passage(/0:00\.0 · Ada Lovelace/).waitFor();
    await assertAccessible(page, 'speakers');

    const second = group.getByLabel('Speaker 2', { exact: true });
    await second.fill('ada lovelace');
    await second.press('Enter');
    await group.getByText(/^Speaker 1 is called so too; the lines of both stay apart/).waitFor();
    await assertAccessible(page, 'two speakers with one name');

    const list = await page
      .getByRole('region', { name: 'Transcript', exact: true })
      .boundingBox({ timeout: 5000 });
    assert.ok(list && list.height > 40, 'the names leave room for the lines');

    await group.getByLabel('Speaker 2 is the same as').selectOption('1');
    await page.getByText('1 speaker').first().waitFor();
    await passage(/0:10\.0 · Ada Lovelace/).waitFor();
    await group.getByRole('button', { name: 'Separate speaker 2' }).click();
    await passage(/0:10\.0 · ada lovelace/).waitFor();

    const named = await client.jobs.speakers.list(id);
    assert.equal(named[0]?.name, 'Ada Lovelace');
    await page.goto(`${opened.service.apiUrl}/jobs/${id}?tab=transcript&found=1`);
    await passage(/sandini/).waitFor();
    assert.equal(await correctAt('0:10.0').count(), 0);
  });
});
