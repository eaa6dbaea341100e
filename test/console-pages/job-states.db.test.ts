/** The page of a job in every possible state, and what happens when the session, the connection or an upload breaks. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertResults } from '../../server/src/db/jobs/job-results.ts';
import { assertAccessible, signIn, untilTrue, withoutBrowser } from './browser.ts';
import { type SignedUp, startSignedUp } from './signed-up.ts';
import { sample } from './stage.ts';
import { twoHours } from './two-hours.ts';

describe('a job in each of its states', { skip: withoutBrowser }, () => {
  let opened: SignedUp;
  let service: SignedUp['service'];
  let visitor: SignedUp['visitor'];
  let page: SignedUp['page'];
  let client: SignedUp['client'];
  let uploadKey: SignedUp['uploadKey'];

  // Nothing is analysed: the tests set states as a worker would.
  before(async () => {
    opened = await startSignedUp();
    ({ service, visitor, page, client, uploadKey } = opened);
  });
  after(() => opened?.close());

  async function newJob(title = 'walk.mp4'): Promise<string> {
    const capabilities = ['transcription', 'brands', 'objects'] as const;
    const job = await client.jobs.create({
      upload_key: uploadKey,
      upload_filename: title,
      capabilities: [...capabilities],
      objects: ['cup'],
    });
    return job.job_id;
  }

  async function set(id: string, assignments: string, values: readonly unknown[] = []) {
    const text = `update jobs set ${assignments}, updated_at = now() where id = $1`;
    await service.domain.db.query(text, [id, ...values]);
  }

  const open = (id: string, search = '') => page.goto(`${service.apiUrl}/jobs/${id}${search}`);

  test('a waiting job says so, runs, and is held before one’s eyes, without a reload', async () => {
    const id = await newJob();
    await open(id);
    await page.getByText('Waiting for a worker').waitFor();
    await assertAccessible(page, 'pending');
    await set(
      id,
      `status = 'processing', started_at = now(), stage = 'analysis', percent = 42,
       stages_completed = '{ingestion,transcription}'`,
    );
    await page.getByText('61 % of the analysis').waitFor();
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'done' }).count(), 2);
    await assertAccessible(page, 'processing');
    await set(
      id,
      `status = 'held', held_at = now(), stage = null, hold_reason = 'insufficient_credits',
       credits_estimated = 123456, credits_needed = 123456`,
    );
    await page.getByText('It needs 123,456 credits and the workspace has 100,000.').waitFor();
    await page.getByText('at least 23,456').waitFor();

    await assertAccessible(page, 'held');
  });

  test('a failed job says what went wrong, what to do, and that it cost nothing', async () => {
    const id = await newJob();
    await set(
      id,
      `status = 'failed', completed_at = now(), error_code = 'EXTRACTION_FAILED',
       error_message = 'The video could not be downloaded or read.'`,
    );
    await open(id);
    await page.getByText('The video could not be downloaded or read.').waitFor();
    await page.getByText('The file is damaged, or is no video that can be read.').waitFor();
    await set(id, `url = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'`);
    await page.reload();
    await page.getByText('See that the link plays and is public').waitFor();
    await set(id, `url = null`);
    await page.reload();
    await page.getByText('not charged').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();

    await assertAccessible(page, 'failed');
  });

  test('a waiting job is cancelled by a press', async () => {
    await open(await newJob());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('This analysis was cancelled.').waitFor();
    await page.getByText('Nothing was charged.').waitFor();
    await assertAccessible(page, 'cancelled');
  });

  test('two hours with thousands of appearances stay light; markup and foreign scripts are text (D7)', async () => {
    const title = `<img src=x onerror="document.title='broken'"> ${'سوق '.repeat(40)}`.slice(
      0,
      250,
    );
    const id = await newJob(title);
    await insertResults(service.domain.db, id, JSON.stringify(twoHours(id)));
    await set(
      id,
      `status = 'completed', completed_at = now(), credits_charged = 900,
       duration_seconds = 7200, media_kept_at = null, upload_key = null`,
    );
    await open(id, '?t=3600');
    await page.getByRole('tab', { name: /^Brands 61/ }).waitFor();
    await page.getByText('The video is no longer held').waitFor();
    assert.ok((await page.title()).startsWith('<img src=x'));

    const elements = await page.locator('*').count();
    assert.ok(elements < 3000, `${elements} elements`);
    await page.getByRole('button', { name: 'قهوة العرب', exact: true }).click();
    await page.getByText(/^3,000 appearances, 1:00:00 seen/).waitFor();

    const axis = page.getByRole('region', { name: 'Time axis' });
    assert.equal(await axis.getByTitle(/^Brand long/).count(), 7);
    await page.getByRole('button', { name: '52 more' }).click();
    await axis.getByTitle(/^Brand long .*58:/).waitFor();
    await page.getByRole('button', { name: 'Show fewer' }).click();
    await page.getByRole('slider', { name: 'Second of the video' }).focus();
    await page.keyboard.press(']');
    await page.waitForURL(/[?&]t=36\d\d/);
    await assertAccessible(page, 'two hours');
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('passage 4999');
    await page.getByText('1 passage with “passage 4999”').waitFor();

    const passages = page.getByRole('tabpanel', { name: /^Transcript/ });
    await passages.getByRole('button', { name: /passage 4999/ }).click();
    await page.waitForURL(/[?&]t=7198/);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilTrue(
      page,
      'document.documentElement.scrollWidth === document.documentElement.clientWidth',
    );
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('an expired session leads to sign-in and back, with what was typed', async () => {
    await page.goto(`${service.apiUrl}/analyse`);
    await page.getByLabel('Links').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    await page.getByRole('checkbox', { name: /^Questions/ }).check();
    await page.context().clearCookies();
    await page.getByLabel('Questions', { exact: true }).fill('Who speaks?');
    await page.getByLabel('Questions', { exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page);
    await page.getByRole('button', { name: 'Remove Who speaks?' }).waitFor();
    assert.match(await page.getByLabel('Links').inputValue(), /aqz-KE-bpKQ/);

    await page.getByLabel('Links').fill('');
  });

  test('a lost connection is one calm line that goes by itself', async () => {
    const line = page.getByText('The service does not answer. What you typed is kept');
    await page.context().setOffline(true);
    await page.getByLabel('Links').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    await line.waitFor();
    await assertAccessible(page, 'lost connection');
    await page.context().setOffline(false);
    await line.waitFor({ state: 'detached' });

    await page.getByLabel('Links').fill('');
  });

  test('an upload cut in the middle starts again by itself', async () => {
    await page.goto(`${service.apiUrl}/analyse`);
    let cuts = 0;
    await page.route(`${service.uploadUrl}/**`, (route) => {
      cuts += 1;
      return cuts === 1 ? route.abort('connectionreset') : route.continue();
    });
    await page.getByLabel('Video files').setInputFiles(sample);
    await page.getByText('The connection was lost').waitFor();
    await page.getByText('✓ Uploaded').waitFor();
    assert.ok(cuts >= 2);

    await page.getByRole('button', { name: 'Remove sample.mp4' }).click();
  });

  test('a file that is no video is refused in words, and does not stand in the way (D13)', async () => {
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no video') };
    await page.getByLabel('Video files').setInputFiles(text);
    await page.getByText('Files of this kind cannot be analysed.').waitFor();
    await page.getByRole('button', { name: 'Remove notes.txt' }).click();

    const renamed = { name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') };
    await page.getByLabel('Video files').setInputFiles(renamed);
    await page.getByText('This is no video.').waitFor();
    await page.getByRole('button', { name: 'Remove notes.mp4' }).click();
  });

  test('a file that the browser can’t read has no tick (D13)', async () => {
    const head = Buffer.from('\0\0\0\x20ftypisom\0\0\0\0', 'latin1');
    const damaged = {
      name: 'damaged.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.concat([head, Buffer.alloc(4000)]),
    };

    await page.getByLabel('Video files').setInputFiles(damaged);
    await page.getByText('Uploaded, but this browser can’t read it').waitFor();
    assert.equal(await page.getByText('✓ Uploaded').count(), 0);
    await assertAccessible(page, 'unreadable file');
    await page.getByRole('button', { name: 'Remove damaged.mp4' }).click();
  });

  test('nothing broke in the page meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
