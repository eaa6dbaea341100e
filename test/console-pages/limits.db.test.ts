/** What the pages say when the service is short of space or receives too many calls, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import {
  assertAccessible,
  openBrowser,
  signUpFirst,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';

describe('Limits', { skip: withoutBrowser }, () => {
  let service: TestService;
  let browser: Browser;
  let seen: Visit;
  before(async () => {
    service = await startTestService({
      REELSIGHT_YTDLP: 'no-such-program',
      REELSIGHT_DISK_RESERVE_MB: '1000000000000',
      REELSIGHT_DISK_RESERVE_PERCENT: '100',
      REELSIGHT_SESSION_CALLS_PER_MINUTE: '10',
      REELSIGHT_SESSION_CALLS_BURST: '40',
    });
    browser = await openBrowser();
    seen = await visit(browser);

    await signUpFirst(seen.page, service.firstAccountUrl);
  });

  after(async () => {
    await browser?.close();
    await service?.close();
  });

  test('who asks for an analysis is told in plain words that there is no space', async () => {
    const { page } = seen;
    await page.getByLabel('Links').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByText('The service is short of disk space and accepts no new work').waitFor();
  });

  test('the operator sees how much space there is', async () => {
    const { page } = seen;
    await page.goto(`${service.apiUrl}/operator`);
    await page.getByText('below the reserve: no new uploads').waitFor();
    await page.getByText(/^[\d.]+ [MGT]B of [\d.]+ [MGT]B$/).waitFor();
    await assertAccessible(page, 'Overview');
  });

  test('a page that was called too often comes by itself a little later', async () => {
    const { page } = seen;
    const refused: number[] = [];

    // Repeats the call until the service refuses it, as if other pages of this person had used up the permitted calls.
    await page.route(
      /\/jobs(\?|$)/,
      async (route) => {
        let response = await route.fetch();
        while (response.status() !== 429) response = await route.fetch();
        refused.push(response.status());
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Videos' }).first().click();
    await page.getByText('No videos yet').waitFor();
    assert.deepEqual(refused, [429]);
    assert.deepEqual(seen.faults, []);
  });
});
