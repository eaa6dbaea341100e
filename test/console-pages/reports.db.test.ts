/**
 * Reports in the console: from a finished job to a PDF in two clicks, and the actions that the list of reports offers.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Page } from 'playwright-core';
import sharp from 'sharp';
import {
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

describe('reports', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();

    const upload_key = await uploadSample(stage);
    job = await makeJob(stage, { upload_key, capabilities: ['brands'] });
    assert.equal((await ended(stage, `/v1/jobs/${job}`)).status, 'completed');
    visitor = await visit(browser, { acceptDownloads: true });
    page = visitor.page;
    await page.goto(stage.service.apiUrl);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

  test('a finished job gives a PDF by two clicks', async () => {
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);
    await page.getByRole('button', { name: 'Report', exact: true }).click();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF', exact: true }).click();

    const file = await download;
    assert.match(file.suggestedFilename(), /\.pdf$/);

    const bytes = await bytesOf(file);
    assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
    await page.getByText(/PDF is downloaded/).waitFor();
    await assertAccessible(page, 'a job with the choice of reports');
    await page.getByText('Brands, title, logo, pages and media value').click();
    await page.setViewportSize({ width: 390, height: 844 });

    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(wide, 390, 'nothing scrolls sideways');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('Brands, title, logo, pages and media value').click();
  });

  test('its HTML opens from the disk, loads nothing and leads back to the second', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    const file = await download;
    const other = await visit(browser);
    const asked: string[] = [];
    other.page.on('request', (request) => asked.push(request.url()));
    await other.page.goto(String(pathToFileURL(await file.path())));
    await other.page.setContent(String(await bytesOf(file)));
    await other.page.getByRole('heading', { name: 'Share of screen time' }).waitFor();
    assert.deepEqual(
      asked.filter((url) => !/^(file|data):/.test(url)),
      [],
    );
    assert.ok((await other.page.locator('.frame img').count()) > 0, 'proof frames');

    const frame = other.page.locator('.frame').first();
    const [box, picture] = await Promise.all([
      frame.locator('.box').boundingBox(),
      frame.locator('img').first().boundingBox(),
    ]);
    assert.ok(box && picture && box.width > 2 && box.width <= picture.width + 4);

    const href = await frame.getAttribute('href');
    assert.ok(href?.startsWith(`${stage.service.apiUrl}/jobs/${job}?t=`), href ?? 'no link');

    // Nothing extends beyond the edge of its page.
    const over = await other.page.evaluate(`[...document.querySelectorAll('.page')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ id }) => id)`);
    assert.deepEqual(over, []);
    assert.deepEqual(other.faults, []);
    await other.close();
  });

  test('its brands, title and logo are chosen; the report has an address of its own with what is in it', async () => {
    const maker = page.getByRole('region', { name: 'Report' });
    await maker.getByText('Brands, title, logo, pages and media value').click();

    const brands = maker.getByLabel('Brands', { exact: true });
    await brands.fill('Toyota');
    await brands.press('Enter');
    await maker.getByRole('textbox', { name: 'Title' }).fill('Spring pitch');
    await maker.getByLabel('CPM in US dollars').fill('a lot');
    await maker.getByText('A number from 0 to 1,000,000').waitFor();
    assert.equal(await maker.getByRole('button', { name: 'CSV' }).isDisabled(), true);
    await maker.getByLabel('CPM in US dollars').fill('25,5');

    const logo = await sharp({
      create: { width: 64, height: 32, channels: 3, background: '#c03028' },
    })
      .png()
      .toBuffer();
    const picture = { name: 'logo.png', mimeType: 'image/png', buffer: logo };
    await maker.getByLabel('Choose a logo').setInputFiles(picture);
    await maker.getByRole('img', { name: 'Logo for the cover: logo.png' }).waitFor();
    await assertAccessible(page, 'choices of a report');

    const download = page.waitForEvent('download');
    await maker.getByRole('button', { name: 'HTML', exact: true }).click();

    const html = String(await bytesOf(await download));
    assert.ok(html.includes('Spring pitch') && html.includes('Toyota'));
    assert.ok(!html.includes('Starbucks'), 'only the brands that were chosen');
    assert.ok(html.includes(`data:image/png;base64,`), 'the logo is on the cover');
    await maker.getByRole('link', { name: 'Open the report' }).click();
    await page.waitForURL(/\/reports\/rep_\w+$/);
    await page.getByRole('heading', { name: 'Spring pitch', level: 1 }).waitFor();

    const table = page.getByRole('table', { name: 'Brands of the report' });
    await table.locator('tbody tr').first().waitFor();
    assert.deepEqual(await table.locator('tbody tr td:first-child').allInnerTexts(), ['Toyota']);
    assert.match(await table.locator('tbody tr td:nth-child(2)').innerText(), /^\d+\.\d s( ~)?$/);
    const door = table.getByRole('link', { name: 'Toyota, at its best moment' });
    assert.match((await door.getAttribute('href')) ?? '', new RegExp(`^/jobs/${job}\\?t=`));
    await page.getByRole('link', { name: 'Spring pitch, JSON' }).waitFor();
    await assertAccessible(page, 'a report');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('With our name').uncheck();
    const made = page.waitForRequest(/\/reports\/[^/]+\/shares$/);
    await page.getByRole('button', { name: 'Create link' }).click();
    assert.equal((await made).postDataJSON().names_sender, false);
    await page.getByText('Link created. It is shown only this once.').waitFor();

    const link = await page.locator('code').filter({ hasText: '/shared/' }).innerText();
    const guest = await visit(browser, { viewport: { width: 390, height: 844 } });
    await guest.page.goto(stage.service.apiUrl + new URL(link).pathname);
    const numbers = guest.page.getByRole('region', { name: 'Exposure of brands' });
    await numbers.getByRole('rowheader', { name: 'Toyota' }).waitFor();
    await guest.page.getByRole('list', { name: 'Files' }).waitFor();
    assert.equal(await guest.page.getByText(/^From /).count(), 0, 'it names nobody');
    assert.equal(await guest.page.evaluate('document.documentElement.scrollWidth'), 390);
    await assertAccessible(guest.page, 'the numbers of a shared report');
    assert.deepEqual(guest.faults, []);
    await guest.close();
  });

  test('it is deleted on its page once its name is typed, and an address of none says so', async () => {
    const address = page.url();
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByLabel('Type Spring pitch to go on').fill('Spring pitch');
    await page.getByRole('button', { name: 'Delete report' }).click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'There is no such report' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);

    await page.getByRole('button', { name: 'Report', exact: true }).click();
  });

  test('the list has both, hands them out again and deletes', async () => {
    await page.getByRole('link', { name: 'All reports' }).click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();

    const links = page.getByRole('link', { name: /, (PDF|HTML)$/ });
    await links.nth(1).waitFor();
    assert.equal(await links.count(), 2);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /, PDF$/ }).click();
    assert.equal((await bytesOf(await download)).toString('latin1', 0, 5), '%PDF-');
    await assertAccessible(page, 'Reports');
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('button', { name: /^Delete with its links / }).click();
    await links.nth(1).waitFor({ state: 'detached' });
    assert.equal(await links.count(), 1);
    assert.deepEqual(visitor.faults, []);
  });
});
