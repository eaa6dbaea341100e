/** The operator's page of backups, in a real browser. */
import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startTestService } from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
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

    const password = page.getByLabel('Your password');
    const make = page.getByRole('button', { name: 'Make a backup' });

    await password.fill('not the password');
    await make.click();
    await page.getByText('is not the right one').waitFor();
    await assertAccessible(page, 'wrong password');
    await password.fill(ada.password);
    await make.click();
    await rows().filter({ hasText: 'complete' }).waitFor({ timeout: 60_000 });
    await assertAccessible(page, 'backups');

    const name = (await rows().first().locator('td div').first().innerText()).trim();
    assert.match(name, /^reelsight-.*\.tar\.zst$/);

    await page.getByRole('button', { name: `Restore ${name}` }).click();

    const restore = page.getByRole('button', { name: 'Restore this backup' });
    assert.ok(await restore.isDisabled(), 'only once the name is typed');
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByText('restoring that one undoes this').waitFor();
    await assertAccessible(page, 'restoring');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByLabel(`Type ${name} to go on`).fill(name);

    const remove = page.getByRole('button', { name: 'Delete this backup' });
    await password.fill('not the password');
    await remove.click();
    await page.getByText('is not the right one').waitFor();
    await password.fill(ada.password);
    await remove.click();
    await page.getByText('No backup yet').waitFor();
  });

  test('an encrypted one that was copied here asks for its key, and a wrong one is said at its field', async () => {
    const sealed = await startTestService({ REELSIGHT_BACKUP_PASSPHRASE: 'a quiet walk in town' });
    try {
      const { name } = await sealed.admin.backups.make();
      const state = async () => (await sealed.admin.backups.list()).backups[0]?.state;
      await waitFor(async () => assert.equal(await state(), 'whole'));

      const folder = join(stage.service.dataDir, 'backups');
      await mkdir(folder, { recursive: true });
      await copyFile(join(sealed.dataDir, 'backups', name), join(folder, name));
      await page.goto(`${stage.service.apiUrl}/operator/backups`);
      await rows().filter({ hasText: 'not checked, encrypted' }).waitFor();
      await page.getByRole('button', { name: `Restore ${name}` }).click();
      await page.getByLabel(`Type ${name} to go on`).fill(name);
      await page.getByLabel('Your password').fill(ada.password);

      const key = page.getByLabel('Passphrase or private key');
      const restore = page.getByRole('button', { name: 'Restore this backup' });
      await restore.click();
      await page.getByText('Give its passphrase, or the private key of a recipient.').waitFor();
      assert.equal(await key.getAttribute('aria-invalid'), 'true');
      await key.fill('a loud walk in town');
      await restore.click();
      await page.getByText('This passphrase or private key does not open the backup.').waitFor();
      assert.equal(await page.getByLabel(`Type ${name} to go on`).inputValue(), name);
      await assertAccessible(page, 'wrong key');
    } finally {
      await sealed.close();
    }
  });
});
