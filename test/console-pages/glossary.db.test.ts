/** The glossary in a real browser: terms are written a line each, refused by their line, and kept from being lost. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ada, assertAccessible, openBrowser, signIn, visit, withoutBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

describe('a glossary', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const terms = () => page.getByLabel('Terms', { exact: true });

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

  test('is read, changed and kept', async () => {
    await go('/settings/glossary');
    await page.getByRole('heading', { name: 'Glossary' }).waitFor();
    await assertAccessible(page, 'empty glossary');
    assert.ok(await save().isDisabled());

    await terms().fill('# people\nSiobhán = shiv on\n\nKubernetes = cooper netties, kuber netes');
    await page.getByText('2 terms', { exact: true }).waitFor();
    await save().click();
    await page.getByText('2 terms, saved').waitFor();
    assert.equal(
      await terms().inputValue(),
      'Siobhán = shiv on\nKubernetes = cooper netties, kuber netes',
    );
    await page.reload();
    assert.match(await terms().inputValue(), /^Siobhán = shiv on\n/);
  });

  test('says in which line something is wrong', async () => {
    await terms().fill('Siobhán\n\nx');
    await save().click();
    await page.getByText('Line 3: Must have at least 2 letters or digits.').waitFor();
    await assertAccessible(page, 'refused glossary');

    await terms().fill('Acme\n\nÁCME');
    await save().click();
    await page.getByText('Line 3: “ÁCME” is there already, in line 1.').waitFor();
  });

  test('does not overwrite what somebody else changed meanwhile', async () => {
    const other = (await page.context().newPage()) as Page;
    await other.goto(`${stage.service.apiUrl}/settings/glossary`);
    await other.getByLabel('Terms', { exact: true }).fill('Grafana');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('1 term, saved').waitFor();
    await other.close();

    await terms().fill('Prometheus');
    await save().click();
    await page.getByText('Somebody else changed the glossary meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Show what stands' }).click();
    assert.equal(await terms().inputValue(), 'Grafana');
  });
});
