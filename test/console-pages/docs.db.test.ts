/** The documentation in a browser: every page shows its text on desktop and phone, and is accessible. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { docsPages, docsPath, referencePath } from '../../server/src/http/docs/contents.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { assertAccessible, openBrowser, type Visit, visit, withoutBrowser } from './browser.ts';

describe('the documentation', { skip: withoutBrowser }, () => {
  let service: TestService;
  let browser: Browser;
  let reader: Visit;

  before(async () => {
    service = await startTestService();
    browser = await openBrowser();
    reader = await visit(browser);
  });

  after(async () => {
    await reader?.close();
    await browser?.close();
    await service?.close();
  });

  test('every page has its heading, fits a phone, and has no fault', async () => {
    const { page } = reader;

    for (const docsPage of docsPages) {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(service.apiUrl + docsPath(docsPage));

      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      assert.ok(heading && heading.y < 400, `${docsPage.title}: the heading is at ${heading?.y}`);

      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, 390, `${docsPage.title} is ${width} pixels wide`);
    }

    assert.deepEqual(reader.faults, []);
  });

  test('pages are accessible, in light and dark, on desktop and phone', async () => {
    const { page } = reader;
    for (const path of ['/docs', '/docs/webhooks', '/docs/operating']) {
      await page.goto(service.apiUrl + path);
      await assertAccessible(page, path);
    }
  });

  test('the menu leads from page to page, and to the calls', async () => {
    const { page } = reader;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${service.apiUrl}/docs`);

    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: /Webhooks/ }).waitFor();
    await menu.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(`**${referencePath}`);
    await page.getByText('Create a job, or preview its cost').waitFor();
    assert.deepEqual(reader.faults, []);
  });
});
