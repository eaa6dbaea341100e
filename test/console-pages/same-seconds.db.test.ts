/**
 * A brand's seconds on every page that shows them: lists, the page of a job, a batch, a comparison, exposure, a link;
 * as found and corrected.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Span, unionOf } from '../../server/src/analysis/spans.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json, urls, Worker } from '../interface/subject.ts';
import {
  correctedSeconds,
  corrections,
  first,
  firstSeconds,
  type Seconds,
  second,
  together,
} from '../seconds/made-results.ts';
import { ada, openBrowser, signIn, type Visit, visit, withoutBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

describe('a brand’s seconds on every page', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let batch: string;
  /** Ids of the jobs of the two videos, `first` and `second`. */
  let one: string;
  let other: string;

  before(async () => {
    stage = await openStage({ role: 'api' });
    const asked = { urls: urls(2), capabilities: ['brands'] };
    const made = accepted(await stage.ada.post(`${stage.home}/v1/batch`, asked), 202);
    batch = made.batch_id;
    [one, other] = made.jobs.map(({ job_id }: Json) => job_id);

    const worker = new Worker(stage.service.domain);
    await worker.complete(one, first());
    await worker.complete(other, second());
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const go = (path: string) => page.goto(stage.service.apiUrl + path);

  /**
   * Reads a time such as `0:12.9` or a length such as `12.9 s`. A length shorter than a tenth of a second, `< 0.1 s`,
   * counts as half a tenth.
   */
  const secondsIn = (text: string): number => {
    const [, less, minutes = '0', onClock, alone] =
      /(<\s*)?(?:\b(\d+):(\d\d\.\d)|\b(\d+\.\d) s\b)/.exec(text) ?? [];
    return less ? 0.05 : Number(minutes) * 60 + Number(onClock ?? alone ?? Number.NaN);
  };

  /**
   * Waits until the rows of a table show these seconds: in the given column, otherwise as the first time in each row.
   */
  async function ofTable(table: Locator, seconds: Seconds, column: string): Promise<void> {
    await table.waitFor();
    await waitFor(async () => {
      const heads = await table.getByRole('columnheader').allInnerTexts();
      const index = heads.findIndex((head) => head.replace(/[↓↑]/, '').trim() === column);
      assert.ok(index >= 0, heads.join());

      const rows = table.locator('tbody tr');
      const read: Record<string, number> = {};

      for (const row of await rows.all()) {
        const cells = (await row.locator('th, td').allInnerTexts()).map((cell) => cell.trim());
        const name = cells.find((cell) => cell in seconds) ?? cells.join(' | ');
        read[name] = secondsIn(cells[index] ?? '');
      }

      same(read, seconds);
    });
  }

  function same(read: Record<string, number>, seconds: Seconds): void {
    assert.deepEqual(Object.keys(read).sort(), Object.keys(seconds).sort());
    for (const [name, should] of Object.entries(seconds))
      assert.ok(
        Math.abs((read[name] ?? Number.NaN) - should) <= 0.05 + 1e-9,
        `${name} ${read[name]} for ${should}`,
      );
  }

  /** The start and end of each of a brand's appearances, as the list shows them. */
  async function rowsOf(name: string): Promise<Span[]> {
    const list = page.getByLabel(`Appearances of ${name}`);
    await list.waitFor();
    const times = await list.getByText(/^\d+:\d\d\.\d( – \d+:\d\d\.\d)?$/).allInnerTexts();
    return times.map((text) => {
      const [start = '', end = start] = text.split(' – ');
      return { start: secondsIn(start), end: secondsIn(end) };
    });
  }

  /**
   * Opens a brand of the table and returns the line that sums it up. A press is lost where the table moves under the
   * pointer, as it may while the page's pictures arrive, so it is repeated as a person would.
   */
  async function openBrand(name: string): Promise<Locator> {
    const sum = page.getByText(/^\d+ appearances?, .* seen(, said .*)?$/);
    await waitFor(async () => {
      const row = page.getByRole('button', { name, exact: true });
      if (await row.isVisible()) await row.click();
      await sum.waitFor({ timeout: 5000 }).catch(async () => {
        const tab = await page.getByRole('tabpanel').first().innerText();
        assert.fail(`${name} did not open at ${page.url()}: ${tab}`);
      });
    });
    return sum;
  }

  for (const corrected of [false, true]) {
    const own = corrected ? correctedSeconds : firstSeconds;
    describe(corrected ? 'as people corrected them' : 'as found', () => {
      if (corrected)
        before(async () => {
          for (const body of corrections)
            accepted(await stage.ada.post(`${stage.home}/v1/jobs/${one}/corrections`, body), 201);
        });

      test('in the list of jobs, of the three seen longest', async () => {
        await go('/jobs');
        const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${one}"]`) });
        const longest = Object.entries(own).toSorted((a, b) => b[1] - a[1]);

        await waitFor(async () => {
          const chips = await row
            .getByRole('list', { name: 'Brands seen longest' })
            .getByRole('listitem')
            .allInnerTexts();
          const read = Object.fromEntries(
            chips
              .filter((chip) => /\d:\d|\d s$/.test(chip))
              .map((chip) => [chip.replace(/(< )?[\d:.]+( s)?$/, '').trim(), secondsIn(chip)]),
          );
          same(read, Object.fromEntries(longest.slice(0, 3)));
        });
      });

      test('on the page of the job: table, line of numbers, and the rows of each brand', async () => {
        await go(`/jobs/${one}`);
        await ofTable(page.getByRole('table', { name: 'Brands' }), own, 'Seen');

        const figures = await page.getByRole('list', { name: 'In numbers' }).innerText();
        const most = Math.max(...Object.values(own));
        const [figure = ''] = /[\d:.]+(?: s)?\s+most: /.exec(figures) ?? [];
        assert.ok(Math.abs(secondsIn(figure) - most) <= 0.05 + 1e-9, figures);

        for (const [name, should] of Object.entries(own)) {
          const sum = await openBrand(name);
          assert.ok(Math.abs(secondsIn(await sum.innerText()) - should) <= 0.05 + 1e-9, name);

          const spans = unionOf(await rowsOf(name));
          const seconds = spans.reduce((all, { start, end }) => all + end - start, 0);
          // The page rounds each start and end to a tenth of a second.
          assert.ok(
            Math.abs(seconds - should) <= 0.1 * Math.max(1, spans.length) + 1e-9,
            `${name} ${seconds}`,
          );
          await page.getByRole('button', { name: 'All brands' }).click();
        }
      });

      test('in its exposure', async () => {
        await go(`/jobs/${one}?tab=exposure`);
        await ofTable(page.getByRole('table', { name: 'Exposure' }), own, 'Seen');
      });

      test('in the comparison of the batch, of any jobs, and in the exposure beside both', async () => {
        for (const path of [`/batches/${batch}?tab=brands`, `/compare?jobs=${one},${other}`]) {
          await go(path);
          await ofTable(
            page.getByRole('table', { name: 'Brand comparison' }),
            together(own),
            'Seen',
          );
          await ofTable(page.getByRole('table', { name: 'Exposure' }), together(own), 'Seen');
        }
      });

      test('behind a link', async () => {
        const asked = { parts: ['brands', 'exposure'], expires_in_days: 1 };
        const path = `${stage.home}/v1/jobs/${one}/shares`;
        const { url } = accepted(await stage.ada.post(path, asked), 201);
        await go(new URL(url).pathname);
        await ofTable(page.getByRole('table'), own, 'Seen');

        const section = page.getByRole('region', { name: 'Brands', exact: true });
        const lines = await section.locator('summary').allInnerTexts();
        const read = lines.map((line) => line.split('\n').map((part) => part.trim()));
        same(
          Object.fromEntries(read.map(([name = '', ...text]) => [name, secondsIn(text.join(' '))])),
          own,
        );
      });
    });
  }

  test('nothing broke in the pages meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
