/** Alerts in a real browser: the form with its dry run and refusals, what is found, a test, and deleting. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
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

const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };
const results = {
  brands: [
    {
      name: 'Acme',
      confidence: 0.9,
      appearances: [
        {
          timestamp: 5,
          timestamp_start: 5,
          timestamp_end: 13,
          source: 'visual',
          confidence: 0.9,
          bounding_box: box,
        },
      ],
      frame_detections: [
        { timestamp: 5, confidence: 0.9, bounding_box: box },
        { timestamp: 13, confidence: 0.9, bounding_box: box },
      ],
    },
  ],
  meta: { fps_used: 1, frames_analyzed: 28, engines: {} },
} as unknown as Results;

describe('alerts', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let worker: Worker;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;

  /** Analyses a video in which Acme is on screen for eight seconds, from second 5 on. */
  async function analyse(title: string): Promise<string> {
    const body = {
      upload_key: await uploadSample(stage),
      upload_filename: `${title}.mp4`,
      capabilities: ['brands', 'metadata'],
      brands: ['Acme'],
    };
    const made = accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202);
    await worker.complete(made.job_id, results, title);
    return made.job_id;
  }

  before(async () => {
    stage = await openStage({ role: 'api' });
    worker = new Worker(stage.service.domain);
    await analyse('Talk 1');

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

  test('an alert is tried on recent videos and made, and a refused address is told', async () => {
    await page.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('button', { name: 'New alert' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the alert').fill('Acme on screen');
    await page.getByLabel('Brands').fill('Acme');
    await page.getByLabel('Brands').press('Enter');
    await page.getByLabel('For at least (seconds)').fill('9');

    const tryOut = page.getByRole('button', { name: 'Try it on recent videos' });
    await tryOut.click();
    await page.getByText('matched 0 of the videos of the last 30 days').waitFor();
    await page.getByLabel('For at least (seconds)').fill('5');
    await page.getByText('matched 0 of the videos').waitFor({ state: 'hidden' });
    await tryOut.click();
    await page.getByText('matched 1 of the videos of the last 30 days').waitFor();
    await page
      .getByRole('list', { name: 'Examples' })
      .getByRole('link', { name: 'Talk 1.mp4 at 0:05' })
      .waitFor();

    await page.getByRole('button', { name: 'Add Mail' }).click();
    await page.getByRole('button', { name: 'Add alert' }).click();
    const refusedMail = page.getByRole('form', { name: 'New alert' }).getByRole('alert');
    await refusedMail.getByText('this service sends no mail').waitFor();
    await page.getByRole('button', { name: `Remove Mail ${ada.email}` }).click();

    await page.getByRole('button', { name: 'Add Slack' }).click();
    await page.getByLabel('Slack address').fill('ftp://example.com/hook');
    await page.getByRole('button', { name: 'Add alert' }).click();
    const address = page.getByLabel('Slack address');
    await page.locator('[aria-invalid]').waitFor();
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    const toldBy = await address.getAttribute('aria-describedby');
    assert.match(toldBy ?? '', /-error$/, 'the message is tied to its field');
    await assertAccessible(page, 'the form of an alert');

    await address.fill(`${stage.hooks.url}/services/secret-part-1234`);
    await page.getByLabel('Quiet from').fill('22:00');
    await page.getByLabel('Quiet until').fill('22:01');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Add alert' }).click();
    await page.getByText('On · Acme is seen for at least').waitFor();
    await page.getByText('quiet from 22:00 to 22:01, Europe/Berlin').waitFor();
    await page.getByText(/Slack http:.*…1234/).waitFor();
    assert.equal(await page.getByText('secret-part').count(), 0, 'the address is masked');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'New alert');
  });

  test('an alert is changed without its address being typed again', async () => {
    await page.getByRole('button', { name: 'Change Acme on screen' }).click();
    await page.getByLabel('Quiet from').fill('');
    await page.getByLabel('Quiet until').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('quiet from 22:00').waitFor({ state: 'hidden' });
    await page.getByText(/Slack http:.*…1234/).waitFor();

    await page.getByRole('button', { name: 'Send a test of Acme on screen' }).click();
    await page.getByText('An example is on its way to 1 target.').waitFor();
  });

  test('a target that was turned off says why, and is turned on again by who takes it over', async () => {
    const { db } = stage.service.domain;
    await db.query(
      `update alert_targets set off_reason = 'MEMBER_LEFT: The person who added it has left.'`,
    );
    await page.reload();

    await page.getByText('is off: MEMBER_LEFT: The person who added it has left.').waitFor();
    await assertAccessible(page, 'a target that is off');

    await page.getByRole('button', { name: 'Turn on again what is off of Acme on screen' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('is off: MEMBER_LEFT').waitFor({ state: 'hidden' });

    const rows = await db.query<{ of_person: boolean; off_reason: string | null }>(
      'select user_id is not null as of_person, off_reason from alert_targets',
    );
    assert.deepEqual(rows, [{ of_person: true, off_reason: null }]);
  });

  test('who has unsubscribed sees it, and alone can have the alerts again', async () => {
    const { db, newId } = stage.service.domain;
    await db.query(
      `insert into alert_targets (id, alert_id, position, kind, address) select $1, id, 1, 'mail', $2 from alerts`,
      [newId('tgt'), ada.email],
    );
    await db.query(
      `insert into mail_readers (workspace_id, kind, address, token, ended_at)
       select workspace_id, 'alerts', $1, 'token', now() from alerts`,
      [ada.email],
    );
    await page.reload();
    await page.getByText('is off: UNSUBSCRIBED').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Turn on again/ }).count(), 0);

    await page.goto(`${stage.service.apiUrl}/settings/notifications`);
    await page.getByText('You have unsubscribed from the alerts of this workspace.').waitFor();
    await assertAccessible(page, 'mail that was ended');
    await page.getByRole('button', { name: 'Get the alerts again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('You have unsubscribed').waitFor({ state: 'hidden' });

    await page.goto(`${stage.service.apiUrl}/alerts`);
    await page.getByText(`Mail ${ada.email}`).waitFor();
    assert.equal(await page.getByText('UNSUBSCRIBED').count(), 0);
    await db.query(`delete from alert_targets where kind = 'mail'`);
  });

  test('a match is listed with its way to the moment, and the alert is deleted', async () => {
    const jobId = await analyse('Talk 2');
    await page.getByRole('button', { name: 'Matches of Acme on screen' }).focus();
    await page.keyboard.press('Enter');

    const matches = page.getByRole('region', { name: 'Matches of Acme on screen' });
    const match = matches.getByRole('listitem').filter({ hasText: 'Talk 2.mp4' });
    await match.getByText('Acme · 8.0 s').waitFor();
    await match.getByText(/sent just now/).waitFor();
    assert.equal(await matches.getByRole('listitem').count(), 1, 'earlier videos do not count');
    await assertAccessible(page, 'the matches of an alert');

    const correction = { kind: 'dismiss', target: 'brand', name: 'Acme' };
    const corrections = `${stage.home}/v1/jobs/${jobId}/corrections`;
    accepted(await stage.ada.post(corrections, correction), 201);
    await match.getByText(/Withdrawn .*, because a correction made it wrong/).waitFor();
    await match.getByText(/sent/).first().waitFor();

    await match.getByRole('link').click();
    await page.waitForURL(new RegExp(`/jobs/${jobId}\\?t=5`));
    await page.goBack();

    await page.getByRole('button', { name: 'Delete Acme on screen' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete with its matches Acme on screen' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('None yet.').waitFor();
    assert.deepEqual(accepted(await stage.ada.get(`${stage.home}/v1/alerts`), 200), []);
    assert.deepEqual(visitor.faults, []);
  });
});
