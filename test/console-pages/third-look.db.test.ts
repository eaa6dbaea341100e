/** What an analyst met on a third look: numbers of a batch, its name, its report, and merging selected brands. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json, urls, Worker } from '../interface/subject.ts';
import { first, second } from '../seconds/made-results.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  untilTrue,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { openStage, type Stage } from './stage.ts';

describe('a third look', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let batch: string;
  let job: string;

  before(async () => {
    stage = await openStage({ role: 'api' });
    const asked = { urls: urls(3), capabilities: ['brands'] };
    const made = accepted(await stage.ada.post(`${stage.home}/v1/batch`, asked), 202);
    batch = made.batch_id;
    const [one, other] = made.jobs.map(({ job_id }: Json) => job_id);
    job = one;

    const worker = new Worker(stage.service.domain);
    await worker.complete(one, first());
    await worker.complete(other, second());
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const namesIn = async (table: string): Promise<string[]> => {
    const cells = page.getByRole('table', { name: table }).locator('tbody tr td:first-child');
    return (await cells.allInnerTexts()).map((text) => text.trim());
  };

  test('a number opens its moments in view, with the focus, and gives it back', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await go(`/batches/${batch}?tab=brands`);
    const table = page.getByRole('table', { name: 'Brand comparison' });
    const door = table.getByRole('row').filter({ hasText: 'Sony' }).getByRole('button').nth(2);
    await door.focus();
    await page.keyboard.press('Enter');

    const panel = page.getByRole('region', { name: /^Sony: / });
    await panel.waitFor();
    await untilTrue(
      page,
      `document.activeElement?.getAttribute('aria-label')?.startsWith('Sony: ')`,
    );
    const box = await panel.boundingBox();
    assert.ok(box && box.y >= 0 && box.y < 460, `the panel begins at ${box?.y}`);
    await assertAccessible(page, 'moments behind a number');

    await panel.getByRole('button', { name: 'Close' }).click();
    await untilTrue(page, `document.activeElement?.closest('table') !== null`);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('bars and tables have one order of brands, and shares add up to 100.0 %', async () => {
    await go(`/batches/${batch}?tab=brands`);
    await page.getByRole('table', { name: 'Exposure' }).waitFor();
    const order = await namesIn('Brand comparison');
    assert.equal(order.length, 7);
    assert.deepEqual(await namesIn('Exposure'), order);

    const figure = page.getByRole('figure', { name: 'Share of screen time' });
    const parts = await figure.getByRole('listitem').allInnerTexts();
    const partNames = parts.map((text) => text.split('\n')[0]?.trim() ?? '');
    assert.deepEqual(
      partNames,
      order.filter((name) => partNames.includes(name)),
    );

    const tenths = (texts: readonly string[]) =>
      texts
        .flatMap((text) => /(\d+\.\d) %/.exec(text)?.[1] ?? [])
        .reduce((sum, percent) => sum + Math.round(Number(percent) * 10), 0);
    assert.equal(tenths(parts), 1000, parts.join('; '));
    const rows = await page
      .getByRole('table', { name: 'Brand comparison' })
      .locator('tbody tr')
      .allInnerTexts();
    const shares = rows.map((row) => /\d+\.\d %|< 0\.1 %/.exec(row)?.[0] ?? '');
    assert.equal(tenths(shares.filter((share) => !share.startsWith('<'))), 1000, shares.join());

    const text = await page.locator('main').innerText();
    assert.equal(text.match(/share of voice/gi)?.length, 3, 'only of what is said');
    assert.ok(!/\b0:\d\d\.\d/.test(text), 'lengths below a minute are in seconds');
  });

  test('a batch gets a name, which the list and the report show', async () => {
    await go(`/batches/${batch}`);
    await page.getByRole('heading', { name: 'Group of 3 videos', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring campaign');
    await assertAccessible(page, 'the name of a batch');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Spring campaign', level: 1 }).waitFor();

    await go('/batches');
    await page.getByRole('link', { name: 'Spring campaign' }).click();
    await page.getByRole('button', { name: 'Rename', exact: true }).waitFor();
  });

  test('a report says before it is made that it leaves a video out', async () => {
    await go(`/batches/${batch}`);
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByText('A report now covers 2 of 3 videos: 1 not completed yet.').waitFor();
    const maker = page.getByRole('region', { name: 'Report' });
    await maker.getByText('Brands, title, logo, pages and media value').click();
    await maker.getByLabel('A page for each brand').check();
    await maker.getByText('with a page for each brand.').waitFor();
    for (const format of ['PDF', 'XLSX', 'PPTX', 'HTML', 'CSV', 'JSON'])
      await maker.getByRole('button', { name: format, exact: true }).waitFor();
    await assertAccessible(page, 'a report of a batch');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await assertAccessible(page, 'a report of a batch, dark, on a phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('selected brands are merged into one of them', async () => {
    await go(`/jobs/${job}`);
    const rows = page.getByRole('table', { name: 'Brands' }).getByRole('row');
    for (const name of ['Pepsi', 'Coca-Cola'])
      await rows.filter({ hasText: name }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Actions for 2 brands' }).click();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();

    const form = page.getByRole('form', { name: 'Merge 2 brands into one' });
    await form.waitFor();
    const options = await form.getByLabel('Into').locator('option').allInnerTexts();
    assert.deepEqual(options.slice(0, 2), ['Pepsi', 'Coca-Cola'], 'the selected ones come first');
    await form.getByLabel('Into').selectOption('Coca-Cola');
    await form.getByRole('button', { name: 'Merge' }).click();

    await waitFor(async () => {
      const { results } = accepted(
        await stage.ada.get(`${stage.home}/v1/jobs/${job}?corrected=true`),
        200,
      );
      const merged = results.brands.find(({ name }: Json) => name === 'Coca-Cola');
      assert.ok(!results.brands.some(({ name }: Json) => name === 'Pepsi'));
      assert.ok(Math.abs(merged.total_visible_duration - 9.3) < 0.01);
    });
  });

  test('nothing broke in the pages meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
