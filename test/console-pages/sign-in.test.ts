/** The doors of the console: who may come in, what is said to who may not, and where one lands. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
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
    await page.getByRole('button', { name: 'Join the workspace' }).click();
    await page.getByRole('heading', { name: 'Analyse' }).waitFor();
    const switcher = page.getByLabel('Workspace', { exact: true });
    assert.equal(await switcher.inputValue(), workspace);
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
