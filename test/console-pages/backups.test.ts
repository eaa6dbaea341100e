/** The operator's page of backups, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ada, assertAccessible, openBrowser, signIn, visit, withoutBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

describe('backups', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  const rows = () => page.getByRole('table', { name: 'Backups' }).locator('tbody tr');

  before(async () => {
    stage = await openStage({ role: 'api' });
    browser = await openBrowser();
    page = (await visit(browser)).page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('one is made, shown, and restored or deleted only after its name was typed', async () => {
    await page.goto(`${stage.service.apiUrl}/operator/backups`);
    await page.getByText('No backup yet').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await rows().filter({ hasText: 'whole' }).waitFor({ timeout: 60_000 });
    await assertAccessible(page, 'backups');
    const name = (await rows().first().locator('td').nth(1).innerText()).trim();
    assert.match(name, /^reelsight-.*\.tar\.zst$/);

    await page.getByRole('button', { name: `Restore ${name}` }).click();
    const restore = page.getByRole('button', { name: 'Restore this backup' });
    assert.ok(await restore.isDisabled(), 'only once the name is typed');
    await page.getByText('restoring that one undoes this').waitFor();
    await assertAccessible(page, 'restoring');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByLabel(`Type ${name} to go on`).fill(name);
    await page.getByRole('button', { name: 'Delete this backup' }).click();
    await page.getByText('No backup yet').waitFor();
  });
});
