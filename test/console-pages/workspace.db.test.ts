/** Jobs in every state, settings and the operator's pages, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accepted, urls, videoUrl, Worker } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { makeBatch, makeJob, openStage, type Stage } from './stage.ts';

const grace = { name: 'Grace Guest', email: 'grace@example.com', password: 'another quiet walk' };

describe('a workspace', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  before(async () => {
    stage = await openStage({ role: 'api' });
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await go('/sign-in');
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('jobs of every state: those that can be are cancelled or deleted, with what is lost', async () => {
    const worker = new Worker(stage.service.domain);
    const links = urls(3);
    const made: string[] = [];

    for (const url of links)
      made.push(await makeJob(stage, { url, capabilities: ['transcription'] }));

    const [waiting = '', failed = '', done = ''] = made;
    await worker.fail(failed, 'PLATFORM_403');
    await worker.complete(done);
    await go('/jobs');
    await rows('Videos').filter({ hasText: 'The platform refused access' }).waitFor();
    await assertAccessible(page, 'jobs in every state');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await button('Cancel 1 video').click();
    await page.getByText('They stop at once and give no results.').waitFor();
    assert.ok(await button('Cancel these analyses').isDisabled(), 'only once it is typed');
    await page.getByLabel('Type 1 video to go on').fill('1 video');
    await assertAccessible(page, 'cancelling');
    await button('Cancel these analyses').click();
    await rows('Videos').filter({ hasText: 'cancelled' }).waitFor();
    assert.equal((await worker.row(waiting))?.status, 'cancelled');
    // The list learns of the cancelled job before the answer clears the selection.
    await page.getByRole('checkbox', { name: 'Select all', checked: false }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await button('Delete 3 videos').click();
    await page.getByLabel('Type 3 videos to go on').fill('3 videos');
    await button('Delete these videos').click();
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
  });

  test('a job of another hand appears in the list that is open', async () => {
    const worker = new Worker(stage.service.domain);
    const job = await makeJob(stage, { url: videoUrl, capabilities: ['transcription'] });

    await rows('Videos').filter({ hasText: 'pending' }).waitFor();
    const claimed = await worker.claim(job);

    await rows('Videos').filter({ hasText: 'processing' }).waitFor();
    assert.equal(await worker.ingest(claimed, 60), 'go');
    await worker.settle(claimed);
    await rows('Videos').filter({ hasText: 'completed' }).filter({ hasText: 'A video' }).waitFor();
  });

  test('the account’s menu is whole, and ids stand on one line on a phone (D6, D17)', async () => {
    await page.getByLabel(`Account of ${ada.name}`).click();
    const menu = page.getByText('Operator of this service').locator('..');
    const clear = await menu.evaluate((one) => {
      type Box = { right: number; bottom: number; top: number };
      const element = one as unknown as {
        getBoundingClientRect(): Box;
        contains(other: unknown): boolean;
      };
      const { right, top } = element.getBoundingClientRect();
      const { document: doc } = globalThis as unknown as {
        document: { elementFromPoint(x: number, y: number): unknown };
      };

      return element.contains(doc.elementFromPoint(right - 4, top + 4));
    });
    assert.ok(clear, 'its edge is in sight');
    await page.keyboard.press('Escape');
    await go('/settings/workspace');
    await page.setViewportSize({ width: 390, height: 844 });

    const id = page
      .locator('code')
      .filter({ hasText: /^ws_|^[a-z]+_/ })
      .first();
    await id.waitFor();
    assert.ok(((await id.boundingBox())?.height ?? 99) < 28, 'one line');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the bar of a batch fills with what is done, not with what runs (D4, D10)', async () => {
    const worker = new Worker(stage.service.domain);
    const batch = await makeBatch(stage, { urls: urls(2), capabilities: ['transcription'] });
    await go(`/batches/${batch}`);

    const filled = async (name: string) => {
      const parts = page.getByRole('img', { name, exact: true }).locator('span');
      await parts.first().waitFor({ state: 'attached' });

      return parts.evaluateAll((all) =>
        all.reduce(
          (sum, one) =>
            sum + Number.parseFloat((one as unknown as { style: { width: string } }).style.width),
          0,
        ),
      );
    };
    assert.equal(await filled('2 pending'), 0);

    const { jobs } = accepted(await stage.ada.get(`${stage.home}/v1/batch/${batch}`), 200);
    const claimed = await worker.claim(jobs[0].job_id);

    assert.equal(await filled('1 processing, 1 pending'), 0);
    assert.equal(await worker.ingest(claimed, 60), 'go');
    await worker.settle(claimed);
    assert.equal(await filled('1 completed, 1 pending'), 50);
    await page.getByText('of 1:00.0 and 1 video of a length not yet known').waitFor();
    await worker.fail(jobs[1].job_id, 'PLATFORM_403');
    assert.equal(await filled('1 completed, 1 failed'), 100);
  });

  test('a source that does not answer is no fault of the link: one thing is said, not two (D12)', async () => {
    let body = { code: 'PLATFORM_UNAVAILABLE', message: 'The platform does not answer.' };
    let status = 503;

    await page.route('**/follows/preview', (route) =>
      route.fulfill({ status, json: { error: body } }),
    );
    await go('/follows/new');
    await page.getByLabel('Link to follow').fill('https://www.youtube.com/@baker');
    await page.getByText('The source does not answer now: The platform does not answer.').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await assertAccessible(page, 'no preview');
    body = { code: 'INVALID_URL', message: 'url: must lead to a channel.' };
    status = 422;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').filter({ hasText: 'ust lead to a channel.' }).waitFor();
    await page.getByText('There is nothing to show: the link is refused.').waitFor();
    await page.unroute('**/follows/preview');
    await page.getByLabel('Link to follow').fill('');
  });

  test('a key is shown once with a line to try it, and is revoked by its name', async () => {
    await go('/settings');
    await page.waitForURL(/\/settings\/brands$/);
    await page.getByRole('link', { name: 'API keys' }).click();
    await button('Make a key').click();
    await page.getByLabel('Name').fill('nightly import');
    await page.getByLabel(/^jobs:write/).uncheck();
    await page.getByLabel(/^jobs:read/).uncheck();
    await page.getByLabel(/^account:read/).uncheck();
    await button('Make key').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel(/^account:read/).check();
    await button('Make key').click();
    await page.getByText('This is the key. It is shown only now.').waitFor();

    const key = await page.locator('[role=note] code').first().innerText();
    await assertAccessible(page, 'new key');

    const account = () =>
      fetch(`${stage.service.apiUrl}/v1/account`, { headers: { 'X-Api-Key': key } });
    assert.equal((await account()).status, 200);
    await button('Done').click();
    await page.getByText(key).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke nightly import' }).click();
    await page.getByLabel('Type nightly import to go on').fill('nightly import');
    await button('Revoke key').click();
    await rows('API keys').filter({ hasText: 'revoked' }).waitFor();
    assert.equal((await account()).status, 401);
  });

  test('somebody is invited by a link, joins as a member and sees no secret', async () => {
    await go('/settings/members');
    await page.getByLabel('E-mail').fill(grace.email);
    await button('Make an invitation link').click();
    await page.getByText('This is the link. It is shown only now.').waitFor();

    const link = await page.locator('[role=note] code').first().innerText();
    await assertAccessible(page, 'members');

    const guest = await visit(browser);
    await guest.page.goto(link);
    await guest.page.getByRole('link', { name: 'Sign up' }).click();
    await guest.page.getByLabel('Your name').fill(grace.name);
    await guest.page.getByLabel('E-mail').fill(grace.email);
    await guest.page.getByLabel('Password').fill(grace.password);
    await guest.page.getByRole('button', { name: 'Sign up' }).click();
    await guest.page.getByRole('heading', { name: 'Analyse' }).waitFor();
    await guest.page.goto(`${stage.service.apiUrl}/settings/webhooks`);
    await guest.page.getByText('Only an owner of this workspace sees and rotates it.').waitFor();
    await guest.page.goto(`${stage.service.apiUrl}/operator`);
    await guest.page.getByRole('heading', { name: 'This page is for the operator' }).waitFor();
    await guest.page.goto(`${stage.service.apiUrl}/settings/members`);
    await guest.page.getByText('An owner of this workspace can invite others.').waitFor();
    assert.deepEqual(guest.faults, []);
    await guest.close();
    await page.reload();
    await rows('Members').filter({ hasText: grace.name }).waitFor();
    await page.getByLabel(`Role of ${ada.name}`).selectOption('member');
    await page.getByRole('alert').filter({ hasText: 'a workspace needs an owner' }).waitFor();
    await page.getByRole('button', { name: `Remove ${grace.name}` }).click();
    await page.getByLabel(`Type ${grace.email} to go on`).fill(grace.email);
    await button('Remove member').click();
    await rows('Members').filter({ hasText: grace.name }).waitFor({ state: 'detached' });
  });

  test('plan and account are said in words', async () => {
    await go('/settings/plan');
    await page.getByText('A video of up to 240 minutes').waitFor();
    await assertAccessible(page, 'plan');
    await go('/settings/account');
    await page.getByLabel('Password now').fill('not my password');
    await page.getByLabel('New password').fill('a longer walk in town');
    await button('Change password').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password now').fill(ada.password);
    await button('Change password').click();
    await page.getByText('The password is changed.').waitFor();

    await assertAccessible(page, 'account');
  });

  test('the operator sees the parts, the engines and what they lack, platforms and accounts', async () => {
    for (const [path, text] of [
      ['/operator', 'No worker is running'],
      ['/operator/engines', 'REELSIGHT_AI_URL'],
      ['/operator/platforms', 'Update yt-dlp'],
      ['/operator/disk', 'Proof frames, storyboards, thumbnails'],
      ['/operator/accounts', 'grace@example.com'],
    ] as const) {
      await go(path);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      await assertAccessible(page, path);
    }

    await page.getByRole('button', { name: `New password for ${grace.name}` }).click();
    await page.getByLabel(`Type ${grace.email} to go on`).fill(grace.email);
    await button('Make a new password').click();
    await page.getByText(`The new password of ${grace.email}.`).waitFor();
  });

  test('the operator frees space: it is counted first, and removed once that is confirmed', async () => {
    await go('/operator/disk');
    await page.getByLabel('Remove').selectOption('leftovers');
    await page.getByLabel('Older than').selectOption('a year');
    await button('Count them').click();
    await page.getByText('another installation uses the same storage').first().waitFor();
    await page.getByLabel('Type remove to go on').fill('remove');
    await button('Remove them').click();
    await page.getByText('They are being removed in the background.').waitFor();

    await assertAccessible(page, 'freed');
  });

  test('the operator makes a workspace, gives credits with a reason, and deletes it by its name', async () => {
    await go('/operator/workspaces');
    await button('Make a workspace').click();
    await page.getByLabel('Name').fill('Harbour FC');
    await page.getByLabel('E-mail of who is responsible').fill('video@harbour.example');
    await page.getByRole('button', { name: 'Make workspace', exact: true }).click();
    await page.getByText('This is its first API key, shown only now.').waitFor();
    await button('Done').click();
    await page.getByRole('button', { name: 'Manage Harbour FC' }).click();
    await page.getByLabel('Credits', { exact: true }).fill('-5');
    await page.getByLabel('Reason').fill('Order 2041');
    await button('Add credits').click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'Order 2041');
    await page.getByLabel('Credits', { exact: true }).fill('250');
    await button('Add credits').click();
    await page.getByText('It has 10,250 credits now.').waitFor();
    await page
      .getByRole('form', { name: 'Change the plan' })
      .getByLabel('Plan')
      .selectOption('starter');
    await page.getByLabel(/^Payment is past due/).check();
    await button('Save plan').click();
    await rows('Workspaces').filter({ hasText: 'starter, past due' }).waitFor();
    await assertAccessible(page, 'workspaces');
    await button('Delete this workspace').click();
    await page.getByLabel('Type Harbour FC to go on').fill('Harbour FC');
    await page.getByRole('button', { name: 'Delete workspace', exact: true }).click();

    await rows('Workspaces').filter({ hasText: 'Harbour FC' }).waitFor({ state: 'detached' });
  });

  test('a workspace is made, renamed and deleted, and one comes back to the other', async () => {
    await go('/settings/workspace');
    await page.getByLabel('Name of the new workspace').fill('Second desk');
    await page.getByRole('button', { name: 'Make workspace', exact: true }).click();
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
    await go('/settings/workspace');

    const name = page.getByLabel('Name of the workspace');
    assert.equal(await name.inputValue(), 'Second desk');
    await name.fill('Third desk');
    await button('Rename').click();
    await page.getByText('Renamed.').waitFor();
    await assertAccessible(page, 'workspace');
    await button('Delete this workspace').click();
    await page.getByLabel('Type Third desk to go on').fill('Third desk');
    await page.getByRole('button', { name: 'Delete workspace', exact: true }).click();
    await page.getByText('Third desk').first().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
  });

  test('nothing broke in the page and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
