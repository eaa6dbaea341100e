/**
 * The estimate of a job before it runs: it is based on the length that an upload states, and never changes without
 * notice.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Capability } from '@reelsight/contract';
import { pino } from 'pino';
import { chargedWork } from '../server/src/db/jobs/ended-jobs.ts';
import { EstimateBasis } from '../server/src/domain/prices/estimate-basis.ts';
import { estimateCredits } from '../server/src/domain/prices/price.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { openEstimates } from '../server/src/wiring/start/estimates.ts';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';

let service: TestService;
let folder: string;
let clip: Blob;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-estimates-'));
  service = await startTestService({ REELSIGHT_ROLE: 'all', REELSIGHT_HOSTS: '1' });
  const path = join(folder, 'clip.mp4');
  await cutClip(sampleVideo, path, 5);
  clip = new Blob([await readFile(path)]);
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('a job of an upload is estimated by the length that its file states', async () => {
  const { client } = await service.workspace();
  const capabilities: Capability[] = ['metadata', 'transcription'];
  const upload_key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  const dryRun = await client.jobs.estimate({ upload_key, capabilities });
  assert.equal(dryRun.note, undefined);
  assert.ok(Math.abs((dryRun.duration_seconds ?? 0) - 5) < 0.2, String(dryRun.duration_seconds));

  const stated = await client.jobs.estimate({ duration_seconds: 5, capabilities });
  assert.equal(dryRun.credits_estimated, stated.credits_estimated);

  const created = await client.jobs.create({ upload_key, capabilities });
  assert.equal(created.credits_estimated, dryRun.credits_estimated);
  assert.equal(created.video_duration_seconds, null, 'nobody has measured it');

  const job = await client.jobs.wait(created.job_id, { signal: AbortSignal.timeout(120_000) });
  assert.equal(job.credits_estimated, created.credits_estimated);
  assert.equal(job.credits_estimated_at_submit, undefined);
  assert.ok(Math.abs((job.video_duration_seconds ?? 0) - 5) < 0.2);
});

test('so is each video of a batch', async () => {
  const { client } = await service.workspace();
  const key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  const batch = await client.batches.estimate({
    uploads: [{ key, filename: 'a.mp4' }],
    capabilities: ['metadata'],
  });
  const job = await client.jobs.estimate({ upload_key: key, capabilities: ['metadata'] });

  assert.equal(batch.total_credits_estimated, job.credits_estimated);
  assert.equal(batch.jobs[0]?.note, undefined);
});

test('an upload that a batch names many times is looked at once', async (t) => {
  const { client } = await service.workspace();
  const key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  const looked = t.mock.method(service.domain.ports, 'statedSeconds');
  const batch = await client.batches.estimate({
    // A stated length of one upload does not affect the others.
    uploads: [
      { key, filename: 'a.mp4', duration_seconds: 3600 },
      { key, filename: 'b.mp4' },
      { key, filename: 'c.mp4' },
    ],
    capabilities: ['metadata'],
  });

  assert.equal(looked.mock.callCount(), 1);
  const credits = batch.jobs.map(({ credits_estimated }) => credits_estimated);
  assert.equal(credits[1], credits[2]);
  assert.ok(Number(credits[0]) > Number(credits[1]));
});

test('an estimate that the real length changes shows the one before', async () => {
  const { client } = await service.workspace();
  const key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  // The caller states a length of one hour.
  const created = await client.batches.create({
    uploads: [{ key, filename: 'a.mp4', duration_seconds: 3600 }],
    capabilities: ['metadata'],
  });
  const batch = await client.batches.wait(created.batch_id, {
    signal: AbortSignal.timeout(120_000),
  });
  const [inBatch] = batch.jobs;
  const job = await client.jobs.get(inBatch?.job_id ?? '');

  const first = created.jobs[0]?.credits_estimated ?? 0;

  assert.ok(job.credits_estimated < first);
  assert.equal(job.credits_estimated_at_submit, first);
  assert.equal(inBatch?.credits_estimated_at_submit, first);
});

test('what ended jobs used and how long they took teaches the estimates', async () => {
  const { client } = await service.workspace();
  const upload_key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  const { job_id } = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
  await client.jobs.wait(job_id, { signal: AbortSignal.timeout(120_000) });

  const { db, prices } = service.domain;
  const [row] = await chargedWork(db, 1);
  assert.ok(row);
  assert.ok(row.processing_seconds > 0 && row.duration_seconds > 0);

  const creditsOf = (estimates: EstimateBasis) =>
    estimateCredits({ prices, estimates }, row.ask, { durationSeconds: 3600 }).credits;

  const slow = Array.from({ length: 6 }, (_, index) => ({
    ...row,
    owner: `ws_${index}`,
    processing_seconds: row.duration_seconds * 10,
  }));
  const taught = new EstimateBasis();
  taught.learn({ logos: false, tokens: false, paidCalls: 12 }, slow);
  assert.ok(creditsOf(taught) > 2 * creditsOf(new EstimateBasis()));
});

test('a running service learns again and again', async () => {
  const { db, prices } = service.domain;
  const [row] = await chargedWork(db, 1);
  assert.ok(row);

  const ofAnHour = (estimates: EstimateBasis) =>
    estimateCredits({ prices, estimates }, row.ask, { durationSeconds: 3600 }).credits;

  const closers: (() => Promise<void>)[] = [];
  const estimates = await openEstimates(readConfig({}), {
    db,
    log: pino({ level: 'silent' }),
    closers: { add: (close) => void closers.push(close) },
    learnEveryMs: 20,
  });
  const atStart = ofAnHour(estimates);

  await db.query(
    `update jobs set processing_seconds = duration_seconds * 10 where status = 'completed'`,
  );
  await waitFor(() => assert.ok(ofAnHour(estimates) > 1.5 * atStart));
  for (const close of closers) await close();
});
