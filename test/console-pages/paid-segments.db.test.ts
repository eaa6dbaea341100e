/** Paid segments on the page of a job: listed, confirmed, moved, given another payer, dismissed and added. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
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

describe('paid segments', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  const panel = () => page.getByRole('tabpanel');
  const segments = () => panel().getByLabel('Paid segments', { exact: true });
  const bar = () => page.getByRole('region', { name: 'Corrections' });
  const form = () => page.getByRole('form');
  const menu = (name: RegExp) => panel().getByRole('button', { name });
  const choose = async (name: RegExp, entry: string) => {
    await menu(name).click();
    await panel().getByRole('button', { name: entry, exact: true }).click();
  };
  const submit = (action: string) =>
    form().getByRole('button', { name: action, exact: true }).click();
  const undo = () => bar().getByRole('button', { name: 'Undo', exact: true }).click();
  const list = async (): Promise<Json[]> =>
    accepted(await stage.ada.get(`${stage.home}/v1/jobs/${job}/corrections`), 200);

  before(async () => {
    stage = await openStage();
    // The title is the only word about payment in the sample.
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      upload_filename: 'Sponsored by Toyota.mp4',
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
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('are a lane of the time axis, which opens their tab, with who pays and the words that tell', async () => {
    await page.getByTitle('Paid segments: 1 paid segment').click();
    await segments().getByText('Toyota', { exact: true }).waitFor();
    await segments().getByText('“Sponsored by Toyota.mp4”').waitFor();
    assert.match(page.url(), /tab=paid/);
    const disclosures = panel().getByRole('region', { name: 'Disclosures' });
    await disclosures.getByText('Toyota', { exact: true }).waitFor();
    await disclosures.getByText(/^in the title · /).waitFor();
    await assertAccessible(page, 'paid segments');
  });

  test('one goes from here to there, by the keyboard alone', async () => {
    await menu(/^Actions for the paid segment at 0:00/).focus();
    await page.keyboard.press('Enter');
    for (const _ of ['Confirm', 'Change times']) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    const title = 'Change the times of the paid segment of “Toyota” at 0:00.0';
    const change = page.getByRole('form', { name: title });
    const button = change.getByRole('button', { name: 'Change', exact: true });
    assert.equal(await button.isDisabled(), true, 'nothing is changed yet');

    await change.getByLabel('To', { exact: true }).fill('0:00');
    assert.equal(await button.isDisabled(), true, 'it ends before it begins');
    await change.getByLabel('From', { exact: true }).fill('0:02');
    await change.getByLabel('To', { exact: true }).fill('6,5');
    await assertAccessible(page, 'change the times');
    await page.keyboard.press('Enter');
    await bar().getByText('Paid segment of “Toyota” at 0:00.0 moved to 0:02.0 – 0:06.5').waitFor();
    await panel().getByText('0:02.0 – 0:06.5').waitFor();
    await panel().getByText('confidence 100 % · corrected by a person').waitFor();

    await bar().getByRole('button', { name: 'As found' }).click();
    await panel()
      .getByText(/^0:00\.0 – /)
      .waitFor();
    await bar().getByRole('button', { name: 'As corrected' }).click();
    await panel().getByText('0:02.0 – 0:06.5').waitFor();

    const [made] = await list();
    assert.deepEqual(
      [made.kind, made.segment, made.segment_new],
      ['move', { start: 0, brand: 'Toyota' }, { start: 2, end: 6.5 }],
    );
  });

  test('one that was missed is added on a phone, and what overlaps is refused in the form', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await panel().getByRole('button', { name: 'Add a paid segment' }).click();
    await form().getByLabel('From', { exact: true }).fill('0:04');
    await form().getByLabel('To', { exact: true }).fill('0:08');
    await submit('Add');
    await page
      .getByRole('alert')
      .getByText('it overlaps the paid segment of “Toyota” from 2 to 6.5 s')
      .waitFor();

    await form().getByLabel('Who pays, if known').fill('Pepsi');
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(wide, 390, 'nothing scrolls sideways');
    await assertAccessible(page, 'add a paid segment');
    await submit('Add');
    await segments().getByText('Pepsi', { exact: true }).waitFor();
    await bar().getByText('Paid segment of “Pepsi” added at 0:04.0 – 0:08.0').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('somebody else pays; the payer follows its brand', async () => {
    await choose(/at 0:04\.0, Pepsi$/, 'Change payer');
    const payer = form().getByLabel('Who pays', { exact: true });
    assert.equal(await payer.inputValue(), 'Pepsi');
    await payer.fill('Fanta');
    await payer.press('Enter');
    await segments().getByText('Fanta', { exact: true }).waitFor();
    await bar().getByText('Paid segment of “Pepsi” at 0:04.0: paid by “Fanta”').waitFor();
    await undo();
    await segments().getByText('Pepsi', { exact: true }).waitFor();

    const said = { kind: 'rename', target: 'brand', name: 'Toyota', new_name: 'Lexus' };
    accepted(await stage.ada.post(`${stage.home}/v1/jobs/${job}/corrections`, said), 201);
    await segments().getByText('Lexus', { exact: true }).waitFor();
    // The list of corrections is read by itself, and the button undoes the last one that it has.
    await bar().getByText('“Toyota” renamed to “Lexus”').waitFor();
    await undo();
    await segments().getByText('Toyota', { exact: true }).waitFor();
  });

  test('one is none, one is sure, and each is undone by one press', async () => {
    await choose(/at 0:04\.0, Pepsi$/, 'Dismiss');
    await assertAccessible(page, 'dismiss a paid segment');
    await submit('Dismiss');
    await segments().getByText('Pepsi', { exact: true }).waitFor({ state: 'detached' });
    await bar().getByText('Paid segment of “Pepsi” at 0:04.0 dismissed').waitFor();
    await undo();
    await segments().getByText('Pepsi', { exact: true }).waitFor();

    await choose(/at 0:02\.0, Toyota$/, 'Confirm');
    await submit('Confirm');
    await bar().getByText('Paid segment of “Toyota” at 0:02.0 confirmed').waitFor();
    await undo();
    await waitFor(async () => assert.equal((await list()).length, 2));
  });

  test('Escape closes what a menu or button opened', async () => {
    const add = panel().getByRole('button', { name: 'Add a paid segment' });
    await add.click();
    await form().waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
    await waitFor(async () =>
      assert.ok(await add.evaluate((button) => button === button.ownerDocument.activeElement)),
    );
  });

  test('a shared page says which are by a person', async () => {
    const body = { parts: ['brands', 'transcript'], expires_in_days: 7 };
    const path = `${stage.home}/v1/jobs/${job}/shares`;
    const { url } = accepted(await stage.ada.post(path, body), 201);

    const guest = await visit(browser);
    await guest.page.goto(stage.service.apiUrl + new URL(url).pathname);

    const paid = guest.page.getByRole('region', { name: 'Paid segments' });
    const pepsi = paid.getByRole('listitem').filter({ hasText: 'Pepsi' });
    await pepsi.getByText('by a person').waitFor();
    await assertAccessible(guest.page, 'shared page with corrected paid segments');
    assert.deepEqual(guest.faults, []);
    await guest.close();
    assert.deepEqual(visitor.faults, []);
  });
});
