/**
 * One computed job from start to end, and everything that can be fetched about it: the minimum that must work on each
 * database.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';

let service: TestService;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-one-job-'));
  service = await startTestService(
    { REELSIGHT_ROLE: 'all', REELSIGHT_HOSTS: '1' },
    { usesPartCache: false },
  );
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('a video is uploaded, analysed, paid for, read, watched and deleted', async () => {
  const clip = join(folder, 'clip.mp4');
  await cutClip(sampleVideo, clip, 5);

  const { client, apiKey } = await service.workspace('pro');
  const before = await client.account();
  const contentType = 'video/mp4';
  const upload_key = await client.uploads.put(new Blob([await readFile(clip)]), { contentType });

  const { job_id } = await client.jobs.create({
    upload_key,
    capabilities: ['brands', 'metadata', 'transcription'],
    fps: 1,
  });
  const job = await client.jobs.wait(job_id, { signal: AbortSignal.timeout(120_000) });

  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.equal(job.results?.metadata?.width, 1280);
  assert.ok(job.results?.brands?.length);
  assert.match(job.results?.transcription?.text ?? '', /\w+/);

  const { credits } = await client.account();
  assert.equal(before.credits.balance - credits.balance, job.credits_charged);

  const files = await readdir(service.dataDir, { recursive: true });
  const traces = files.filter((file) => /mat-debug|deviceid/.test(file));
  assert.deepEqual(traces, [], 'no library sends telemetry');

  const sheet = job.results?.storyboard?.sheets[0] ?? assert.fail('there is a storyboard');
  const fetchSheet = () => fetch(service.apiUrl + sheet, { headers: { 'X-Api-Key': apiKey } });
  assert.equal((await fetchSheet()).status, 200);
  await client.jobs.delete(job_id);
  await assert.rejects(client.jobs.get(job_id), { code: 'JOB_NOT_FOUND' });
  assert.equal((await fetchSheet()).status, 404);
});
