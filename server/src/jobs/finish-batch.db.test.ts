/** A batch whose answers cannot be made is tried again, and fails at last; it does not stay open for ever. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { startTestService, type TestService } from '../../testing/service.ts';
import { batchJobs } from '../db/jobs.ts';
import { claimJob, failJob } from '../domain/lifecycle.ts';
import { finishBatch } from './finish-batch.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
});
after(() => service.close());

test('answers that fail are tried again, then the batch has failed', async () => {
  const { domain } = service;
  const { client } = await service.workspace('scale', 1000);
  const batch = await client.batches.create({
    urls: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    capabilities: ['transcription'],
    aggregate: { enabled: true, queries: ['What is it about?'] },
  });
  for (const job of await batchJobs(domain.db, batch.batch_id)) {
    const task = { jobId: job.id, taskId: job.task_id ?? '', workerId: 'w' };
    const claim = await claimJob(domain, task);
    assert.ok('job' in claim);
    await failJob(domain, claim.job, new Fault('EXTRACTION_FAILED', 'test'));
  }
  const broken = () => {
    throw new Error('no engine opens');
  };
  const deps = { domain, engines: broken, log: () => undefined };
  const task = (triedAgain: boolean) => ({
    ...{ id: 'task', data: { batchId: batch.batch_id }, triedAgain },
    signal: new AbortController().signal,
    heartbeat: async () => undefined,
    complete: async () => undefined,
  });
  await assert.rejects(finishBatch(deps, task(true)), /no engine opens/);
  assert.equal((await client.batches.get(batch.batch_id)).status, 'processing');
  await finishBatch(deps, task(false));
  assert.equal((await client.batches.get(batch.batch_id)).status, 'failed');
});
