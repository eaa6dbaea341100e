/** The operator's page of runners, and whether the operator's pages fit on a phone, in a real browser. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { partProtocol } from '../../server/src/perception/part.ts';
import { ada, assertAccessible, openBrowser, signIn, visit, withoutBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

describe('runners', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  const row = (name: string) =>
    page.getByRole('table', { name: 'Runners' }).getByRole('row').filter({ hasText: name });
  const go = (path: string) => page.goto(stage.service.apiUrl + path);

  before(async () => {
    stage = await openStage({ role: 'api' });
    browser = await openBrowser();
    page = (await visit(browser)).page;
    await go('/sign-in');
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Sends the heartbeat that a runner's process would send. */
  async function beat(token: string): Promise<void> {
    const answer = await fetch(`${stage.service.apiUrl}/runner/v1/heartbeat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        protocol: partProtocol,
        version: '9.9.9',
        instance: randomUUID(),
        serves: ['hear'],
        hosts: 2,
        engines: [],
      }),
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  test('one is made, shows its token once, is seen online, and is revoked by its name', async () => {
    await go('/operator/runners');
    await page.getByText('There are no runners').waitFor();
    await page.getByRole('button', { name: 'Make a runner' }).click();
    await page.getByLabel('Name').fill('GPU at home');
    await page.getByRole('button', { name: 'Make runner' }).click();

    const token = await page.getByText(/^rs_runner_/).innerText();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await row('GPU at home').getByText('not started yet').waitFor();
    await beat(token);
    await row('GPU at home').getByText('online').waitFor();
    await assertAccessible(page, 'runners');

    // The runner ingests no videos, unlike a worker of the service.
    await go('/operator/overview');

    const worker = page.getByRole('table', { name: 'Workers' }).locator('tbody tr').first();
    assert.match(await worker.innerText(), /^Runner\s+rnr_[\s\S]+\thear\t/);

    await go('/operator/runners');
    await page.getByRole('button', { name: 'Revoke GPU at home' }).click();
    await page.getByLabel('Type GPU at home to go on').fill('GPU at home');
    await page.getByRole('button', { name: 'Revoke the runner' }).click();
    await row('GPU at home').getByText('revoked').waitFor();
  });

  test('on a phone no page of the operator is wider than the screen, and its entry is in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { token } = await stage.service.admin.runners.create({ name: 'A laptop in the cellar' });
    // Gives the overview a table of workers; the table of queues exists only while a task waits.
    await beat(token);
    await stage.service.admin.backups.make();

    const pages = 'overview workspaces engines runners platforms disk accounts backups audit';
    for (const name of pages.split(' ')) {
      await go(`/operator/${name}`);
      await page.getByRole('table').first().waitFor();

      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(wide) <= 390, `${name}: ${wide} px`);

      const entry = page.getByRole('navigation', { name: 'Operator' }).locator('[aria-current]');
      const box = await entry.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `${name}: ${JSON.stringify(box)}`);
    }
  });
});
