/** A batch whose answers cannot be made is retried and finally fails, so it does not stay open forever. */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { Fault, type Results } from '@reelsight/contract';
import { pino } from 'pino';
import { startCollector } from '../../testing/collector.ts';
import { openLoopback, says } from '../../testing/engines/model-server.ts';
import { admitIngested } from '../../testing/jobs/steps.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.ts';
import { batchJobs } from '../db/jobs/batch-jobs.ts';
import { claimJob } from '../domain/jobs/claim-jobs.ts';
import { failJob } from '../domain/jobs/lifecycle.ts';
import { settleJob } from '../domain/jobs/settle-jobs.ts';
import { failBatch } from '../domain/states/batch-states.ts';
import { sweeps } from '../domain/upkeep/sweep.ts';
import type { EngineWork } from '../engines/engine-work.ts';
import { openOtlp } from '../tracing/otlp.ts';
import { readConfig } from '../wiring/settings/config.ts';
import { engineSettings } from '../wiring/settings/engine-settings.ts';
import { isolationOf } from '../wiring/start/isolation-wiring.ts';
import { finishBatch } from './finish-batch.ts';
import { startWorker, type WorkerOptions } from './worker.ts';

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
    id: 'task',
    data: { batchId: batch.batch_id },
    triedAgain,
    signal: new AbortController().signal,
  });
  await assert.rejects(finishBatch(deps, task(true)), /no engine opens/);
  assert.equal((await client.batches.get(batch.batch_id)).status, 'processing');
  await finishBatch(deps, task(false));
  assert.equal((await client.batches.get(batch.batch_id)).status, 'failed');
});

const results: Results = {
  meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
  transcription: {
    text: 'It has seven wheels.',
    language: 'en',
    engine: 'test',
    segments: [{ start: 0, end: 4, text: 'It has seven wheels.', speaker: null }],
  },
} as unknown as Results;

/** A batch with one question whose only job is done, so that only the answer is missing. */
async function endingBatch({ client }: TestWorkspace, query: string): Promise<string> {
  const { domain } = service;
  const { batch_id: id } = await client.batches.create({
    urls: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    capabilities: ['transcription'],
    aggregate: { enabled: true, queries: [query] },
  });
  const [job] = await batchJobs(domain.db, id);
  assert.ok(job?.task_id);

  const claim = await claimJob(domain, { jobId: job.id, taskId: job.task_id, workerId: 'w' });
  assert.ok('job' in claim);

  const facts = { title: null, durationSeconds: 60 };
  assert.equal(await admitIngested(domain, claim.job, facts), 'go');
  assert.ok(await settleJob(domain, claim.job, { results, usage: {}, thumbnailUrl: null }));

  return id;
}

test('a batch whose task the queue gave up gets another', async () => {
  const { domain } = service;
  const id = await endingBatch(await service.workspace('scale', 1000), 'How many wheels?');
  const tasks = () =>
    domain.db.query<{ state: string }>(
      "select state from pgboss.job where name = 'batch' and data ->> 'batchId' = $1 order by created_on",
      [id],
    );

  await sweeps.tasks.run(domain);
  assert.deepEqual(await tasks(), [{ state: 'created' }]);
  await domain.db.query(
    "update pgboss.job set state = 'failed' where name = 'batch' and data ->> 'batchId' = $1",
    [id],
  );
  await sweeps.tasks.run(domain);
  assert.deepEqual(await tasks(), [{ state: 'failed' }, { state: 'created' }]);
  await domain.db.query("delete from pgboss.job where name = 'batch'");
  await failBatch(domain, id);
});

/** Starts a worker that only answers the questions of batches, using the model server at `url`. */
async function startBatchWorker(
  t: TestContext,
  url: string,
  more: Pick<WorkerOptions, 'tracer' | 'onWork'> = {},
): Promise<void> {
  const { domain, dataDir } = service;
  const config = readConfig({
    REELSIGHT_DATA_DIR: dataDir,
    REELSIGHT_SERVES: 'none',
    PATH: process.env.PATH,
    REELSIGHT_AI_URL: url,
    REELSIGHT_AI_LANGUAGE_MODEL: 'm',
  });
  const worker = await startWorker({
    ...config.worker,
    domain,
    storage: {} as never,
    workerId: 'worker_batches',
    remoteKey: null,
    engines: engineSettings(config),
    isolation: await isolationOf(config),
    sources: { download: () => assert.fail('no link'), describe: () => assert.fail('no link') },
    hasRoom: () => false,
    onStage: () => undefined,
    onHost: () => undefined,
    log: (message, fields) => pino({ level: 'silent' }).info(fields, message),
    ...more,
  });

  t.after(() => worker.close());
}

