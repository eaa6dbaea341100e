/**
 * A video that the service can read but the browser cannot: without a warning, its sound would play over a black
 * picture.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createClient } from '../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { openBrowser, signUpFirst, visit, withoutBrowser, workspaceOf } from './browser.ts';

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';
const skip = withoutBrowser || noFfmpeg;

let folder: string;
let service: TestService;
let browser: Browser;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'reelsight-unplayable-'));
  service = await startTestService({ PATH: process.env.PATH ?? '', REELSIGHT_ROLE: 'all' });
  browser = await openBrowser();
});

after(async () => {
  if (skip) return;
  await browser.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** ProRes and AAC, as cameras record. No browser can decode the picture, but Chromium plays the sound. */
function recording(): string {
  const path = join(folder, 'camera.mov');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=d=4:s=320x180:r=25'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=4'];
  const codecs = ['-c:v', 'prores_ks', '-c:a', 'aac'];
  const { status } = spawnSync('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, path]);
  assert.equal(status, 0);
  return path;
}

test('its frames are shown instead, also behind a link', { skip }, async () => {
  const { page, faults } = await visit(browser);
  await signUpFirst(page, service.firstAccountUrl);

  const scopes = ['jobs:read', 'jobs:write'] as const;
  const workspace = await workspaceOf(page);
  const key = await service.admin.keys.create(workspace, { name: 'test', scopes: [...scopes] });
  const client = createClient({ baseUrl: service.apiUrl, apiKey: key.api_key });
  const uploadKey = await client.uploads.put(await openAsBlob(recording(), { type: 'video/mp4' }));
  const job = await client.jobs.create({ upload_key: uploadKey, capabilities: ['brands'] });
  await client.jobs.wait(job.job_id);

  await page.goto(`${service.apiUrl}/jobs/${job.job_id}`);
  await page.getByText('This browser can’t play the video; these are the frames').waitFor();
  assert.equal(await page.locator('video').count(), 0);

  const share = await client.shares.create(job.job_id, {
    parts: ['video', 'brands'],
    expires_in_days: 1,
  });
  await page.goto(share.url);
  await page.getByText('This browser can’t play the video.').waitFor();
  assert.deepEqual(faults, []);
});
