/** The way of a job through its parts, step by step, without engines. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.ts';
import { nextQueue, type PartRow, partsOf } from '../db/job-parts.ts';
import { findJob, type JobRow } from '../db/jobs.ts';
import { touchWorker } from '../db/workers.ts';
import type { Domain } from '../domain/domain.ts';
import { admitIngested, cancelJob, claimJob, settleJob } from '../domain/lifecycle.ts';
import { claimPart, endPart, giveBackParts, interruptPart, planJob } from './conductor.ts';
import type { PlannedPart } from './plan-parts.ts';

let service: TestService;
let domain: Domain;
let owner: TestWorkspace;
before(async () => {
  service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  domain = service.domain;
});
beforeEach(async () => {
  await domain.db.query('delete from job_parts');
  owner = await service.workspace('scale', 100_000);
});
after(() => service.close());

const span = { from: 0, to: 1 };
const planOf = (hear: number, see: number): PlannedPart[] => [
  ...Array.from({ length: hear }, (_, at) => {
    return { kind: 'hear' as const, span, start: at * 30, end: at * 30 + 30 };
  }),
  ...Array.from({ length: see }, (_, at) => {
    return { kind: 'read' as const, span, start: at * 8, end: at * 8 + 8 };
  }),
  { kind: 'join', span: { from: 0, to: 0 }, start: 0, end: 60 },
];

const rowOf = async (workspace: TestWorkspace, id: string) =>
  (await findJob(domain.db, workspace.tenantId, id)) as JobRow;

async function pendingJob(workspace = owner): Promise<string> {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const job = await workspace.client.jobs.create({
    url,
    capabilities: ['transcription', 'brands'],
    brands: ['Acme'],
  });
  return job.job_id;
}

async function begin(workspace: TestWorkspace, id: string): Promise<JobRow | null> {
  const { task_id } = await rowOf(workspace, id);
  const claim = await claimJob(domain, { jobId: id, taskId: task_id ?? '', workerId: 'w' });
  return 'job' in claim ? claim.job : null;
}

/** A job whose ingestion ended and whose parts wait. */
async function plannedJob(parts: readonly PlannedPart[], workspace = owner): Promise<JobRow> {
  const job = await begin(workspace, await pendingJob(workspace));
  assert.ok(job);
  const facts = { title: null, durationSeconds: 60 };
  const admitted = await admitIngested(domain, job, facts, (tx, row) =>
    planJob(domain, tx, row, parts),
  );
  assert.equal(admitted, 'go');
  return rowOf(workspace, job.id);
}

const waiting = async (jobId: string, kind?: string): Promise<PartRow[]> =>
  (await partsOf(domain.db, jobId)).filter(
    (part) => part.state === 'waiting' && (!kind || part.kind === kind),
  );

async function claimFirst(jobId: string, kind: string, worker = 'w') {
  const [part] = await waiting(jobId, kind);
  const claimed = part && (await claimPart(domain, part.task_id, worker));
  assert.ok(claimed, `no ${kind} waits`);
  return claimed;
}

const nothing = { usage: {}, found: {} };
const died = new Fault('PROCESSING_ERROR', 'test');

test('parts end, the join follows, the job settles with the sum of what they used', async () => {
  const job = await plannedJob(planOf(1, 2));
  assert.equal((await waiting(job.id, 'join')).length, 0);
  const shown = async () => (await owner.client.jobs.get(job.id)).progress;
  assert.equal((await shown())?.stage, 'transcription');
  const seen = await claimFirst(job.id, 'read');
  assert.equal(await endPart(domain, seen, { usage: { text_frames: 3 }, found: {} }), true);
  assert.equal(await endPart(domain, seen, nothing), false, 'a part ends once');
  const heard = await claimFirst(job.id, 'hear');
  await endPart(domain, heard, { usage: { audio_seconds: 60 }, found: {} });
  const halfway = await shown();
  assert.deepEqual([halfway?.stage, halfway?.percent], ['analysis', 50]);
  await endPart(domain, await claimFirst(job.id, 'read'), nothing);
  assert.equal((await shown())?.stage, 'merging');
  await claimFirst(job.id, 'join');
  const results = {} as never;
  const settled = await settleJob(domain, job, {
    results,
    usage: { tokens_in: 5 },
    thumbnailUrl: null,
  });
  assert.deepEqual(settled?.usage, { text_frames: 3, audio_seconds: 60, tokens_in: 5 });
  assert.deepEqual(await partsOf(domain.db, job.id), []);
});

