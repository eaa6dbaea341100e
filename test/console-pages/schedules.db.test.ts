/** Reports by schedule in a real browser: made, run, read with what changed, changed and deleted; by keyboard too. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
import { makeReport } from '../../server/src/jobs/make-report.ts';
import { openStorage } from '../../server/src/storage/open-storage.ts';
import type { Storage } from '../../server/src/storage/storage.ts';
import { accepted, Worker } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { openStage, type Stage, uploadSample } from './stage.ts';

const dayMs = 86_400_000;
const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };

const resultsOf = (publishedAt: Date): Results =>
  ({
    brands: [
      {
        name: 'Acme',
        confidence: 0.9,
        total_appearances: 1,
        first_seen: 5,
        last_seen: 9,
        appearances: [
          {
            timestamp: 5,
            timestamp_start: 5,
            timestamp_end: 9,
            visible_duration: 4,
            context: 'on screen',
            source: 'visual',
            confidence: 0.9,
            bounding_box: box,
          },
        ],
        frame_detections: [
          { timestamp: 5, confidence: 0.9, bounding_box: box },
          { timestamp: 9, confidence: 0.9, bounding_box: box },
        ],
      },
    ],
    metadata: { author: 'Talk', author_url: null, published_at: publishedAt.toISOString() },
    meta: { fps_used: 1, frames_analyzed: 28, engines: {} },
  }) as unknown as Results;

describe('scheduled reports', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let storage: Storage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  const closing = new AbortController();

  before(async () => {
    stage = await openStage({ role: 'api' });
    const { domain, dataDir, uploadUrl } = stage.service;
    storage = await openStorage({ dataDir, uploadUrl, signingSecret: 'x', now: Date.now });
    const deps = { domain, storage, log: () => undefined };
    domain.queue.consume<{ reportId: string }>('report', (task) => makeReport(deps, task), {
      concurrency: 1,
      signal: closing.signal,
      onError: () => undefined,
    });

    const body = {
      upload_key: await uploadSample(stage),
      capabilities: ['brands', 'metadata'],
    };
    const made = accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202);
    // A day of last week, whatever day it is today.
    const today = (new Date().getUTCDay() + 6) % 7;
    const lastWeek = new Date(Date.now() - (today + 3) * dayMs);
    await new Worker(domain).complete(made.job_id, resultsOf(lastWeek));

    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    closing.abort();
    await browser?.close();
    await storage?.close();
    await stage?.close();
  });

  const widthOf = () => page.evaluate('document.documentElement.scrollWidth');

  test('one is made from the list of reports, and says what is wrong with it', async () => {
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('link', { name: 'Scheduled' }).click();
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
    await assertAccessible(page, 'no schedules');

    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('form', { name: 'New schedule' });
    await form.getByLabel('Name of the schedule').fill('Spring, weekly');
    await form.getByLabel('Made on').selectOption('friday');
    await form.getByLabel('At', { exact: true }).selectOption('8');
    await form.getByLabel('Time zone').fill('Mars/Base');
    await form.getByLabel(ada.name).check();
    await form.getByLabel('The mail has').selectOption('file');
    await assertAccessible(page, 'the form of a schedule');
    await form.getByRole('button', { name: 'Add schedule' }).click();
    await form.getByText('must be a time zone of the IANA database').waitFor();

    await form.getByLabel('Time zone').fill('Europe/Berlin');
    await form.getByLabel('Time zone').press('Enter');
    const entry = page.getByRole('article', { name: 'Spring, weekly' });
    await entry.getByText(/Each Friday at 08:00, Europe\/Berlin; all videos; PDF to/).waitFor();
    await entry.getByText(/once there is a mail server/).waitFor();
  });

  test('it is run by keyboard, and its run leads to the report and says why no mail went out', async () => {
    const entry = page.getByRole('article', { name: 'Spring, weekly' });
    await entry.getByRole('button', { name: 'Run now: Spring, weekly' }).focus();
    await page.keyboard.press('Enter');
    await entry.getByText(/last run: ready, 1 video/).waitFor();
    await entry.getByRole('link', { name: 'Open the report' }).waitFor();

    await entry.getByRole('button', { name: 'Runs of Spring, weekly' }).press('Enter');
    const runs = entry.getByRole('list', { name: 'Runs of Spring, weekly' });
    await runs.getByText(/not sent \(The service has no mail server\.\)/).waitFor();
    await runs.getByRole('button', { name: /^What changed/ }).press('Enter');
    await runs.getByText('This is the first run.').waitFor();
    await assertAccessible(page, 'the runs of a schedule');

    await runs.getByRole('link').click();
    await page.waitForURL(/\/reports\/rep_\w+$/);
    await page.getByRole('heading', { name: /^Spring, weekly, / }).waitFor();
    await page.goBack();
  });

  test('what changed is a table, on a phone and in the dark too', async () => {
    // The run that is there becomes that of the week before, and a second one is asked for.
    const { db } = stage.service.domain;
    await db.query(
      `update report_runs set by_hand = false,
         period_start = to_char(period_start::date - 7, 'YYYY-MM-DD'),
         period_end = to_char(period_end::date - 7, 'YYYY-MM-DD')`,
    );
    const entry = page.getByRole('article', { name: 'Spring, weekly' });
    await entry.getByRole('button', { name: 'Run now: Spring, weekly' }).click();
    await entry.getByRole('button', { name: 'Runs of Spring, weekly' }).click();
    const runs = entry.getByRole('list', { name: 'Runs of Spring, weekly' });
    const openers = runs.getByRole('button', { name: /^What changed/ });
    // Both runs are ready once each has the button.
    await openers.nth(1).waitFor();
    const named = [
      {
        job_id: 'job_1',
        title: 'Talk.mp4',
        text: '“Acme” dismissed',
        corrected_at: '2026-11-02T07:00:00.000Z',
      },
    ];
    await db.query(
      `update report_runs set changes = jsonb_set(changes, '{corrected,named_corrections}', $1::jsonb)
       where changes -> 'corrected' is not null and changes ->> 'corrected' is not null`,
      [JSON.stringify(named)],
    );
    await openers.first().click();
    const causes = runs.getByRole('list', { name: /^Causes/ });
    await causes.getByText('“Acme” dismissed in Talk.mp4').waitFor();
    assert.equal(await causes.getByRole('link').getAttribute('href'), '/jobs/job_1');
    const table = runs.getByRole('table', { name: /^What changed since/ });
    await table.getByText('Acme').waitFor();
    await runs.getByText(/Corrected since: the numbers of .* are different now/).waitFor();
    await runs
      .getByRole('table', { name: /^Corrected since/ })
      .getByText('Acme (gone)')
      .waitFor();

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await table.waitFor();
      assert.equal(await widthOf(), 390, 'nothing scrolls sideways');
      await assertAccessible(page, `what changed on a ${colorScheme} phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('a schedule that the service turned off says why, and is turned on again', async () => {
    await stage.service.domain.db.query(
      `update report_schedules set enabled = false, next_run_at = null, off_reason = 'MEMBER_LEFT: Somebody has left.'`,
    );
    await page.reload();
    const entry = page.getByRole('article', { name: 'Spring, weekly' });
    await entry.getByText('MEMBER_LEFT: Somebody has left.').waitFor();
    await assertAccessible(page, 'a schedule that was turned off');
    await entry.getByRole('button', { name: 'Turn it on again: Spring, weekly' }).focus();
    await page.keyboard.press('Enter');
    await entry.getByText('MEMBER_LEFT').waitFor({ state: 'hidden' });
    await entry.getByText(/^Next .*; last run/).waitFor();
  });

  test('the list is read again when a run is due', async () => {
    const { db } = stage.service.domain;
    const soon = new Date(Date.now() + 3000);
    await db.query('update report_schedules set next_run_at = $1', [soon]);
    await page.reload();
    await page.getByRole('article', { name: 'Spring, weekly' }).waitFor();
    await db.query(`update report_schedules set name = 'Autumn, weekly'`);
    await page.getByRole('article', { name: 'Autumn, weekly' }).waitFor();
    await db.query(`update report_schedules set name = 'Spring, weekly'`);
    await page.reload();
  });

  test('it is changed, turned off, and deleted; a form fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Change Spring, weekly' }).click();
    const form = page.getByRole('form', { name: 'Change Spring, weekly' });
    await form.getByLabel('Reports', { exact: true }).selectOption('month');
    await form.getByLabel('Made on day').selectOption('last');
    await form.getByLabel('Runs by itself').uncheck();
    assert.equal(await widthOf(), 390, 'nothing scrolls sideways');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });

    const entry = page.getByRole('article', { name: 'Spring, weekly' });
    await entry.getByText(/On the last day of each month at 08:00, Europe\/Berlin/).waitFor();
    await entry.getByText(/^Off; last run/).waitFor();
    await entry.getByRole('button', { name: 'Delete Spring, weekly' }).click();
    await entry.getByRole('button', { name: 'Keep Spring, weekly' }).click();
    await entry.getByRole('button', { name: 'Delete Spring, weekly' }).click();
    await entry.getByRole('button', { name: 'Delete with its runs Spring, weekly' }).click();
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
    assert.deepEqual(visitor.faults, []);
  });
});
