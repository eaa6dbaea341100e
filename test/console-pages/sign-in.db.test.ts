/** Sign-in and sign-up in the console: who may enter, what others are told, and which page comes next. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { invite } from '../../server/src/domain/workspaces/members.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  signUpFirst,
  type Visit,
  visit,
  withoutBrowser,
  workspaceOf,
} from './browser.ts';

describe('the doors of the console', { skip: withoutBrowser }, () => {
  let service: TestService;
  let browser: Browser;
  let first: Visit;
  let stranger: Visit;
  let page: Page;

  before(async () => {
    service = await startTestService();
    browser = await openBrowser();
    first = await visit(browser);
    await first.page.goto(service.apiUrl);
    await first.page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await assertAccessible(first.page, 'first account');
    // Without the link, a visitor has to type its code.
    await first.page.getByLabel('Your name').fill(ada.name);
    await first.page.getByLabel('E-mail').fill(ada.email);
    await first.page.getByLabel('Password').fill(ada.password);
    await first.page.getByLabel('Code').fill('guessed');
    await first.page.getByRole('button', { name: 'Create account' }).click();
    await first.page.getByRole('alert').filter({ hasText: 'one-time code' }).waitFor();
    await signUpFirst(first.page, service.firstAccountUrl);
    stranger = await visit(browser);

    page = stranger.page;
  });

  after(async () => {
    await browser?.close();
    await service?.close();
  });

  test('after the first account a stranger is told whom to ask', async () => {
    await page.goto(service.apiUrl);
    await page.getByText('ask the operator of this service').waitFor();
    await page.goto(`${service.apiUrl}/sign-up`);
    await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor();
    await assertAccessible(page, 'closed sign-up');
  });

  test('a wrong password is refused in words, and the e-mail stays typed', async () => {
    await page.goto(`${service.apiUrl}/sign-in`);
    await signIn(page, { ...ada, password: 'not the right one' });
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('E-mail').inputValue(), ada.email);
    await assertAccessible(page, 'refused sign-in');
  });

  test('a link that leads to another site after sign-in does not', async () => {
    const visitor = await visit(browser);
    await visitor.page.goto(`${service.apiUrl}/sign-in?next=//example.com/jobs`);
    await signIn(visitor.page);
    await visitor.page.getByRole('heading', { name: 'Analyse' }).waitFor();
    assert.equal(new URL(visitor.page.url()).origin, new URL(service.apiUrl).origin);
    await visitor.close();
  });

  test('an invitation lets its reader sign up and leads into the workspace', async () => {
    const workspace = await workspaceOf(first.page);
    const link = await first.page.evaluate(async (id) => {
      const response = await fetch(`/console/v1/workspaces/${id}/invitations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'grace@example.com', role: 'member' }),
      });
      return ((await response.json()) as { data: { link: string } }).data.link;
    }, workspace);

    await page.goto(link);
    await page.getByRole('heading', { name: 'You are invited' }).waitFor();
    await assertAccessible(page, 'invitation');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByLabel('Password').fill('another long password');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
    assert.equal(await workspaceOf(page), workspace);
    await page.goto(`${service.apiUrl}/settings/workspace`);
    await page.getByRole('heading', { name: 'Workspace', exact: true }).waitFor();
    assert.equal(await page.getByText('Another workspace').count(), 0);
  });

  test('whoever loses the last workspace is told what to do, and comes back by an invitation', async () => {
    const workspace = await workspaceOf(first.page);
    const { domain } = service;
    await domain.db.query(
      `delete from members where user_id = (select id from users where email = 'grace@example.com')`,
    );
    await page.getByRole('heading', { name: 'You belong to no workspace' }).waitFor();
    await assertAccessible(page, 'no workspace');
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('heading', { name: 'You belong to no workspace' }).waitFor();

    const { token } = await invite(domain, workspace, {
      email: 'grace@example.com',
      role: 'member',
      access: null,
    });
    await page.goto(`${service.apiUrl}/join?token=${token}`);
    await page.getByRole('button', { name: 'Join the workspace' }).click();
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
  });

  test('under a name that is not its own the page says what to set', async () => {
    const host = `127.0.0.1.example:${new URL(service.apiUrl).port}`;
    const elsewhere = await openBrowser(['--host-resolver-rules=MAP 127.0.0.1.example 127.0.0.1']);
    try {
      const other = await visit(elsewhere);
      await other.page.goto(`http://${host}/`);
      await other.page.getByText('Set PUBLIC_URL to the address you use').waitFor();
    } finally {
      await elsewhere.close();
    }
  });

  test('sign-out ends the session, and the page is no longer there', async () => {
    await page.getByLabel('Account of Grace').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${service.apiUrl}/jobs`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('nothing broke in the page meanwhile', () => {
    assert.deepEqual([...first.faults, ...stranger.faults], []);
  });
});
