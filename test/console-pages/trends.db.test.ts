/** Brands over time, campaigns and brand sets in a real browser, over videos that are spread over weeks. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
import { accepted, Worker } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { openStage, type Stage, uploadSample } from './stage.ts';

const dayMs = 86_400_000;
const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };

/** Results of a video in which each brand is on screen for its seconds, from second 5 on. */
const resultsOf = (publishedAt: string, seconds: Readonly<Record<string, number>>): Results =>
  ({
    brands: Object.entries(seconds).map(([name, length]) => ({
      name,
      confidence: 0.9,
      appearances: [
        {
          timestamp: 5,
          timestamp_start: 5,
          timestamp_end: 5 + length,
          source: 'visual',
          confidence: 0.9,
          bounding_box: box,
        },
      ],
      frame_detections: [
        { timestamp: 5, confidence: 0.9, bounding_box: box },
        { timestamp: 5 + length, confidence: 0.9, bounding_box: box },
      ],
    })),
    metadata: { author: 'Kitchen talk', author_url: null, published_at: publishedAt },
    meta: { fps_used: 1, frames_analyzed: 28, engines: {} },
  }) as unknown as Results;

const weeks: readonly Readonly<Record<string, number>>[] = [
  { Acme: 4, Globex: 12 },
  { Acme: 8, Globex: 10 },
  { Acme: 12, Globex: 6, Initech: 3 },
  { Acme: 18, Globex: 2 },
];

