/** A person's account in a real browser: the second step, single sign-on, and the audit log entries about them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type OidcServer, startOidcServer } from '../../server/testing/accounts/oidc-server.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { codeOf } from '../console/authenticator.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  signUpFirst,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';

describe('an account', { skip: withoutBrowser }, () => {
  let service: TestService;
  let provider: OidcServer;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let secret = '';
  let recovery: string[] = [];
  const go = (path: string) => page.goto(service.apiUrl + path);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

  before(async () => {
    provider = await startOidcServer(() => [`${service.apiUrl}/console/auth/oidc/callback`]);
    service = await startTestService({
      REELSIGHT_OIDC_ISSUER: provider.issuer,
      REELSIGHT_OIDC_CLIENT_ID: provider.client.id,
      REELSIGHT_OIDC_CLIENT_SECRET: provider.client.secret,
      REELSIGHT_OIDC_LABEL: 'Company account',
    });
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;

    await signUpFirst(page, service.firstAccountUrl);
  });

  after(async () => {
    await browser?.close();
    await service?.close();
    await provider?.close();
  });

  test('a second step is set up by QR code or secret, and gives recovery codes once', async () => {
    await go('/settings/account');
    await button('Set up a second step').click();
    await page.getByLabel('Your password').fill('not my password');
    await button('Go on').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Your password').fill(ada.password);
    await button('Go on').click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
    assert.match(secret, /^[A-Z2-7]{32}$/);
    await assertAccessible(page, 'setting up a second step');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button('Turn it on').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await button('Turn it on').click();
    await page.getByText('These are your recovery codes. They are shown only now.').waitFor();
    recovery = (await page.locator('[role=note] code').innerText()).split(' ');
    assert.equal(recovery.length, 10);

    await assertAccessible(page, 'recovery codes');
  });

  test('sign-in asks for a code, says if it is wrong, and leads to the page that was wanted', async () => {
    const other = await visit(browser);
    await other.page.goto(`${service.apiUrl}/jobs`);
    await signIn(other.page);
    await other.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await assertAccessible(other.page, 'code');
    await other.page.getByLabel('Code', { exact: true }).fill('123');
    await other.page.getByRole('button', { name: 'Go on' }).click();
    await other.page.getByRole('alert').filter({ hasText: 'Is wrong' }).waitFor();
    await other.page.getByRole('button', { name: 'Begin again' }).click();
    await signIn(other.page);
    await other.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await other.page.getByRole('button', { name: 'Go on' }).click();
    await other.page.getByRole('heading', { name: 'Videos', exact: true }).waitFor();
    assert.deepEqual(other.faults, []);

    await other.close();
  });

  test('a button leads to the provider and back; who is new and not invited is told whom to ask', async () => {
    const other = await visit(browser);
    await other.page.goto(`${service.apiUrl}/sign-in`);
    await other.page.getByRole('link', { name: 'Company account' }).waitFor();
    await assertAccessible(other.page, 'sign-in with single sign-on');
    provider.people.set('new', { email: 'new@example.com', email_verified: true });
    provider.signedIn = 'new';
    await other.page.getByRole('link', { name: 'Company account' }).click();
    await other.page.getByRole('alert').filter({ hasText: 'no account for your e-mail' }).waitFor();
    await assertAccessible(other.page, 'refused single sign-on');
    provider.people.set('ada', { email: ada.email, email_verified: true });
    provider.signedIn = 'ada';

    const again = await visit(browser);
    await again.page.goto(`${service.apiUrl}/follows`);
    await again.page.getByRole('link', { name: 'Company account' }).click();
    await again.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await again.page.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '');
    await again.page.getByRole('button', { name: 'Go on' }).click();
    await again.page.getByRole('heading', { name: 'Follows' }).waitFor();
    assert.deepEqual([...other.faults, ...again.faults], []);
    await other.close();
    await again.close();
  });

  test('keys name their maker', async () => {
    await go('/settings/keys');
    await button('Make a key').click();
    await page.getByLabel('Name').fill('nightly import');
    await button('Make key').click();
    await button('Done').click();
    await rows('API keys')
      .filter({ hasText: `by ${ada.name} (${ada.email})` })
      .waitFor();

    await assertAccessible(page, 'keys');
  });

  test('the audit log says it, to the owner and to the operator', async () => {
    await go('/settings/audit');
    await rows('Audit log').filter({ hasText: 'API key made' }).waitFor();
    assert.equal(await rows('Audit log').count(), 1);
    await assertAccessible(page, 'audit log of a workspace');
    await go('/operator/audit');
    await rows('Audit log').filter({ hasText: 'single sign-on linked' }).waitFor();
    await assertAccessible(page, 'audit log of the service');
    await page.getByLabel('What', { exact: true }).selectOption('sign_in.totp_enabled');
    await rows('Audit log').filter({ hasText: 'API key made' }).waitFor({ state: 'detached' });

    assert.match(await rows('Audit log').innerText(), /second step turned on/);
  });

  test('a second step is turned off by password and code, or by the operator', async () => {
    await go('/settings/account');
    await button('Turn it off').click();
    await page.getByLabel('Your password').fill(ada.password);
    await page.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '');
    await button('Turn off the second step').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(recovery[1] ?? '');
    await assertAccessible(page, 'turning it off');
    await button('Turn off the second step').click();

    await button('Set up a second step').waitFor();
  });

  test('nothing broke in the page meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