test('a task that no longer owns its part, or whose job is over, takes none', async () => {
  const job = await plannedJob(planOf(1, 1));
  const part = await claimFirst(job.id, 'hear');
  assert.equal(await claimPart(domain, part.task_id, 'other'), undefined);
  assert.equal(await interruptPart(domain, part, 'lost', died), 'again');
  assert.equal(await endPart(domain, part, nothing), false, 'the task it had is stale');
  const again = await claimFirst(job.id, 'hear', 'other');
  assert.notEqual(again.task_id, part.task_id);
  const [read] = await waiting(job.id, 'read');
  await cancelJob(domain, owner.tenantId, job.id);
  assert.equal(await claimPart(domain, read?.task_id ?? '', 'w'), undefined);
  assert.equal(await endPart(domain, again, nothing), false);
});

test('a part that always ends its process is given up; the others and the join go on', async () => {
  const job = await plannedJob(planOf(1, 1));
  for (const outcome of ['again', 'again', 'given up']) {
    const part = await claimFirst(job.id, 'read');
    assert.equal(await interruptPart(domain, part, 'crashed', died), outcome);
  }
  await endPart(domain, await claimFirst(job.id, 'hear'), nothing);
  const join = await claimFirst(job.id, 'join');
  for (const outcome of ['again', 'again', 'given up']) {
    const part = outcome === 'again' && join.crashes === 0 ? join : null;
    const taken = part ?? (await claimFirst(job.id, 'join').catch(() => join));
    const told = await interruptPart(domain, taken, 'crashed', died);
    assert.ok(['again', 'given up', 'stale'].includes(told), told);
  }
  for (let at = 0; at < 3 && (await rowOf(owner, job.id)).status === 'processing'; at += 1)
    await interruptPart(domain, await claimFirst(job.id, 'join'), 'crashed', died);
  const ended = await rowOf(owner, job.id);
  assert.deepEqual([ended.status, ended.error_code], ['failed', 'PROCESSING_ERROR']);
  assert.deepEqual(await partsOf(domain.db, job.id), []);
});

test('workers that come and go cost a part nothing, until there are very many', async () => {
  const job = await plannedJob(planOf(1, 0));
  for (let lost = 1; lost <= 10; lost += 1)
    assert.equal(
      await interruptPart(domain, await claimFirst(job.id, 'hear'), 'lost', died),
      'again',
    );
  const part = await claimFirst(job.id, 'hear');
  assert.equal(await interruptPart(domain, part, 'closing', died), 'again');
  assert.equal(
    await interruptPart(domain, await claimFirst(job.id, 'hear'), 'lost', died),
    'given up',
  );
});

test('an outage costs a part no try: it waits longer each time, and its job fails once the time is up', async () => {
  const job = await plannedJob(planOf(1, 1));
  const waits: number[] = [];
  for (const outcome of ['again', 'again', 'again', 'again', 'given up']) {
    const part = await claimFirst(job.id, 'hear');
    assert.deepEqual([part.crashes, part.losses], [0, 0]);
    assert.equal(await interruptPart(domain, part, 'outage', died, 5000), outcome);
    const [next] = await waiting(job.id, 'hear');
    const [task] = await domain.db.query<{ seconds: number }>(
      `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where id = $1::uuid`,
      [next?.task_id ?? part.task_id],
    );
    if (next) waits.push(task?.seconds ?? 0);
  }
  assert.deepEqual(waits, [1, 1, 2, 4]);
  const ended = await owner.client.jobs.get(job.id);
  assert.deepEqual([ended.status, ended.error?.code], ['failed', 'PROCESSING_ERROR']);
  assert.equal(ended.credits_charged, null);
});