describe('brands over time', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  const behind = () => page.getByRole('region', { name: /^Videos behind/ });
  const open = (path: string) => page.goto(`${stage.service.apiUrl}${path}`);

  before(async () => {
    stage = await openStage({ role: 'api' });
    const worker = new Worker(stage.service.domain);

    for (const [index, seconds] of weeks.entries()) {
      const body = {
        upload_key: await uploadSample(stage),
        upload_filename: `Talk ${index + 1}.mp4`,
        capabilities: ['brands', 'metadata'],
        brands: Object.keys(seconds),
        ...(index > 1 && { tags: ['spring'] }),
      };
      const made = accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202);
      const published = new Date(Date.now() - (weeks.length - 1 - index) * 7 * dayMs);
      const title = `Talk ${index + 1}`;
      await worker.complete(made.job_id, resultsOf(published.toISOString(), seconds), title);
    }

    browser = await openBrowser();
    visitor = await visit(browser, { acceptDownloads: true });
    page = visitor.page;
    await open('/sign-in');
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('each number opens its videos, and each video its moment', async () => {
    await page.getByRole('link', { name: 'Brands over time' }).click();
    await page.getByRole('img', { name: /Seconds on screen by week: .*Acme/ }).waitFor();
    await page.getByText('4 videos').first().waitFor();
    const chart = page.getByRole('img', { name: /Seconds on screen by week/ });
    assert.equal(
      await chart.locator('rect').count(),
      weeks.length,
      'the weeks before the first video are not drawn as if no brand had been there',
    );
    await page.getByText('There is no video in the same number of days before').waitFor();
    assert.equal(await page.getByText('new', { exact: true }).count(), 0);

    const small = page.getByRole('list', { name: 'Seconds on screen of each' });
    await small.getByRole('listitem').filter({ hasText: 'Acme' }).getByRole('button').click();
    await behind()
      .getByRole('link', { name: /Talk 4.mp4 at/ })
      .waitFor();
    assert.equal(await behind().getByRole('link').count(), 4);
    assert.match(
      await page.evaluate('document.activeElement.textContent'),
      /^Acme, /,
      'the panel takes the focus, so that it comes into view',
    );
    await assertAccessible(page, 'brands over time');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    assert.match(csv, /^\ufeffstart,end,complete,brand,/, 'with the mark that spreadsheets need');
    assert.match(csv, /,Globex,,1,1,12,/);

    await page.getByText('As a table').click();
    const table = page.getByRole('table', { name: 'Trends' });
    const cells = table.getByRole('row').filter({ hasText: 'Globex' }).getByRole('button');
    await cells.last().focus();
    await page.keyboard.press('Enter');
    await behind()
      .getByRole('link', { name: /Talk 4.mp4 at/ })
      .waitFor();
    assert.equal(await behind().getByRole('link').count(), 1);
    await behind().getByRole('link').click();
    await page.waitForURL(/\/jobs\/job_\w+\?t=5/);
    await page.goBack();
    await behind().waitFor();
  });

  test('a single week is drawn as bars with their numbers, as its lines would be points', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await open(`/trends?since=${today}&until=${today}`);
    const chart = page.getByRole('img', { name: /Seconds on screen by week: .*Acme/ });
    await chart.getByText('18.0 s', { exact: true }).waitFor();
    assert.equal(await chart.locator('polyline, circle').count(), 0);
    assert.equal(await chart.locator('rect').count(), 1 + 2, 'the week, and a bar for each brand');
    await assertAccessible(page, 'a single week');
  });

  test('a brand set and a campaign are made, and asked for', async () => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'New brand set' }).click();
    await page.getByLabel('Name of the set').fill('Ours and theirs');
    await page.getByLabel('Your brand').fill('Globex');
    await page.getByLabel('Rivals').fill('Acme, Hooli');
    await page.getByLabel('Rivals').press('Enter');
    await page.getByRole('button', { name: 'Add brand set' }).click();
    await page.getByText('Globex (yours), Acme, Hooli').waitFor();

    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByLabel('Name of the campaign').fill('Spring');
    await page.getByLabel('Tags').fill('spring');
    await page.getByLabel('Tags').press('Enter');
    await page.getByLabel('Brands shown with it').selectOption({ label: 'Ours and theirs' });
    await page.getByRole('button', { name: 'Add campaign' }).click();
    await page.getByText('tagged spring · with Ours and theirs').waitFor();
    await assertAccessible(page, 'campaigns');

    await page.getByRole('link', { name: 'Spring' }).click();
    await page.getByText('2 videos').first().waitFor();
    const small = page.getByRole('list', { name: 'Seconds on screen of each' });
    await small.locator('strong').nth(2).waitFor();
    const names = await small.locator('strong').allInnerTexts();
    assert.deepEqual(
      names,
      ['Globex', 'Acme', 'Hooli'],
      'the own brand first, and a rival with nothing',
    );

    await open('/trends');
    await page.getByText('4 videos').first().waitFor();
    await page.getByLabel('Tag').fill('spring');
    await page.getByText('2 videos').first().waitFor();
    await page.waitForURL(/tag=spring/);
    await page.getByLabel('Tag').fill('');
    await page.getByText('4 videos').first().waitFor();
    await open('/campaigns');
    await page.getByRole('link', { name: 'Spring' }).click();

    // The weeks of the campaign are the last two; a week more has no video of it, which is no zero.
    const firstDay = new Date(Date.now() - 14 * dayMs).toISOString().slice(0, 10);
    await page.getByLabel('From').fill(firstDay);
    await page.getByText(/Gaps are weeks without a video/).waitFor();
    await page.getByText('As a table').click();
    const cells = page.getByRole('table', { name: 'Trends' }).getByRole('row');
    await cells.filter({ hasText: 'Globex' }).getByText('no video').waitFor();
    await cells.filter({ hasText: 'Hooli' }).getByText('0', { exact: true }).first().waitFor();
    await page.getByLabel('From').fill('');

    const ordered = page.waitForRequest(/\/v1\/trends\?.*order_by=mentions/);
    await page.getByLabel('Number').selectOption('mentions');
    await ordered;
    await page.getByLabel('Number').selectOption('share');
    await page.getByRole('img', { name: /Share of seconds on screen by week/ }).waitFor();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/v1\/trends\?.*audience=views/, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.getByLabel('Number').selectOption('value');
    await page.getByRole('img', { name: /Share of seconds/ }).waitFor({ state: 'hidden' });
    assert.equal(await page.getByText('$0.00').count(), 0, 'no value in place of those to come');
    answer();
    await page.getByText('Videos whose views or price are not known add nothing').waitFor();
    // Videos without a Follow can't be opened from their bars, which look like the others.
    await page.getByLabel('Of', { exact: true }).selectOption('follow');
    await page.getByRole('img', { name: /not of a Follow/ }).waitFor();
    const column = `document.querySelector('svg[role=presentation] rect')`;
    const fill = await page.evaluate(`getComputedStyle(${column}).fill`);
    assert.equal(fill, 'rgba(0, 0, 0, 0)', 'the ground of a bar covers nothing');

    await page.getByLabel('Of', { exact: true }).selectOption('channel');
    await page.getByRole('img', { name: /Kitchen talk/ }).waitFor();
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To').fill('2020-02-01');
    await page.getByRole('heading', { name: 'No video in these days' }).waitFor();
    assert.equal(await page.getByText('Each number opens').count(), 0, 'there are no numbers');
    await page.getByText('No video from 1 January to 1 February 2020 was analysed').waitFor();

    await open('/campaigns');
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByLabel('Name of the campaign').fill('SPRING');
    await page.getByRole('button', { name: 'Add campaign' }).click();
    await page.getByText('there is a campaign “Spring” already').waitFor();
    assert.deepEqual(visitor.faults, []);
  });

  test('a video counts on the day that is set beside its viewers, which bad days are refused', async () => {
    await open('/trends');
    const small = page.getByRole('list', { name: 'Seconds on screen of each' });
    await small.getByRole('listitem').filter({ hasText: 'Initech' }).getByRole('button').click();
    await behind()
      .getByRole('link', { name: /Talk 3.mp4/ })
      .click();
    await page.getByRole('tab', { name: 'Exposure' }).click();
    const field = page.getByLabel('Published on');
    await page.getByText('Empty: trends count it on the day of its analysis').waitFor();

    await field.fill('2031-01-01');
    await field.press('Enter');
    await page.getByText('2031-01-01 is in the future').waitFor();
    await field.fill('2025-05-06');
    await field.press('Enter');
    await page.getByText('Trends count it on this day').waitFor();
    await assertAccessible(page, 'the day of a video');

    await open('/trends?since=2025-05-05&until=2025-05-11');
    await page.getByText('1 video').first().waitFor();
    await page
      .getByRole('img', { name: /Initech/ })
      .first()
      .waitFor();
  });

  test('it warns of videos that were corrected after their week was over', async () => {
    const { db } = stage.service.domain;
    const [job] = await db.query<{ job_id: string }>(
      'select job_id from trend_videos order by dated_at limit 1',
    );
    await db.query(
      `update jobs set completed_at = completed_at - interval '2 days' where id = $1`,
      [job?.job_id],
    );
    const correction = { kind: 'dismiss', target: 'brand', name: 'Initech' };
    const path = `${stage.home}/v1/jobs/${job?.job_id}/corrections`;
    accepted(await stage.ada.post(path, correction), 201);

    await open('/trends?since=2025-05-05&until=2025-05-11');
    await page.getByText('1 video changed afterwards').waitFor();
    await page.getByText('Corrected or recounted after its week had ended (1 correction').waitFor();
    await assertAccessible(page, 'the warning of trends');
    assert.deepEqual(visitor.faults, []);
  });
});
