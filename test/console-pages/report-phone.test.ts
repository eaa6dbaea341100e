/** The HTML file of a report on a phone. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { htmlOf } from '../../server/src/reports/html.ts';
import { framesOf, reportContent } from '../../server/testing/report-content.ts';
import { openBrowser, visit, withoutBrowser } from './browser.ts';

const small = { x: 0.6, y: 0.2, width: 0.08, height: 0.05 };
const names = ['Coca-Cola', 'Sony', 'Deutsche Telekom und Partner GmbH', 'Würth', 'Heineken'];

/** Elements that are wider than the page, except in a table's scroller or where this is intended. */
const wide = `[...document.querySelectorAll('.page *')]
  .filter((one) => !one.closest('.wide table') && one.getBoundingClientRect().width > 0)
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 || one.getBoundingClientRect().left < -0.5)
  .map((one) => one.outerHTML.slice(0, 120))`;
const scroller = `document.querySelector('#brands .wide')`;
/** Texts that are cut off by their container. */
const cut = `[...document.querySelectorAll('.page bdi, .page td, .page figcaption a, .page .one, .page .stack i, .page .surfaces span')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && getComputedStyle(one).fontSize !== '0px')
  .map((one) => one.textContent)`;
/** Labels of the same axis that overlap. */
const glued = `[...document.querySelectorAll('.axis div')].flatMap((axis) => {
  const shown = [...axis.children].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  return shown.filter((one, at) => at > 0 && one.left < shown[at - 1].right + 2).map(() => axis.textContent);
})`;

/** Widths of the enlarged logos, as shares of the width of the frame in whose corner they are. */
const details = `[...document.querySelectorAll('.detail')]
  .map((one) => one.getBoundingClientRect().width / one.parentElement.getBoundingClientRect().width)`;

describe('the HTML of a report', { skip: withoutBrowser }, () => {
  let browser: Browser;
  let folder: string;
  let address: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-report-'));
    const several = reportContent({ names, priced: true, seconds: 4000 });
    // One brand has a single frame, which is drawn larger, with a small logo.
    const videos = several.videos.map((video, index) => ({
      ...video,
      appearances: video.appearances.map((appearance) =>
        appearance.brand === 'Sony' && appearance.box
          ? {
              ...appearance,
              box: small,
              frame: index === 0 && appearance.start < 1000 ? appearance.frame : null,
            }
          : appearance,
      ),
    }));
    const content = { ...several, videos };
    const file = join(folder, 'report.html');
    await writeFile(file, await htmlOf(content, await framesOf(content)));
    address = pathToFileURL(file).href;

    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const width of [320, 390])
    test(`fits a phone of ${width} pixels; only tables scroll, and names are whole`, async () => {
      const { page, ...visitor } = await visit(browser, { viewport: { width, height: 844 } });
      await page.goto(address);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      assert.deepEqual(await page.evaluate(wide), []);
      assert.deepEqual(await page.evaluate(cut), []);
      assert.deepEqual(await page.evaluate(glued), []);

      const table = page.getByRole('region', { name: 'Brands, table' });
      assert.ok(await page.evaluate(`${scroller}.scrollWidth > ${scroller}.clientWidth`));
      await page.getByText('scroll to the right').first().waitFor();
      // The name stays visible, however far the numbers are scrolled.
      await page.evaluate(`${scroller}.scrollLeft = 400`);

      const name = await table.getByText('Coca-Cola').boundingBox();
      assert.ok(name && name.x >= 0 && name.x + name.width < width);

      const [grid, proof] = await Promise.all([
        page.locator('.sides > div').first().boundingBox(),
        page.locator('.sides figure').first().boundingBox(),
      ]);
      assert.ok(grid && proof && proof.y >= grid.y + grid.height + 8, 'a proof stands apart');

      const feet = await page.evaluate(
        `[...new Set([...document.querySelectorAll('footer')].map((one) => one.getBoundingClientRect().left))]`,
      );
      assert.deepEqual(feet, [16]);

      const shares = (await page.evaluate(details)) as number[];
      assert.ok(shares.length > 0);
      for (const share of shares) assert.ok(Math.abs(share - 0.34) < 0.02, `${share}`);
      await visitor.close();
    });

  test('has every column of its table on a desk, without a hint to scroll', async () => {
    const { page, ...visitor } = await visit(browser, { viewport: { width: 1280, height: 800 } });
    await page.goto(address);
    assert.deepEqual(await page.evaluate(wide), []);
    assert.equal(await page.getByText('scroll to the right').first().isVisible(), false);
    assert.equal(await page.locator('.proofs.single').count(), 1);

    for (const share of (await page.evaluate(details)) as number[])
      assert.ok(Math.abs(share - 0.34) < 0.02, `${share}`);

    await visitor.close();
  });
});