const noAnswer = says({ answered: false, answer: '', confidence: 0, evidence: [] });

test('answers count as work of the language engine, and the model server is told their trace', async (t) => {
  const owner = await service.workspace('scale', 1000);
  await using model = await openLoopback(() => noAnswer);
  const collector = await startCollector();
  const tracer = openOtlp({
    url: `${collector.url}/v1/traces`,
    headers: {},
    timeoutMs: 5000,
    sampler: 'always_on',
    ratio: 1,
    resource: {},
    onSent: () => undefined,
  });
  const work: EngineWork[] = [];
  await startBatchWorker(t, model.url, { tracer, onWork: (some) => work.push(...some) });

  const id = await endingBatch(owner, 'How many wheels?');
  await t.waitFor(
    async () => assert.equal((await owner.client.batches.get(id)).status, 'completed'),
    { timeout: 60_000 },
  );
  await tracer.close();
  await collector.close();

  const done = work.map(({ role, kind, calls, failed }) => ({ role, kind, calls, failed }));
  assert.deepEqual(done, [{ role: 'language', kind: 'remote', calls: 1, failed: 0 }]);
  assert.equal(model.received.length, 1);

  // Spans of other tests' batches may have been collected, too.
  const batch = collector.spans.find(({ attributes }) => attributes['reelsight.batch_id'] === id);
  const engine = collector.spans.find(({ name }) => name === 'engine language');
  assert.ok(batch && engine);
  assert.equal(engine.parentId, batch.spanId);
  assert.equal(model.received[0]?.headers.traceparent, `00-${batch.traceId}-${batch.spanId}-01`);
});

test('answers of a workspace that take long do not hold up another’s', {
  timeout: 180_000,
}, async (t) => {
  const { domain } = service;
  const slow = await service.workspace('scale', 1000);
  const quick = await service.workspace('scale');
  await service.admin.workspaces.addCredits(quick.tenantId, { type: 'purchase', amount: 1000 });

  await using model = await openLoopback(({ body }) =>
    JSON.stringify(body).includes('How slow?') ? { hang: 'before headers' } : noAnswer,
  );
  const many: string[] = [];
  for (let n = 0; n < 3; n += 1) many.push(await endingBatch(slow, 'How slow?'));
  await startBatchWorker(t, model.url);
  await t.waitFor(() => assert.equal(model.received.length, 1), { timeout: 60_000 });

  const id = await endingBatch(quick, 'How quick?');
  await t.waitFor(
    async () => assert.equal((await quick.client.batches.get(id)).status, 'completed'),
    { timeout: 60_000 },
  );
  for (const one of many) assert.equal((await slow.client.batches.get(one)).status, 'processing');

  const waiting = await domain.db.query<{ id: string; group_id: string; priority: number }>(
    `select data->>'batchId' as id, group_id, priority from pgboss.job
     where name = 'batch' and data->>'batchId' = any($1) order by priority desc`,
    [many],
  );
  assert.deepEqual(
    waiting.map((one) => ({ ...one })),
    many.map((one, k) => ({ id: one, group_id: slow.tenantId, priority: 0 - k })),
  );
});

test('a job with more results than can be compared is left out, and said to be', async (t) => {
  const { domain } = service;
  const workspace = await service.workspace('scale', 1000);
  const id = await endingBatch(workspace, 'How many wheels?');
  const [job] = await batchJobs(domain.db, id);
  await domain.db.query(
    `update job_results set results = jsonb_set(results, '{transcription,text}', to_jsonb(repeat('wheels ', 2500000)))
     where job_id = $1`,
    [job?.id],
  );
  await using model = await openLoopback(() => noAnswer);
  await startBatchWorker(t, model.url);

  await t.waitFor(
    async () => assert.equal((await workspace.client.batches.get(id)).status, 'completed'),
    { timeout: 60_000 },
  );
  const { aggregate_results } = await workspace.client.batches.get(id);
  assert.deepEqual(aggregate_results?.jobs_excluded, [
    { job_id: job?.id, reason: 'results_too_large' },
  ]);
});
