/** The brand library in a real browser: entries, pictures of logos, and the file for import and export. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
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

describe('a brand library', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  before(async () => {
    stage = await openStage({ role: 'api' });
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

  test('a brand is added, refused where it is there already, changed, and found by its alias', async () => {
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await page.getByRole('heading', { name: 'Brand library' }).waitFor();
    await page.getByRole('heading', { name: 'The library is empty' }).waitFor();
    await assertAccessible(page, 'empty library');
    await button('Add the first brand').click();
    await page.getByLabel('Name', { exact: true }).fill('Globex <script>alert(1)</script>');
    await page.getByLabel('Aliases').fill('GLBX, غلوبكس');
    await page.getByLabel('Aliases').press('Enter');
    await page.getByRole('button', { name: 'Add brand', exact: true }).click();
    await page.getByText('1 brand', { exact: true }).waitFor();
    await button('Add a brand').click();
    await page.getByLabel('Name', { exact: true }).fill('globex <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Add brand', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The library has “Globex' }).waitFor();
    await page.reload();
    assert.equal(
      await page.getByLabel('Name', { exact: true }).inputValue(),
      'globex <script>alert(1)</script>',
    );
    await page.getByLabel('Name', { exact: true }).fill('Summit');
    await page.getByRole('button', { name: 'Add brand', exact: true }).click();
    await page.getByText('2 brands', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('glb');

    await page.getByText('1 of 2 brands').waitFor();
  });

  test('pictures of a logo are sent, seen and taken away; what is no picture is refused', async () => {
    await page.getByRole('button', { name: /^Edit Globex/ }).click();
    const circle =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="40" fill="red"/></svg>';
    const png = await sharp(Buffer.from(circle)).png().toBuffer();
    const files = page.locator('input[type=file][accept*="image/png"]');
    await files.setInputFiles({ name: 'globex.png', mimeType: 'image/png', buffer: png });

    const picture = page.getByRole('img', { name: /^Logo of Globex/ });
    await picture.waitFor();
    await untilTrue(
      page,
      '[...document.querySelectorAll(\'img[alt^="Logo of"]\')].every((one) => one.naturalWidth > 0)',
    );
    // A plain disc is not distinctive enough to stand for a brand.
    await page.getByText('Not compared: globex.png').waitFor();
    await files.setInputFiles({
      name: 'not.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText(/^not\.png: /).waitFor();
    await assertAccessible(page, 'brand with a picture');
    await page.getByRole('button', { name: /^Remove picture 1/ }).click();
    await picture.waitFor({ state: 'detached' });
  });

  test('the library goes out and in as a file; a wrong one says where it is wrong', async () => {
    await go('/settings/brands');
    await page.getByText('Import and export').click();

    const download = page.waitForEvent('download');
    await button('Export 2 brands').click();

    const text = await readFile(await (await download).path(), 'utf8');
    assert.deepEqual(JSON.parse(text).brands[1], { name: 'Summit' });

    const file = (content: string) => ({
      name: 'brands.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    const input = page.locator('input[type=file][accept*="json"]');
    await input.setInputFiles(file('{"brands": [{"name": 7}]}'));
    await page.getByText('brands.0.name must be a text.').waitFor();

    const body = {
      brands: [{ name: 'summit', support: ['boots'] }, { name: ' ' }],
      exclude: ['Notion'],
    };
    await input.setInputFiles(file(JSON.stringify(body)));
    await page.getByText('1 added, 1 replaced, 1 refused.').waitFor();
    await page.getByText('Never reported').waitFor();
    await assertAccessible(page, 'library');
  });

  test('pictures are taken with a new brand, and each that is not says so', async () => {
    await go('/brands?edit=new');
    await page.waitForURL(/\/settings\/brands\?edit=new$/);
    const picture = async (name: string, svg: string) => ({
      name,
      mimeType: 'image/png',
      buffer: await sharp(Buffer.from(svg)).png().toBuffer(),
    });
    const svg = (shape: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">${shape}</svg>`;
    const disc = await picture('disc.png', svg('<circle cx="45" cy="45" r="40" fill="red"/>'));
    const zigzag = await picture(
      'zigzag.png',
      svg('<path d="M5 80 20 10 40 70 55 20 85 85 60 60 45 85 30 40Z" fill="navy"/>'),
    );

    await page.getByLabel('Name', { exact: true }).fill('Initech');
    const files = page.locator('input[type=file][accept*="image/png"]');
    await files.setInputFiles([zigzag, disc]);
    const chosen = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');
    assert.equal(await chosen.count(), 2);
    await assertAccessible(page, 'a new brand with pictures');
    await page.getByRole('button', { name: 'Add brand', exact: true }).click();
    await page.getByText('Not compared: disc.png').waitFor();
    await button('Open Initech').click();
    await page.getByRole('img', { name: 'Logo of Initech, 2' }).waitFor();

    await button('Add a brand').click();
    await page.getByLabel('Name', { exact: true }).first().fill('Hooli');
    await files.first().setInputFiles([disc, zigzag]);
    await page.getByRole('button', { name: 'Remove disc.png' }).click();
    await page.getByRole('button', { name: 'Add brand', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Hooli' }).waitFor();
    await page
      .getByRole('button', { name: 'Add brand', exact: true })
      .waitFor({ state: 'detached' });
    await page.getByText('1 picture').waitFor();
  });

  test('nothing broke in the page and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
