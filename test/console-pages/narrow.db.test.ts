/**
 * What readers see at first sight: aligned rows, names of any length, and tables that fit, on a desktop and on a phone.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { insertResults } from '../../server/src/db/jobs/job-results.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted } from '../interface/subject.ts';
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

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  assert.ok(box, String(what));
  return box;
};

/** Number of pixels that are visible only after scrolling sideways. */
const hidden = (what: Locator): Promise<number> =>
  what.evaluate((one) => Object(one).scrollWidth - Object(one).clientWidth);

describe('on a desk and on a phone', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  let long: string;
  let unread: string;
  let link: string;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const table = (name: string) => page.getByRole('table', { name, exact: true });

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();

    const upload_key = await uploadSample(stage);
    const { ada, home, media } = stage;

    job = await makeJob(stage, {
      upload_key,
      capabilities: ['brands'],
      upload_filename: 'show.mp4',
    });
    long = await makeJob(stage, { upload_key, capabilities: ['brands', 'transcription'] });
    unread = await makeJob(stage, { url: `${media.url}/status/403`, capabilities: ['brands'] });

    const batch = await makeBatch(stage, {
      urls: [`${media.url}/file/city-tour.mp4`],
      capabilities: ['metadata'],
    });

    await ada.post(`${home}/v1/follows`, {
      name: 'Travels',
      source: publishFeed(stage, 'narrow'),
      capabilities: ['metadata'],
      backfill: 0,
    });
    for (const id of [job, long, unread]) await ended(stage, `/v1/jobs/${id}`);
    await ended(stage, `/v1/batch/${batch}`);
    await stage.service.domain.db.query('delete from job_results where job_id = $1', [long]);
    await insertResults(stage.service.domain.db, long, JSON.stringify(twoHours(long)));

    const body = { parts: ['brands', 'exposure'], expires_in_days: 7 };
    const share = accepted(await ada.post(`${home}/v1/jobs/${job}/shares`, body), 201);
    link = new URL(share.url).pathname;
    visitor = await visit(browser);
    page = visitor.page;
    await go('/analyse');
    await signIn(page);
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('in the list of jobs, states stand on the line of their titles, and filters in one line', async () => {
    await go('/jobs');

    for (const [title, state] of [
      ['show.mp4', 'completed'],
      ['/status/403', 'failed'],
    ] as const) {
      const row = table('Videos').locator('tbody tr').filter({ hasText: title }).first();
      const name = await boxOf(row.getByRole('link').first());
      const status = await boxOf(row.getByText(state, { exact: true }));
      assert.ok(Math.abs(name.y - status.y) < 6, `${title}: ${name.y}, ${status.y}`);
    }

    await page.getByLabel('Follow', { exact: true }).waitFor();
    const labels = ['Search', 'Status', 'From', 'To', 'Tag', 'Follow', 'Group'];
    const boxes = await Promise.all(
      labels.map((label) => boxOf(page.getByRole('search').getByLabel(label, { exact: true }))),
    );
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      if (!next) continue;
      assert.ok(Math.abs(box.y - next.y) < 4, `${labels[index]} and ${labels[index + 1]} in line`);
      assert.ok(box.x + box.width < next.x, `${labels[index]} ends before ${labels[index + 1]}`);
    }
  });

  test('on a phone the list of jobs says what failed, and why', async () => {
    await page.setViewportSize(phone);
    await go('/jobs');
    const row = table('Videos').locator('tbody tr').filter({ hasText: '/status/403' });

    for (const words of [/^failed$/, /platform refused access/]) {
      const box = await boxOf(row.getByText(words));
      assert.ok(box.x >= 0 && box.x + box.width <= phone.width, String(words));
    }

    assert.equal(await hidden(table('Videos').locator('..')), 0);
    await assertAccessible(page, 'stacked rows');
    await page.setViewportSize(desk);
  });

  test('a name of 80 letters takes no column away', async () => {
    await go(`/compare?jobs=${job},${long}`);

    for (const name of ['Brand comparison', 'Exposure']) {
      await table(name).waitFor();
      assert.equal(await hidden(table(name).locator('..')), 0, name);
    }
    await page.setViewportSize(phone);

    for (const name of ['Brand comparison', 'Exposure'])
      await waitFor(async () => assert.equal(await hidden(table(name).locator('..')), 0, name));

    await page.setViewportSize(desk);
  });

  test('a job that is gone is named once, with no advice that does not fit', async () => {
    await go(`/compare?jobs=job_${'0'.repeat(26)}`);
    await page.getByText('Nothing to compare: 1 video not readable').waitFor();
    assert.equal(await page.getByText('Ask for brands').count(), 0);
    await go(`/compare?jobs=${unread}`);
    await page.getByText('Nothing to compare: 1 video not completed.').waitFor();
  });

  test('on a phone the numbers of a job stand whole above its time axis', async () => {
    await page.setViewportSize(phone);
    await go(`/jobs/${job}?tab=exposure`);
    await table('Exposure').waitFor();
    assert.equal(await hidden(table('Exposure').locator('..')), 0);

    const axis = page.getByRole('region', { name: 'Time axis' });
    await axis.waitFor();

    const last = await boxOf(table('Exposure').locator('tbody tr').last());
    const csv = await boxOf(page.getByRole('button', { name: 'Download exposure (CSV)' }));
    assert.ok(last.height > 20 && last.y < csv.y && csv.y < (await boxOf(axis)).y);
    // A short list leaves no gap between it and the time axis.
    await page.getByRole('tab', { name: /^Brands/ }).click();

    const add = await boxOf(page.getByRole('button', { name: 'Add what was missed' }));
    assert.ok((await boxOf(axis)).y - (add.y + add.height) < 160);
    await page.setViewportSize(desk);
  });

  test('a shared page has the colours of brands in each part, and fits a phone', async () => {
    const guest = await visit(browser, { viewport: phone });
    await guest.page.goto(stage.service.apiUrl + link);

    const exposure = guest.page.getByRole('region', { name: 'Exposure of brands' });
    await exposure.waitFor();
    assert.equal(await hidden(exposure), 0);
    await exposure.getByRole('columnheader', { name: 'Equivalent' }).waitFor();

    const names = exposure.locator('tbody th bdi');
    const [short = ''] = await names.allTextContents();
    const callFirst = (name: string) =>
      names.first().evaluate((bdi, text) => Object.assign(bdi, { textContent: text }), name);
    await callFirst('Lexington Motors Internationalisation');
    assert.equal(await hidden(exposure), 0, 'with a long name');
    await callFirst(short);

    const coloursIn = (rows: Locator) =>
      rows.evaluateAll((all) =>
        all.map((row) => {
          const swatch = Object(row).querySelector('[aria-hidden]');
          const { textContent } = Object(row).querySelector('bdi');
          return [textContent, Object(globalThis).getComputedStyle(swatch).color].join(' ');
        }),
      );
    const above = await coloursIn(exposure.locator('tbody th'));
    const below = await coloursIn(
      guest.page.locator('summary').filter({ has: guest.page.locator('bdi') }),
    );

    assert.ok(above.length > 1);
    assert.deepEqual(above.toSorted(), below.toSorted());
    assert.equal(new Set(above.map((one) => one.split('rgb')[1] ?? one)).size, above.length);
    await assertAccessible(guest.page, 'shared page');
    await guest.close();
  });

  test('on a phone a link is ended without a sideways scroll', async () => {
    await page.setViewportSize(phone);
    await go('/settings/links');

    const end = page.getByRole('button', { name: 'End link' });
    await end.waitFor();

    const box = await boxOf(end);
    assert.ok(box.x >= 0 && box.x + box.width <= phone.width);
    await assertAccessible(page, 'links');
    await page.setViewportSize(desk);
  });

  test('the audit log of the operator is as wide as its page', async () => {
    await go('/operator/audit');
    await table('Audit log').waitFor();
    assert.equal(await hidden(table('Audit log').locator('..')), 0);
  });

  test('undoing a rename leaves the brand closed', async () => {
    await go(`/jobs/${job}`);
    const row = table('Brands')
      .locator('tbody tr')
      .filter({ hasText: /\d:\d\d\.\d|\d\.\d s/ })
      .first();
    const name = (await row.getByRole('rowheader').innerText()).trim();
    const named = (one: string) => page.getByRole('button', { name: one, exact: true });
    await named(name).click();
    await page.getByRole('button', { name: `Close ${name}` }).waitFor();
    await named(`Actions for ${name}`).first().click();
    await named('Rename').click();
    await page.getByLabel('Right name', { exact: true }).fill('Right & Co');
    await page.keyboard.press('Enter');
    await table('Brands').getByRole('rowheader', { name: 'Right & Co' }).waitFor();

    const bar = page.getByRole('region', { name: 'Corrections' });
    await bar.getByRole('button', { name: 'Undo', exact: true }).click();
    await table('Brands').getByRole('rowheader', { name, exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Close / }).count(), 0);
    assert.doesNotMatch(page.url(), /thing=/);
  });

  test('the sign of a brand in the sample shows the brand', async () => {
    await go('/sample');
    const sign = page.getByRole('button', { name: /^Proof frame of Volta/ }).locator('img');
    await sign.waitFor();

    // Counts how much of the picture has the red of the sign.
    const red = () =>
      sign.evaluate((image) => {
        const { naturalWidth: width, naturalHeight: height, ownerDocument } = Object(image);
        const canvas = Object.assign(ownerDocument.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);

        const { data } = context.getImageData(0, 0, width, height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] > 150 && data[at + 1] < 80 && data[at + 2] < 80) count += 1;

        return count / (width * height || 1);
      }) as Promise<number>;
    await waitFor(async () => assert.ok((await red()) > 0.2, `${await red()}`));
  });

  test('nothing broke in the page and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
