/** Exposure on the page of a job and next to a comparison, over videos that are really analysed, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { makeJob, openStage, type Stage, uploadSample } from './stage.ts';

describe('exposure', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  const table = () => page.getByRole('table', { name: 'Exposure' });
  const cellsOf = async (brand: string) =>
    (
      await table().locator('tbody tr').filter({ hasText: brand }).getByRole('cell').allInnerTexts()
    ).map((text) => text.trim());

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
    visitor = await visit(browser, { acceptDownloads: true });
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      upload_filename: 'Morning show.mp4',
      capabilities: ['transcription', 'brands'],
    });
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);

    await page.getByText('completed').first().waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('the tab has the seconds of the brand table, the share of each brand, and the formula', async () => {
    await page.getByRole('tab', { name: 'Exposure' }).click();
    await table().waitFor();

    const [, seen, equivalent, share] = await cellsOf('Toyota');
    assert.match(equivalent ?? '', /^\d+\.\d s( ~)?$/);
    assert.match(seen ?? '', /^\d+\.\d s( ~)?$/);
    assert.match(share ?? '', /^\d+\.\d %$/);
    const formula = page.getByRole('region', { name: 'Formula' });
    assert.equal(await formula.getByText('0.06').first().isVisible(), false, 'folded');
    await formula.getByText('How equivalent seconds are counted').click();
    await formula.getByText('0.06').first().waitFor();

    const parts = page.getByRole('img', { name: /Toyota \d+\.\d+ %/ }).locator('span');
    const widths = await parts.evaluateAll((all) =>
      all.map((one) =>
        Number.parseFloat((one as unknown as { style: { width: string } }).style.width),
      ),
    );
    assert.ok(Math.abs(widths.reduce((all, one) => all + one, 0) - 100) < 0.1, `${widths}`);
    await assertAccessible(page, 'exposure of a job');

    const cut = await table()
      .locator('..')
      .evaluate((one) => Object(one).scrollWidth - Object(one).clientWidth);
    assert.equal(cut, 0, 'all columns are in sight');
    await table().getByRole('button', { name: 'Toyota' }).click();
    await page.getByRole('tab', { name: /^Brands/, selected: true }).waitFor();
  });

  test('money comes from figures that the workspace keeps, whatever the browser', async () => {
    const cpm = page.getByLabel('CPM in US dollars');
    const viewers = page.getByLabel('Viewers of this video');
    const valueColumn = table().getByRole('columnheader', { name: 'Media value' });
    await page.goto(`${stage.service.apiUrl}/jobs/${job}?tab=exposure`);
    await table().waitFor();
    assert.equal(await valueColumn.count(), 0);
    await cpm.fill('25');
    await cpm.press('Enter');
    await viewers.fill('1,200,000');
    await viewers.press('Enter');
    await valueColumn.waitFor();

    const value = (await cellsOf('Toyota'))[3] ?? '';
    assert.match(value, /^\$[\d,]+\.\d\d$/);
    await assertAccessible(page, 'exposure with a media value');
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await valueColumn.waitFor();
    assert.equal((await cellsOf('Toyota'))[3], value);
    assert.equal(await viewers.inputValue(), '1200000');

    await cpm.fill('a lot');
    await cpm.press('Enter');
    await page.getByText('A number from 0 to 1,000,000').waitFor();
    await viewers.fill('0.5');
    await viewers.press('Enter');
    await page.getByText('A whole number from 0 to 100,000,000,000').waitFor();
    assert.equal((await cellsOf('Toyota'))[3], value, 'what is wrong is not saved');
    await viewers.fill('1,200,000');
    await cpm.fill('25,5');
    await cpm.press('Enter');
    await waitFor(async () => {
      const dollars = (text = '') => Number(text.replace(/[$,]/g, ''));
      const more = dollars((await cellsOf('Toyota'))[3]) / dollars(value);
      assert.ok(Math.abs(more - 25.5 / 25) < 0.001, `${more}`);
    });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download exposure (CSV)' }).click();

    const csv = await readFile(await (await download).path(), 'utf8');
    assert.match(csv, /^\ufeffbrand,videos,appearances,seen_seconds,/);
    assert.match(csv, /^Toyota,1,/m);
  });

  test('views of a link are listed with their times, and prices of platforms are settings', async () => {
    const link = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      upload_filename: 'Evening show.mp4',
      capabilities: ['transcription', 'brands'],
    });
    await page.goto(`${stage.service.apiUrl}/jobs/${link}`);
    await page.getByText('completed').first().waitFor();

    const { db } = stage.service.domain;
    // No platform can be reached here, so the job of a file becomes one of a link.
    await db.query(
      `update jobs set url = 'https://youtu.be/dQw4w9WgXcQ', platform = 'youtube', video_id = 'dQw4w9WgXcQ',
         upload_key = null where id = $1`,
      [link],
    );
    await db.query(
      `insert into video_views (job_id, read_at, views)
       values ($1, '2026-11-01T10:00:00Z', 81204), ($1, '2026-11-02T10:00:00Z', 96611),
         ($1, '2026-11-04T10:00:00Z', 96530)`,
      [link],
    );
    await db.query(
      `insert into view_readings (job_id, platform, link, analysed_at, state, note)
       values ($1, 'youtube', 'dQw4w9WgXcQ', now(), 'vanished', 'It was removed.')`,
      [link],
    );

    await page.goto(`${stage.service.apiUrl}/jobs/${link}?tab=exposure`);
    const views = page.getByRole('region', { name: 'Views', exact: true });
    await views.getByText('96,530').waitFor();
    assert.equal(await views.locator('tbody tr').count(), 3);
    await views.getByText('The platform took views back').waitFor();
    await views.getByText('It was removed.').waitFor();
    await page.getByText('Empty: 96,530, as its platform said last').waitFor();
    const before = (await cellsOf('Toyota'))[3];
    await assertAccessible(page, 'views of a link');

    await page.getByRole('link', { name: 'Prices by platform' }).click();
    await page.getByLabel('YouTube', { exact: true }).fill('51');
    await page.getByLabel('TikTok', { exact: true }).fill('8');
    await page.getByLabel('TikTok', { exact: true }).press('Enter');
    await waitFor(async () => {
      const [stored] = await db.query('select cpm_usd, cpm_usd_by_platform from media_prices');
      assert.deepEqual(stored, { cpm_usd: 25.5, cpm_usd_by_platform: { youtube: 51, tiktok: 8 } });
    });
    await assertAccessible(page, 'prices');

    await page.goto(`${stage.service.apiUrl}/jobs/${link}?tab=exposure`);
    await waitFor(async () => {
      const dollars = (text = '') => Number(text.replace(/[$,]/g, ''));
      const more = dollars((await cellsOf('Toyota'))[3]) / dollars(before);
      assert.ok(Math.abs(more - 2) < 0.001, `${more} times as much at 51 as at 25.5`);
    });
  });

  test('a comparison has it over all of its videos (D1)', async () => {
    await page.goto(`${stage.service.apiUrl}/compare?jobs=${job}`);
    await table().waitFor();
    const compared = page.getByRole('table', { name: 'Brand comparison' });
    const row = compared.locator('tbody tr').filter({ hasText: 'Toyota' });
    const visible = (await row.getByRole('cell').nth(3).innerText()).trim();
    assert.equal((await cellsOf('Toyota'))[1], visible, 'the same seconds');
    await assertAccessible(page, 'comparison with exposure');
  });
});
