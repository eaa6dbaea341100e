/**
 * Everything that an analyst does apart from watching a video: tags, many jobs at once, presets, speakers,
 * notifications; on a phone too.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { insertResults } from '../../server/src/db/jobs/job-results.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json } from '../interface/subject.ts';
import {
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import {
  ended,
  makeBatch,
  makeJob,
  openStage,
  publishFeed,
  type Stage,
  uploadSample,
} from './stage.ts';
import { twoHours } from './two-hours.ts';

describe('the second look', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  let long: string;
  let batch: string;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const rows = () => page.getByRole('table', { name: 'Videos' }).locator('tbody tr');
  const set = (id: string, assignments: string) =>
    stage.service.domain.db.query(
      `update jobs set ${assignments}, updated_at = now() where id = $1`,
      [id],
    );

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();

    const brands = ['brands'];
    const upload_key = await uploadSample(stage);
    job = await makeJob(stage, { upload_key, capabilities: brands, upload_filename: 'show.mp4' });

    const urls = ['city-tour', 'spring-review'].map(
      (name) => `${stage.media.url}/file/${name}.mp4`,
    );
    batch = await makeBatch(stage, { urls, capabilities: brands });
    await ended(stage, `/v1/jobs/${job}`);
    await ended(stage, `/v1/batch/${batch}`);
    long = await makeJob(stage, { upload_key, capabilities: ['brands', 'transcription'] });
    await ended(stage, `/v1/jobs/${long}`);
    await stage.service.domain.db.query('delete from job_results where job_id = $1', [long]);
    await insertResults(stage.service.domain.db, long, JSON.stringify(twoHours(long)));
    await set(long, 'duration_seconds = 7200');
    visitor = await visit(browser);
    page = visitor.page;
    await go('/');
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a job gets tags on its page, and the list is filtered by them', async () => {
    await go(`/jobs/${job}`);
    await page.getByRole('button', { name: 'Add tags' }).click();

    const tags = page.getByRole('region', { name: 'Tags' });
    await tags.getByLabel('Tags').fill('spring campaign');
    await tags.getByLabel('Tags').press('Enter');
    await assertAccessible(page, 'tags of a job');
    await tags.getByRole('button', { name: 'Save tags' }).click();
    await page.getByRole('button', { name: 'Edit tags' }).waitFor();
    await page.getByRole('link', { name: 'spring campaign' }).click();
    await page.waitForURL(/\/jobs\?tag=spring%20campaign/);
    await page.getByText('1 video', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Tag', { exact: true }).inputValue(), 'spring campaign');
    await page.getByLabel('Tag', { exact: true }).fill('autumn');
    await page.getByRole('heading', { name: 'No video fits this filter' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows().nth(3).waitFor();
  });

  test('tags are added to several jobs at once, and those that a job has stay', async () => {
    await go('/jobs');
    await rows().nth(3).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Add tags' }).click();

    const form = page.getByRole('form', { name: 'Tags of the selected videos' });
    await form.getByLabel('Tags to add').fill('season 2');
    await form.getByLabel('Tags to add').press('Enter');
    await assertAccessible(page, 'tags of several jobs');
    await form.getByRole('button', { name: 'Tag 4 videos' }).click();
    await form.waitFor({ state: 'hidden' });

    const jobs = accepted(await stage.ada.get(`${stage.home}/v1/jobs`), 200);
    const tagsOf = (id: string) => jobs.find((row: Json) => row.job_id === id).tags;
    assert.deepEqual(tagsOf(job), ['spring campaign', 'season 2']);
    assert.deepEqual(tagsOf(long), ['season 2']);

    // A job has at most ten tags, so one that has them all already refuses more, and the others get theirs.
    const ten = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
    accepted(await stage.ada.patch(`${stage.home}/v1/jobs/${long}`, { tags: ten }), 200);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await form.getByLabel('Tags to add').fill('late');
    await form.getByLabel('Tags to add').press('Enter');
    await form.getByRole('button', { name: 'Tag 4 videos' }).click();
    await form.getByText('1 video stayed as it was.').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  test('rows are chosen by Shift-click, and the bar of actions is reached and left by a key (keyboard)', async () => {
    await go('/jobs');
    await rows().nth(3).waitFor();
    await rows().nth(0).getByRole('checkbox').click();
    await rows()
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 videos selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();

    const link = (at: number) => rows().nth(at).getByRole('link').first();
    await link(1).focus();
    await page.keyboard.press('x');
    await link(3).focus();
    await page.keyboard.press('Shift+X');
    await page.getByText('3 videos selected').waitFor();
    await page.keyboard.press('.');

    const focused = () => page.evaluate(`document.activeElement?.textContent`);
    assert.equal(await focused(), 'Compare brands');
    await page.keyboard.press('Escape');
    assert.equal(await link(3).evaluate((one) => one === one.ownerDocument.activeElement), true);
    await page.keyboard.press('.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Compare brands' }).waitFor();

    const report = await page.getByRole('button', { name: 'Report', exact: true }).boundingBox();
    assert.ok(report && report.width < 200, 'as wide as its word');
    await page.goBack();
  });

  test('what failed in a batch is run again once its price is told', async () => {
    const { jobs } = await ended(stage, `/v1/batch/${batch}`);
    await set(jobs[0].job_id, `status = 'failed', error_code = 'INTERNAL_ERROR'`);
    await go(`/batches/${batch}`);
    await page.getByRole('button', { name: 'Run 1 failed video again' }).click();
    await page.getByText(/^1 new analysis of the same video, about \d+ credits?/).waitFor();
    await page.getByRole('button', { name: 'Run 1 video again' }).click();
    await page.getByRole('button', { name: 'Run 1 failed video again' }).waitFor();
    await go('/jobs');

    await rows().nth(4).waitFor();
  });

  test('a Follow takes a preset', async () => {
    await go('/follows/new');
    await page.getByLabel('Link to follow').fill(publishFeed(stage, 'presets'));
    await page.getByRole('button', { name: 'Transcript only', exact: true }).click();
    assert.equal(await page.getByRole('checkbox', { name: /^Brands/ }).isChecked(), false);
    assert.equal(await page.getByRole('checkbox', { name: /^Transcription/ }).isChecked(), true);
    await page.getByText('4 of the newest 4 videos would be taken.').waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('heading', { name: 'The travelling cup' }).waitFor();

    const follows = accepted(await stage.ada.get(`${stage.home}/v1/follows`), 200);
    assert.deepEqual(follows[0].rule.capabilities, ['transcription']);
  });

  test('speakers are named, here and in what is copied; names stay', async () => {
    await go(`/jobs/${long}?tab=transcript`);
    await page.getByRole('button', { name: 'Speakers', exact: true }).click();
    await page.getByLabel('Speaker 2', { exact: true }).fill('Ingrid');
    await page.getByLabel('Speaker 2', { exact: true }).press('Enter');
    await page
      .getByText(/Ingrid/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy transcript' }).click();

    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(copied, /^0:01\.4 {2}Ingrid: /m);
    await page.reload();
    await page
      .getByText(/Ingrid/)
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  test('when a job ends in a tab one does not look at, the browser tells; it is asked on a click alone', async () => {
    const other = await visit(browser, { storageState: await page.context().storageState() });
    await other.page.context().grantPermissions(['notifications']);
    await other.page.addInitScript(`
      globalThis.told = [];
      globalThis.Notification = class extends globalThis.Notification {
        static requestPermission() { told.push('asked'); return super.requestPermission(); }
        constructor(title, more) { super(title, more); told.push(title); }
      };`);

    const told = () => other.page.evaluate('globalThis.told') as Promise<string[]>;
    await other.page.goto(`${stage.service.apiUrl}/settings/notifications`);
    await other.page.getByRole('button', { name: 'Notify me' }).waitFor();
    assert.deepEqual(await told(), []);
    await other.page.getByRole('button', { name: 'Notify me' }).click();
    await other.page.getByRole('button', { name: 'Turn off' }).waitFor();
    assert.deepEqual(await told(), ['asked']);
    await other.page.evaluate(
      `Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })`,
    );

    const upload_key = await uploadSample(stage);
    await makeJob(stage, {
      upload_key,
      upload_filename: 'tell me.mp4',
      capabilities: ['metadata'],
    });
    await waitFor(async () => assert.deepEqual(await told(), ['asked', 'Completed: tell me.mp4']));
    await other.close();
  });

  test('no page is wider than a phone, and what was found stands right below the picture (D17)', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const paths = ['/', '/jobs', `/jobs/${job}`, `/jobs/${long}`, '/batches', `/batches/${batch}`];
    const more = [
      `/compare?jobs=${job},${long}`,
      '/reports',
      '/brands',
      '/follows',
      '/settings/usage',
    ];
    for (const path of [...paths, ...more]) {
      await go(path);
      await page.locator('h1').first().waitFor();

      if (path.startsWith('/compare'))
        await page.getByRole('figure', { name: 'Share of screen time' }).waitFor();

      await waitFor(async () => {
        const [wide, screen] = (await page.evaluate(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )) as [number, number];
        assert.ok(wide <= screen, `${path}: ${wide} of ${screen} px`);
      });
    }

    await go(`/jobs/${job}`);
    const axis = page.getByRole('region', { name: 'Time axis' });
    await axis.waitFor();

    const results = await page.getByRole('tab', { name: /^Brands/ }).boundingBox();
    const lanes = await axis.boundingBox();
    assert.ok(results && lanes && results.y < lanes.y);

    const names = page.getByRole('table', { name: 'Brands' }).getByRole('rowheader');
    const cut = await names.evaluateAll((all) =>
      all.flatMap((one) => {
        const button = Object(one).querySelector('button');
        return button.scrollWidth > button.clientWidth + 1 ? [button.textContent] : [];
      }),
    );
    assert.deepEqual(cut, [], 'names are whole');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('an empty page leads to a sample one can use, which asks nothing of the service', async () => {
    await go('/reports');
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor();

    const asked: string[] = [];
    const note = (one: { url(): string }) => asked.push(new URL(one.url()).pathname);
    page.on('request', note);
    await page.getByRole('link', { name: 'See a sample result' }).click();
    await page.getByText('This is a sample.').waitFor();

    const table = page.getByRole('table', { name: 'Brands' });
    await table.getByRole('button', { name: 'Volta', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Time axis' }).getByText('Kestrel').waitFor();

    for (const one of await table.locator('img').all())
      assert.ok(await one.evaluate((image) => Number(Object(image).naturalWidth) > 0));

    await assertAccessible(page, 'sample');
    await table.getByRole('button', { name: /^Proof frame of Volta/ }).click();
    await page.getByRole('img', { name: /^Proof frame/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('the Kestrel fan shop').waitFor();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByText('A reporter walks to a stadium').waitFor();
    page.off('request', note);

    const calls = asked.filter(
      (path) => !/^\/(assets|icon)/.test(path) && !path.startsWith('image/'),
    );
    assert.deepEqual(calls, []);
  });

  test('its words are those of other good software (words)', async () => {
    const old = /leave it as it was|i have kept it|looks next|words for|\blisten\b|\bfacts\b/i;
    const paths = ['/', '/jobs', `/jobs/${job}`, '/batches', '/brands', '/follows', '/follows/new'];
    for (const path of [...paths, '/settings/webhooks', '/settings/keys', '/operator']) {
      await go(path);
      await page.locator('h1').first().waitFor();
      assert.doesNotMatch(await page.locator('body').innerText(), old, path);
    }

    await go(`/jobs/${job}`);
    await page.getByRole('button', { name: 'Shortcuts' }).click();

    const help = page.getByRole('region', { name: 'Shortcuts' });
    await help.getByText('search the transcript').waitFor();
    await help.getByText('search all videos').waitFor();
  });

  test('nothing broke in the page and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
