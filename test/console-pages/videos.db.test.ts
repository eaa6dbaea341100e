/** Jobs, batches, comparison and Follows over videos that are really analysed, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { zipEntries } from '../../server/testing/zip-entries.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { makeBatch, makeJob, openStage, publishFeed, type Stage, uploadSample } from './stage.ts';

describe('many videos', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let batch: string;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
    visitor = await visit(browser, { acceptDownloads: true });
    page = visitor.page;
    await go('/sign-in');
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('empty lists teach what will stand there and how to get it', async () => {
    for (const [path, title] of [
      ['/jobs', 'No videos yet'],
      ['/batches', 'No groups yet'],
      ['/follows', 'Nothing is followed yet'],
      ['/compare', 'Choose the videos to compare'],
    ] as const) {
      await go(path);
      await page.getByRole('heading', { name: title }).waitFor();
      await assertAccessible(page, `empty ${path}`);
    }

    await go('/jobs');
    await page.getByText(/curl -X POST '.*\/v1\/jobs'/).waitFor();
  });

  test('a job that runs moves in the list by itself until it is completed', async () => {
    await go('/jobs');
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();

    const resume = stage.service.holdParts();
    await makeJob(stage, {
      upload_key: await uploadSample(stage),
      upload_filename: 'Morning <b>show</b>.mp4',
      capabilities: ['transcription', 'brands', 'metadata'],
    });
    await page.getByRole('link', { name: 'Morning <b>show</b>.mp4' }).waitFor();
    await rows('Videos').filter({ hasText: 'processing' }).waitFor();
    resume();
    await rows('Videos').filter({ hasText: 'completed' }).waitFor();
    await assertAccessible(page, 'jobs');
  });

  test('a batch shows how far it is, and its answers lead to the second that shows them', async () => {
    batch = await makeBatch(stage, {
      urls: ['city-tour', 'spring-review'].map((name) => `${stage.media.url}/file/${name}.mp4`),
      capabilities: ['transcription', 'brands', 'metadata'],
      aggregate: { enabled: true, queries: ['What does the coffee cost?'] },
    });
    await go('/batches');
    await page.getByText(/city-tour.*, .*spring-review/).waitFor();
    await page.getByRole('link', { name: /^2 videos/ }).click();
    await page.getByRole('heading', { name: 'Group of 2 videos' }).waitFor();
    await page.getByRole('img', { name: '2 completed' }).waitFor();
    await page.getByRole('tab', { name: /^Answers/ }).click();

    const proof = page.getByRole('list', { name: 'Evidence' }).getByRole('link').first();
    assert.match((await proof.getAttribute('href')) ?? '', /^\/jobs\/job_\w+\?t=[\d.]+$/);
    await assertAccessible(page, 'answers of a batch');
  });

  test('brands are compared, and each number opens the moments behind it (D3, D8)', async () => {
    await go(`/batches/${batch}?tab=brands`);
    const toyota = rows('Brand comparison').filter({ hasText: 'Toyota' });
    await toyota.waitFor();

    const cells = (await toyota.getByRole('cell').allInnerTexts()).map((text) => text.trim());
    assert.equal(cells[1], '2', 'in both videos');
    assert.ok(Number(cells[2]) >= 2, 'seen in both');
    assert.match(cells[3] ?? '', /^\d+\.\d s$/);

    const parts = page
      .getByRole('img', { name: /Toyota \d+\.\d+ %/ })
      .first()
      .locator('span');
    const widths = await parts.evaluateAll((all) =>
      all.map((one) =>
        Number.parseFloat((one as unknown as { style: { width: string } }).style.width),
      ),
    );
    assert.ok(Math.abs(widths.reduce((all, one) => all + one, 0) - 100) < 0.01, `${widths}`);

    const shares = await rows('Brand comparison').locator('td:nth-child(6)').allInnerTexts();
    const sum = shares.reduce((all, text) => all + Number.parseInt(text, 10), 0);
    assert.ok(Math.abs(sum - 100) <= shares.length, `shares are of the whole: ${shares}`);

    const colour = await colourOf(toyota.locator('td span span').first());
    await toyota.getByRole('button').nth(2).click();

    const behind = page.getByRole('region', { name: /^Toyota: Where it is on screen/ });
    await behind.getByRole('link', { name: 'city-tour' }).waitFor();
    assert.match(page.url(), /brand=Toyota&of=seconds/);
    await assertAccessible(page, 'comparison of a batch');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();

    const csv = await readFile(await (await download).path(), 'utf8');
    assert.match(csv, /^\ufeffbrand,job,title,appearances,seen_seconds,said_times\r\n/);
    assert.equal(csv.match(/^Toyota,/gm)?.length, 2);
    await behind
      .getByRole('link', { name: / for \d+\.\d s$/ })
      .first()
      .click();
    await page.waitForURL(/\/jobs\/job_\w+\?t=/);
    await page.getByRole('slider', { name: 'Second of the video' }).waitFor();

    const lane = page
      .getByTitle(/^Toyota: \d appearance/)
      .locator('span')
      .first();
    assert.equal(await colourOf(lane), colour, 'a brand has one colour on all pages');
  });

  test('any completed jobs of the list are compared as well', async () => {
    await go('/jobs?status=completed');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('3 videos selected').waitFor();
    // Exports the results of the selected jobs as one file.
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Shots (CSV)' }).check();
    await assertAccessible(page, 'export of many jobs');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download 3 videos' }).click();

    const entries = zipEntries(await readFile(await (await download).path()));
    assert.equal([...entries.keys()].filter((name) => name.endsWith('.shots.csv')).length, 3);
    assert.ok(entries.has('manifest.csv'));
    await page.getByRole('link', { name: 'Compare brands' }).click();
    await page.getByText('Which brands are seen and said in 3 videos.').waitFor();
    await rows('Brand comparison').filter({ hasText: 'Toyota' }).waitFor();
    await assertAccessible(page, 'compare');
  });

  test('rows tell what was found, lead to their job anywhere, and are chosen by keyboard', async () => {
    await go('/jobs');
    const row = rows('Videos').filter({ hasText: 'Morning' });
    const brands = row.getByRole('list', { name: 'Brands seen longest' }).getByRole('listitem');
    await brands
      .filter({ hasText: /\d:\d\d\.\d|\d\.\d s/ })
      .first()
      .waitFor();
    await row.getByRole('img', { name: /^Brands on screen in \d+ % of the video/ }).waitFor();

    const shown = await row.locator('img').evaluate((picture) => {
      const { complete, naturalWidth } = picture as unknown as Record<string, unknown>;
      return complete && Number(naturalWidth) > 0;
    });
    assert.ok(shown, 'its thumbnail is there');

    const first = rows('Videos').first().getByRole('link').first();
    await first.focus();
    await page.keyboard.press('x');
    await page.getByText('1 video selected').waitFor();
    await rows('Videos').last().getByRole('link').first().focus();
    await page.keyboard.press('Shift+X');
    await page.getByText('3 videos selected').waitFor();
    await rows('Videos').nth(1).getByRole('checkbox').click();
    await page.getByText('2 videos selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();

    // Clicks in the row, but far from its link.
    const box = await row.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width - 12, box.y + box.height - 6);
    await page.waitForURL(/\/jobs\/job_/);
    await page.goBack();
  });

  test('chosen jobs run again once their price is told, below the job of the same video (D14)', async () => {
    await go('/jobs');
    await rows('Videos').filter({ hasText: 'Morning' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page
      .getByRole('region', { name: 'Report' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText(/^1 new analysis of the same video, about \d+ credits?/).waitFor();
    await assertAccessible(page, 'price of running again');
    await page.getByRole('button', { name: 'Run 1 video again' }).click();
    await page.getByText('4 videos', { exact: true }).waitFor();
    await page.getByText('the same video, asked before').waitFor();
    await rows('Videos').filter({ hasText: 'completed' }).nth(3).waitFor();

    const again = rows('Videos').filter({ hasText: 'Morning' }).first();
    await again.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete 1 video' }).click();
    await page.getByLabel('Type 1 video to go on').fill('1 video');
    await page.getByRole('button', { name: 'Delete these videos' }).click();
    await page.getByText('3 videos', { exact: true }).waitFor();
  });

  test('search and filters narrow the list and live in its address', async () => {
    await go('/jobs');
    await page.getByRole('searchbox', { name: 'Search' }).fill('morning show');
    await page.waitForURL(/search=morning\+show/);
    await page.getByText('1 video', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 video', { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('heading', { name: 'No video fits this filter' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('3 videos', { exact: true }).waitFor();
    await page.getByLabel('Group').selectOption({ index: 1 });

    await page.getByText('2 videos', { exact: true }).waitFor();
  });

  test('a Follow shows what it would meet before it is made', async () => {
    const feed = publishFeed(stage, 'travels');
    await go('/follows/new');
    await page.getByLabel('Link to follow').fill('https://example.com/nothing');
    await page
      .getByRole('alert')
      .filter({ hasText: /link must lead to a channel/i })
      .waitFor();
    await page.getByLabel('Link to follow').fill(feed);
    await page.getByText('4 of the newest 4 videos would be taken.').waitFor();
    await page.getByLabel('At least this long').fill('60');
    await page.getByText('3 of the newest 4 videos would be taken.').waitFor();
    await page.getByText('left out: shorter than 60 seconds').waitFor();
    await assertAccessible(page, 'new Follow');
    await page.getByLabel('Existing videos to analyse').fill('1');
    await page.getByLabel('Credits a month at most').fill('many');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /number|int/i })
      .waitFor();
    assert.equal(await page.getByLabel('At least this long').inputValue(), '60', 'nothing is lost');
    await page.getByLabel('Credits a month at most').fill('500');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();

    await page.getByRole('heading', { name: 'The travelling cup' }).waitFor();
  });

  test('its history tells the job of each video, and it is paused, resumed, changed, deleted', async () => {
    await rows('Videos of the Follow').filter({ hasText: 'Episode 2: coffee in Kyoto' }).waitFor();
    const checked = page.waitForRequest(/\/follows\/[^/]+\/runs$/);
    await page.getByRole('button', { name: 'Check now' }).click();
    assert.deepEqual((await checked).postDataJSON(), { backfill: 0 });
    await page.getByRole('button', { name: 'Earlier videos' }).click();
    await page.getByLabel(/^Number of earlier videos/).fill('4');
    await page.locator('form').getByRole('button', { name: 'Analyse' }).click();
    await rows('Videos of the Follow').filter({ hasText: 'shorter than 60 seconds' }).waitFor();
    await assertAccessible(page, 'Follow');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Check for new videos').selectOption('every day');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('definition').filter({ hasText: 'every day' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type The travelling cup to go on').fill('The travelling cup');
    await page.getByRole('button', { name: 'Delete Follow' }).click();

    await page.getByRole('heading', { name: 'Nothing is followed yet' }).waitFor();
  });

  test('webhooks: a test event shows its answer, and is sent again', async () => {
    await go('/settings/webhooks');
    await page.getByRole('button', { name: 'Reveal' }).click();

    const secret = await page.getByText(/^whsec_\w/).innerText();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByLabel(/^Type .* to go on/).fill((await workspaceName(page)) ?? '');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(secret).waitFor({ state: 'detached' });
    await page.getByLabel('Address').fill(`${stage.hooks.url}/takes`);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('Sent; it stands below').waitFor();

    const delivery = page.getByRole('listitem').filter({ hasText: '/takes' });
    await delivery.getByText('delivered').waitFor();
    // A machine that stands still for five seconds makes an attempt fail, so their number is not known.
    await delivery.getByText(/^\d+ attempts?$/).click();
    const answers = delivery.getByText('answered 200');
    await answers.waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await answers.nth(1).waitFor();
    await assertAccessible(page, 'webhooks');
  });

  test('usage shows what was spent on which jobs', async () => {
    await go('/settings/usage');
    await page.getByRole('img', { name: /^\d+ credits charged over \d+ days?$/ }).waitFor();
    await page.getByLabel('Kind').selectOption('charge');
    await page.waitForURL(/type=charge/);
    await rows('Ledger').first().waitFor();

    const kinds = await rows('Ledger').locator('td:nth-child(2)').allInnerTexts();
    assert.ok(kinds.length >= 3 && kinds.every((kind) => kind === 'charge'), kinds.join());
    await assertAccessible(page, 'usage');
  });

  test('nothing broke in the page and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});

/** The background colour that the browser draws. */
const colourOf = (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    const { getComputedStyle: styleOf } = globalThis as unknown as {
      getComputedStyle(of: unknown): { backgroundColor: string };
    };
    return styleOf(element).backgroundColor;
  });

const workspaceName = (page: Page): Promise<string | null> =>
  page.locator('label strong').first().textContent();
