/** Clips made on the page of a job, in a real browser on a real video. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { decodeFrames } from '../../server/testing/media/decoded.ts';
import { assertAccessible, openBrowser, signIn, visit, withoutBrowser } from './browser.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

const pictures = process.env.REELSIGHT_TEST_PICTURES;

describe('clips', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let job: string;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clips-'));
    stage = await openStage();
    browser = await openBrowser();
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      capabilities: ['brands', 'transcription'],
      return_proof: true,
    });

    await ended(stage, `/v1/jobs/${job}?results=none`);
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return;
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  }

  test('a range is made into a clip, whose file comes down, and which can be deleted', async () => {
    const { page, faults, close } = await visit(browser);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Clips' }).click();

    const panel = page.getByRole('region', { name: 'Clips' });
    await panel.getByLabel('From').fill('0:02');
    await panel.getByLabel('To').fill('0:01');
    assert.ok(await panel.getByRole('button', { name: 'Make clip' }).isDisabled());
    await panel.getByLabel('To').fill('0:03.5');
    await assertAccessible(page, 'clip panel');
    await panel.getByRole('button', { name: 'Make clip' }).click();

    const list = panel.getByRole('list', { name: 'Clips' });
    const file = list.getByRole('link', { name: 'Download' });
    await file.waitFor({ timeout: 60_000 });
    await assertAccessible(page, 'list of clips');
    await picture(page, 'clips');

    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    assert.equal(download.suggestedFilename(), '0-02.0 – 0-03.5.mp4');

    const path = join(folder, 'clip.mp4');
    await download.saveAs(path);

    const last = decodeFrames(path).at(-1)?.time ?? 0;
    assert.ok(last > 1.3 && last < 1.5, `the last frame at ${last}`);
    await list.getByRole('button', { name: /^Delete / }).click();
    await list.getByRole('button', { name: /^Delete this clip / }).click();
    await list.waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
    await close();
  });

  test('all moments of a brand are made into a clip from its menu', async () => {
    const { page, faults, close } = await visit(browser);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);

    const table = page.getByRole('table', { name: 'Brands' });
    await table.getByRole('row').nth(1).getByRole('checkbox').check();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Clip', exact: true }).click();

    const panel = page.getByRole('region', { name: /^Clip of/ });
    await panel.getByLabel('Draw boxes with names').check();
    await panel.getByLabel('Format').selectOption('mp4');
    await assertAccessible(page, 'clip of a brand');
    await panel.getByRole('button', { name: 'Make clip' }).click();

    const file = panel.getByRole('link', { name: 'Download' });
    await file.waitFor({ timeout: 60_000 });
    await picture(page, 'clip-of-brand');

    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    const path = join(folder, 'brand.mp4');
    await download.saveAs(path);
    assert.ok(decodeFrames(path).length > 10);
    assert.deepEqual(faults, []);
    await close();
  });

  test('what is searched for in the transcript is made into a clip of its passages', async () => {
    const { page, faults, close } = await visit(browser);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}?tab=transcript&q=Google`);
    await page.getByText(/passages? with “Google”/).waitFor();
    await page.getByRole('button', { name: 'Clip', exact: true }).click();

    const panel = page.getByRole('region', { name: 'Clip of the transcript' });
    await assertAccessible(page, 'clip of the transcript');
    await panel.getByRole('button', { name: 'Make clip' }).click();
    await panel.getByRole('link', { name: 'Download' }).first().waitFor({ timeout: 60_000 });
    await picture(page, 'clip-of-transcript');
    assert.deepEqual(faults, []);
    await close();
  });
});