test('parts of a worker that is gone or silent are given back, those of one that lives are not', async () => {
  const job = await plannedJob(planOf(0, 3));
  const now = domain.now();
  const silent = new Date(now.getTime() - domain.settings.stallMs - 1000);
  const row = { serves: ['see'], hosts: 1 };
  await touchWorker(domain.db, { ...row, id: 'alive' }, now);
  await touchWorker(domain.db, { ...row, id: 'silent' }, silent);
  for (const worker of ['alive', 'silent', 'gone']) await claimFirst(job.id, 'read', worker);
  await giveBackParts(domain);
  const parts = (await partsOf(domain.db, job.id)).filter(({ kind }) => kind === 'read');
  assert.deepEqual(
    parts.map(({ state, worker_id }) => [state, worker_id]),
    [
      ['running', 'alive'],
      ['waiting', null],
      ['waiting', null],
    ],
  );
});

test('a short job goes before the parts of a long one of another workspace, but not before its own', async () => {
  const long = await plannedJob(planOf(0, 60));
  const guest = await service.workspace('scale', 100_000);
  const short = await plannedJob(planOf(1, 2), guest);
  const order = await domain.db.query<{ job_id: string }>(
    `select job_id from job_parts where state = 'waiting' order by priority desc, job_id`,
  );
  const first = order.slice(0, 4).map(({ job_id }) => job_id);
  assert.ok(first.filter((id) => id === short.id).length === 3, String(first));
  const second = await plannedJob(planOf(1, 1));
  const after = await domain.db.query<{ job_id: string }>(
    `select job_id from job_parts where state = 'waiting' order by priority desc, job_id`,
  );
  assert.ok(after.slice(-2).every(({ job_id }) => job_id === second.id));
  assert.equal(await nextQueue(domain.db, ['join']), undefined);
  assert.equal(await nextQueue(domain.db, ['hear', 'see', 'join']), 'hear');
  assert.equal(await nextQueue(domain.db, ['see']), 'see');
  await cancelJob(domain, owner.tenantId, long.id);
  await cancelJob(domain, guest.tenantId, short.id);
});

test('jobs beyond what a workspace may have in processing wait without a task, and follow one by one', async () => {
  const small = await service.workspace('free', 1000);
  const first = await pendingJob(small);
  const second = await pendingJob(small);
  const third = await pendingJob(small);
  assert.ok(await begin(small, first));
  assert.equal(await begin(small, second), null);
  assert.equal(await begin(small, third), null);
  assert.equal((await rowOf(small, second)).task_id, null);
  await cancelJob(domain, small.tenantId, first);
  assert.ok((await rowOf(small, second)).task_id, 'the oldest follows');
  assert.equal((await rowOf(small, third)).task_id, null);
  assert.ok(await begin(small, second));
});

test('turns: whoever keeps coming does not go ahead for ever', async () => {
  const long = await plannedJob(planOf(0, 100));
  const guest = await service.workspace('scale', 100_000);
  let ahead = 0;
  for (let round = 0; round < 12; round += 1) {
    const short = await plannedJob(planOf(0, 4), guest);
    const [best] = await domain.db.query<{ job_id: string }>(
      `select job_id from job_parts where state = 'waiting' order by priority desc, number limit 1`,
    );
    if (best?.job_id === short.id) ahead += 1;
    await domain.db.query('delete from job_parts where job_id = $1', [short.id]);
  }
  assert.ok(ahead >= 2 && ahead <= 6, `${ahead} of 12 rounds went ahead`);
  await cancelJob(domain, owner.tenantId, long.id);
});
