/**
 * The page of a running job: one progress bar for the whole job, and the findings so far, until the final results
 * replace them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertResults } from '../../server/src/db/jobs/job-results.ts';
import { assertAccessible, videoIsAt, withoutBrowser } from './browser.ts';
import { type SignedUp, startSignedUp } from './signed-up.ts';

const seconds = 27;
const part = (kind: string, start: number, end: number, state: string) => ({
  kind,
  start,
  end,
  state,
});

/** The answer of a service that has already divided the job into parts. */
const early = {
  duration_seconds: seconds,
  parts: [
    part('hear', 0, 12, 'done'),
    part('hear', 12, seconds, 'running'),
    part('read', 0, 10, 'done'),
    part('read', 10, seconds, 'waiting'),
    part('detect', 0, seconds, 'unserved'),
    part('join', 0, seconds, 'waiting'),
  ],
  segments: [{ start: 1.2, end: 3.4, text: 'Two coffees at Starbucks.' }],
  brands: [{ name: 'Sony', start: 3, end: 5 }],
  things: [],
};
const later = {
  ...early,
  parts: early.parts.map((part) => ({ ...part, state: part.kind === 'join' ? 'running' : 'done' })),
  segments: [...early.segments, { start: 13, end: 15, text: 'The offices open at nine.' }],
  brands: [...early.brands, { name: 'Sony', start: 8, end: 9.5 }],
  things: [{ name: 'dog', start: 20, end: 22 }],
};

describe('a job that runs', { skip: withoutBrowser }, () => {
  let opened: SignedUp;
  let service: SignedUp['service'];
  let visitor: SignedUp['visitor'];
  let page: SignedUp['page'];
  let client: SignedUp['client'];
  let uploadKey: string;
  let answer: { status: number; body: unknown };
  const progress = () => page.getByRole('region', { name: 'Progress' });
  const share = async () =>
    Number(await progress().getByRole('progressbar').getAttribute('aria-valuenow'));

  before(async () => {
    opened = await startSignedUp();
    ({ service, visitor, page, client, uploadKey } = opened);
    await page.route('**/so-far', (route) =>
      route.fulfill({ status: answer.status, json: answer.body }),
    );
  });
  after(() => opened?.close());

  async function runningJob(): Promise<string> {
    const { job_id } = await client.jobs.create({
      upload_key: uploadKey,
      upload_filename: 'walk.mp4',
      capabilities: ['transcription', 'brands', 'objects', 'summary'],
      objects: ['dog'],
    });
    await set(
      job_id,
      `status = 'processing', started_at = now() - interval '60 seconds', stage = 'analysis',
       percent = 20, duration_seconds = ${seconds}, stages_completed = '{ingestion,transcription}'`,
    );

    return job_id;
  }

  async function set(id: string, assignments: string) {
    const text = `update jobs set ${assignments}, updated_at = now() where id = $1`;
    await service.domain.db.query(text, [id]);
  }

  test('one bar for the whole job with its stages and the time left, which a new stage does not empty (D5)', async () => {
    const served = early.parts.filter(({ state }) => state !== 'unserved');
    answer = { status: 200, body: { data: { ...early, parts: served } } };

    const id = await runningJob();
    await page.goto(`${service.apiUrl}/jobs/${id}`);
    await progress()
      .getByText('50 % of the analysis  · about 1 minute left at this pace')
      .waitFor();
    await progress().getByText('Frames are searched').waitFor();
    assert.equal(await share(), 50);

    const stages = await progress().getByRole('listitem').allInnerTexts();
    assert.deepEqual(
      stages.map((text) => text.replace(/\s+/g, ' ').trim()),
      ['Ingestion done', 'Transcription done', 'Analysis running', 'Merging to come'],
    );
    await set(
      id,
      `stage = 'merging', percent = 0, stages_completed = '{ingestion,transcription,analysis}'`,
    );
    await progress().getByText('90 % of the analysis').waitFor();
    await set(
      id,
      `stage = 'analysis', percent = 20, stages_completed = '{ingestion,transcription}'`,
    );
  });

  test('what is found is there to be used, and what is to come is marked (D5)', async () => {
    answer = { status: 200, body: { data: early } };
    await page.getByText('No worker here can find logos and objects: waiting.').waitFor();
    assert.equal(await progress().getByText('left at this pace').count(), 0, 'nobody can tell');
    await page.getByRole('button', { name: 'Sony', exact: true }).waitFor();
    await page.getByRole('button', { name: '2.0 s seen so far, once' }).waitFor();
    await page.getByText('not analysed yet').waitFor();
    await page.getByTitle('Sony: 1 appearance, not analysed to the end yet').waitFor();
    await assertAccessible(page, 'running');
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('… still listening, 0:12.0 – 0:27.0').waitFor();
    await page.getByRole('button', { name: /Two coffees/ }).click();
    await videoIsAt(page, 1.1, 1.3);
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByText('Available at the end').waitFor();

    await page.getByRole('tab', { name: 'Transcript' }).click();
  });

  test('axis and transcript grow by themselves', async () => {
    answer = { status: 200, body: { data: later } };
    await page.getByRole('button', { name: /The offices open/ }).waitFor();
    await page.getByText('still listening').waitFor({ state: 'detached' });
    await page.getByTitle('Sony: 2 appearances').waitFor();
    await page.getByTitle('dog: 1 appearance').waitFor();
    await page.getByText('No worker here').waitFor({ state: 'detached' });
  });

  test('when it completes the page is that of the completed job: same picture, same place, no reload', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.evaluate(`document.querySelector('video').dataset.kept = 'yes'`);
    const top = () => page.locator('video').evaluate((one) => one.getBoundingClientRect().top);
    const before = await top();

    const results = {
      meta: { fps_used: 1, frames_analyzed: 27, engines: {} },
      brands: [],
      objects: [],
      summary: { text: 'A walk.', key_topics: [] },
      transcription: {
        text: '',
        language: 'en',
        duration_seconds: seconds,
        word_count: 4,
        segments: [{ start: 1.2, end: 3.4, text: 'Two coffees at Starbucks, please.' }],
      },
    };
    await insertResults(service.domain.db, id, JSON.stringify(results));

    await set(
      id,
      `status = 'completed', completed_at = now(), stage = null, percent = null, credits_charged = 9`,
    );
    await page.getByText('Two coffees at Starbucks, please.').waitFor();
    await page.getByRole('tab', { name: 'Data' }).waitFor();
    assert.equal(await page.locator('video').getAttribute('data-kept'), 'yes');
    assert.equal(await share(), 100);
    assert.ok(Math.abs((await top()) - before) < 40, 'the picture stays where it was');
    await assertAccessible(page, 'completed before one’s eyes');
    await page.reload();
    await page.getByRole('tab', { name: 'Data' }).waitFor();
    assert.equal(await progress().count(), 0);
  });

  test('a service that does not tell shows the stages alone, and the video', async () => {
    answer = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'No such route.' } } };
    await page.goto(`${service.apiUrl}/jobs/${await runningJob()}`);
    await progress()
      .getByText(/% of the analysis/)
      .waitFor();
    await page.locator('video').waitFor();
    assert.equal(await page.getByRole('tab').count(), 0);
  });

  test('nothing broke in the page meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
