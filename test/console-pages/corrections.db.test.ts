/** Results corrected on the page of a job: through menus, by drawing, by two people at once, and undone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { percentText } from '@reelsight/contract/percent-text';
import type { Browser, Page } from 'playwright-core';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

describe('corrections', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  const bar = (of = page) => of.getByRole('region', { name: 'Corrections' });
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const list = async (): Promise<Json[]> =>
    accepted(await stage.ada.get(`${stage.home}/v1/jobs/${job}/corrections`), 200);
  /** Chooses an entry from the menu of the open brand or of an appearance. */
  const choose = async (name: string | RegExp, entry: string) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('button', { name: entry, exact: true }).click();
  };

  before(async () => {
    stage = await openStage();
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      upload_filename: 'Town.mp4',
      capabilities: ['brands'],
    });
    assert.equal((await ended(stage, `/v1/jobs/${job}`)).status, 'completed');
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);

    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a brand is renamed, and the page shows both what was found and what is right', async () => {
    await open('Toyota');
    await choose('Actions for Toyota', 'Rename');

    const name = page.getByLabel('Right name', { exact: true });
    await name.fill('Lexus');
    await page.getByLabel('Use the right name in later analyses as well').check();
    await assertAccessible(page, 'rename');
    await name.press('Enter');
    await bar().getByText('“Toyota” renamed to “Lexus”').waitFor();
    await page.getByRole('button', { name: 'Lexus', exact: true }).waitFor();
    await bar().getByRole('button', { name: 'As found' }).click();
    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
    assert.match(page.url(), /found=1/);
    await bar().getByRole('button', { name: 'As corrected' }).click();
    await page.getByRole('button', { name: 'Lexus', exact: true }).waitFor();

    const library = accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200);
    assert.deepEqual(
      library.map((one: Json) => [one.name, one.aliases]),
      [['Lexus', ['Toyota']]],
    );
  });

  test('it is undone by one press', async () => {
    await bar().getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
    assert.deepEqual(await list(), []);
    assert.deepEqual(accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200), []);
  });

  test('after a rename of this video alone, one press uses the name in all videos, another undoes both', async () => {
    await open('Toyota');
    await choose('Actions for Toyota', 'Rename');
    await page.getByLabel('Right name', { exact: true }).fill('Lexus');
    await page.getByLabel('Right name', { exact: true }).press('Enter');
    await bar().getByText('Only in this video so far.').waitFor();
    await assertAccessible(page, 'offer of a name for all videos');
    await bar().getByRole('button', { name: 'Use “Lexus” in all videos' }).click();
    await bar().getByText('“Toyota” counts as “Lexus” in later analyses').waitFor();
    await page.getByRole('button', { name: 'Lexus', exact: true }).waitFor();

    const library = accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200);
    assert.deepEqual(
      library.map((entry: Json) => [entry.name, entry.aliases]),
      [['Lexus', ['Toyota']]],
    );
    assert.equal((await list()).length, 1, 'it is one correction');

    await bar().getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
    assert.deepEqual(await list(), []);
    assert.deepEqual(accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200), []);
  });

  test('a row has the menu too, by the keyboard alone; its size is that of exposure', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Toyota' });
    const { brands } = accepted(await stage.ada.get(`${stage.home}/v1/jobs/${job}/exposure`), 200);
    const { mean_size: size } = brands.find((brand: Json) => brand.name === 'Toyota');
    assert.ok(size > 0);
    await row.getByText(percentText(size), { exact: true }).waitFor();

    const menu = row.getByRole('button', { name: 'Actions for Toyota', exact: true });
    await menu.focus();
    await page.keyboard.press('Enter');

    const entry = (name: string) => row.getByRole('button', { name, exact: true });
    const entries = ['Clip', 'Confirm', 'Rename', 'Merge', 'Dismiss'];
    for (const name of entries) {
      await page.keyboard.press('ArrowDown');
      await waitFor(async () =>
        assert.ok(
          await entry(name).evaluate((one) => one === one.ownerDocument.activeElement),
          name,
        ),
      );
    }

    const list = await entry('Dismiss').boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    assert.ok(list && list.y + list.height <= height && list.x + list.width <= width, 'in sight');
    await assertAccessible(page, 'menu of a row');
    await page.keyboard.press('Escape');
    await entry('Dismiss').waitFor({ state: 'detached' });
    assert.ok(await menu.evaluate((one) => one === one.ownerDocument.activeElement));
    await page.keyboard.press('Enter');
    for (const _ of [1, 2]) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('form').getByRole('button', { name: 'Confirm' }).click();
    await bar().getByText('“Toyota” confirmed').waitFor();
    await bar().getByRole('button', { name: 'Undo', exact: true }).click();
    await bar().waitFor({ state: 'detached' });
  });

  test('one appearance is dismissed, and its brand with the last of them', async () => {
    await open('Toyota');
    const own = /^Actions for Toyota at 0:/;
    const count = await page.getByRole('button', { name: own }).count();

    await choose(own, 'Dismiss');
    await page.getByRole('form').getByRole('button', { name: 'Dismiss' }).click();
    await bar()
      .getByText(/“Toyota” at 0:0\d.* dismissed/)
      .waitFor();

    const [made] = await list();
    assert.equal(made.appearance.source, 'visual');

    const left = page.getByRole('button', { name: own });
    if (count > 1) await waitFor(async () => assert.equal(await left.count(), count - 1));
    else
      await page
        .getByRole('button', { name: 'Toyota', exact: true })
        .waitFor({ state: 'detached' });

    await bar().getByRole('button', { name: 'Undo', exact: true }).click();
    await page
      .getByRole('button', { name: 'Toyota', exact: true })
      .or(page.getByRole('heading', { name: 'Toyota' }))
      .first()
      .waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);
  });

  test('a missed brand is added by drawing a box around it', async () => {
    await page.getByRole('button', { name: 'Add what was missed' }).click();
    const form = page.getByRole('form', { name: 'Add what was missed' });
    await form.getByLabel('Name', { exact: true }).fill('Pepsi');
    await form.getByLabel('From', { exact: true }).fill('0:02');
    await form.getByLabel('To', { exact: true }).fill('4,5');

    const add = form.getByRole('button', { name: 'Add', exact: true });
    assert.equal(await add.isDisabled(), true, 'a box is missing');

    const canvas = page.getByRole('button', { name: /^Box on the picture/ });
    const place = await canvas.boundingBox();
    assert.ok(place);
    await page.mouse.move(place.x + place.width * 0.25, place.y + place.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(place.x + place.width * 0.5, place.y + place.height * 0.75, { steps: 4 });
    await page.mouse.up();

    const asLogo = form.getByLabel('Also add as logo picture');
    assert.equal(await asLogo.isChecked(), false);
    await asLogo.check();
    await assertAccessible(page, 'add what was missed');
    await add.click();
    await page.getByRole('button', { name: 'Pepsi', exact: true }).waitFor();
    await canvas.waitFor({ state: 'detached' });

    const [{ appearance_added: added }] = await list();
    assert.deepEqual([added.start, added.end, added.source], [2, 4.5, 'visual']);

    const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 0.02);
    near(added.box.x, 0.25);
    near(added.box.y, 0.5);
    near(added.box.width, 0.25);
    near(added.box.height, 0.25);

    const row = page.getByRole('row').filter({ hasText: 'Pepsi' });
    await row.getByText('2.5 s').waitFor();
    await bar()
      .getByText(/^“Pepsi” added at 0:02.*, added as logo picture$/)
      .waitFor();

    const library = accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200);
    const pepsi = library.find((one: Json) => one.name === 'Pepsi');
    const [logo] = pepsi.logos;
    // The box is a quarter of the frame in each direction, so it has the frame's proportions.
    assert.ok(Math.abs(logo.width / logo.height - 16 / 9) < 0.2, `${logo.width} x ${logo.height}`);
  });

  test('Escape closes what a button opened, and the focus is there again', async () => {
    for (const name of ['Add what was missed', 'Share', 'Report', 'Ask again', 'Delete', 'Lanes']) {
      const opener = page.getByRole('button', { name, exact: true }).first();
      const focused = () => page.evaluate('document.activeElement.textContent');
      const forms = await page.locator('main').getByRole('textbox').count();

      await opener.click();
      await page.keyboard.press('Escape');
      await waitFor(async () => assert.equal(await focused(), name));
      assert.equal(await page.locator('main').getByRole('textbox').count(), forms, name);
    }
  });

  test('and by the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Add what was missed' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Fanta');

    const canvas = page.getByRole('button', { name: /^Box on the picture/ });
    await canvas.focus();

    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight'])
      await page.keyboard.press(key);

    await page.getByRole('button', { name: 'Add', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Fanta', exact: true }).waitFor();

    const { box } = (await list()).at(-1).appearance_added;
    // The first key press creates the box; only the others change it.
    assert.deepEqual(box, { x: 0.41, y: 0.41, width: 0.21, height: 0.2 });
  });

  test('what somebody else says meanwhile appears, and the last word stands', async () => {
    await open('Toyota');
    await choose('Actions for Toyota', 'Rename');

    const asked = { kind: 'rename', target: 'brand', name: 'Toyota', new_name: 'Tesla' };
    accepted(await stage.ada.post(`${stage.home}/v1/jobs/${job}/corrections`, asked), 201);
    await page.getByLabel('Right name', { exact: true }).fill('Lexus');
    await page.getByLabel('Right name', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Lexus', exact: true }).waitFor();
    await bar().getByRole('button', { name: '4 corrections' }).click();
    await bar().getByText('“Toyota” renamed to “Tesla”').waitFor();
    await bar().getByRole('button', { name: 'Undo: “Toyota” renamed to “Lexus”' }).click();
    await page.getByRole('button', { name: 'Tesla', exact: true }).waitFor();
    await assertAccessible(page, 'list of corrections');
  });

  test('what is refused is said where it was asked', async () => {
    await open('Tesla');
    await choose('Actions for Tesla', 'Confirm');

    for (const { correction_id: id } of await list())
      accepted(await stage.ada.delete(`${stage.home}/v1/jobs/${job}/corrections/${id}`), 204);

    await page.getByRole('form').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').getByText('the results have no brand “Tesla”').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
    assert.deepEqual(visitor.faults, []);
  });
});
