/** Plan and credits are hidden where one workspace has the service to itself and nothing has a price, and only there. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accepted } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { makeJob, openStage, type Stage } from './stage.ts';

const units = [
  'PROCESSING_MINUTE',
  'AUDIO_MINUTE',
  'TEXT_FRAME',
  'OBJECT_FRAME',
  'LOGO_FRAME',
  'VISION_IMAGE',
  '1K_TOKENS_IN',
  '1K_TOKENS_OUT',
];
const free = Object.fromEntries(units.map((unit) => [`REELSIGHT_PRICE_${unit}`, '0']));

describe('plan and credits', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;

  before(async () => {
    stage = await openStage({ role: 'api', env: free });
    const url = `${stage.media.url}/file/city-tour.mp4`;
    await makeJob(stage, { url, capabilities: ['brands'] });
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
  const credits = () => page.getByText(/\d credits?\b/);
  const settings = () => page.getByRole('navigation', { name: 'Settings' });
  const estimated = async () => {
    await go('/analyse');
    const answered = page.waitForResponse(
      (response) => /\/v1\/jobs$/.test(response.url()) && response.request().method() === 'POST',
    );
    await page.getByLabel('Links').fill(`${stage.media.url}/file/morning-show.mp4`);
    await answered;
    await page.getByText('1 video', { exact: false }).first().waitFor();
  };

  test('are hidden while nothing has a price and there is one workspace', async () => {
    await estimated();
    assert.equal(await page.getByLabel('Spending cap').count(), 0);
    assert.equal(await credits().count(), 0);
    await assertAccessible(page, 'form without prices');

    await go('/jobs');
    await page.getByRole('table', { name: 'Videos' }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Credits' }).count(), 0);
    await page.getByRole('table', { name: 'Videos' }).getByRole('link').first().click();
    await page.getByText('Waiting for a worker').waitFor();
    assert.equal(await credits().count(), 0);

    await go('/settings/plan');
    await page.getByRole('heading', { name: 'Brand library' }).waitFor();
    assert.equal(await settings().getByRole('link', { name: 'Plan and credits' }).count(), 0);
  });

  test('are shown as soon as there is another workspace', async () => {
    accepted(await stage.ada.post('/console/v1/workspaces', { name: 'Another' }), 201);
    await go('/settings/plan');
    await page.getByRole('heading', { name: 'Plan and credits' }).waitFor();
    await credits().first().waitFor();

    await estimated();
    await page.getByText(/^About 0 credits/).waitFor();
    assert.deepEqual(visitor.faults, []);
  });
});
