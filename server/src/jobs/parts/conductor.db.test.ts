/** How a job moves through its parts, step by step, without engines. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { admitIngested, finishStage } from '../../../testing/jobs/steps.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../testing/service.ts';
import { lockBatch } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type ClaimedPart,
  nextQueues,
  nextQueuesOfNewcomers,
  type PartRow,
  partsOf,
} from '../../db/jobs/job-parts.ts';
import { findJob, type JobRow, lockJob } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { touchWorker } from '../../db/upkeep/workers.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../../domain/domain.ts';
import { claimJob } from '../../domain/jobs/claim-jobs.ts';
import {
  cancelJob,
  cancelLocked,
  failJob,
  heartbeat,
  retryJob,
} from '../../domain/jobs/lifecycle.ts';
import { passToLongVideos } from '../../domain/jobs/long-videos.ts';
import { settleJob } from '../../domain/jobs/settle-jobs.ts';
import { unservedStages } from '../../domain/jobs/so-far.ts';
import { retryStalledJobs, silenceCounts, sweeps } from '../../domain/upkeep/sweep.ts';
import { claimPart, endPart, giveBackParts, interruptPart } from './conductor.ts';
import { overdue } from './overdue.ts';
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
  await domain.db.query('delete from workers');
  owner = await service.workspace('scale', 100_000);
});
after(() => service.close());

const span = { from: 0, to: 1 };
const planOf = (hear: number, see: number): PlannedPart[] => [
  ...Array.from({ length: hear }, (_, index) => {
    return { kind: 'hear' as const, span, start: index * 30, end: index * 30 + 30 };
  }),
  ...Array.from({ length: see }, (_, index) => {
    return { kind: 'read' as const, span, start: index * 8, end: index * 8 + 8 };
  }),
  { kind: 'join', span: { from: 0, to: 0 }, start: 0, end: 60 },
];

const rowOf = async (workspace: TestWorkspace, id: string) =>
  (await findJob(domain.db, workspace.tenantId, id)) as Owned<JobRow>;

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

/** A job whose ingestion has ended and whose parts are waiting. */
async function plannedJob(
  parts: readonly PlannedPart[],
  workspace = owner,
): Promise<Owned<JobRow>> {
  const job = await begin(workspace, await pendingJob(workspace));
  assert.ok(job);
  const facts = { title: null, durationSeconds: 60 };
  const admitted = await admitIngested(domain, job, facts, parts);
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

test('ingestion that still beats or gives up after its job was planned changes nothing', async () => {
  const job = await plannedJob(planOf(1, 1));
  const late = { ...job, stage: 'ingestion' as const, percent: 99 };
  assert.equal(await heartbeat(domain, late), false);
  assert.equal(await retryJob(domain, job, died), 'stale');

  const later = domain.now().getTime() + domain.settings.stallMs + 1000;
  await retryStalledJobs({ ...domain, now: () => new Date(later) });

  const { status, attempt, stage, heartbeat_at } = await rowOf(owner, job.id);
  assert.deepEqual(
    { status, attempt, stage, heartbeat_at },
    { status: 'processing', attempt: 1, stage: 'transcription', heartbeat_at: null },
  );
  await endPart(domain, await claimFirst(job.id, 'hear'), nothing);
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

/** Starts `other` while a transaction that has done `first` is still open; the transaction then does `second`. */
async function meeting<T>(
  first: (tx: Queryable) => Promise<unknown>,
  other: () => Promise<T>,
  second: (tx: Queryable) => Promise<unknown>,
): Promise<T> {
  let met: Promise<T> | undefined;
  await domain.db.transaction(async (tx) => {
    await first(tx);
    met = other();
    met.catch(() => undefined);
    // Enough time for `other` to reach the lock it has to wait for.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await second(tx);
  });

  return met as Promise<T>;
}

test('a part that ends or is given up while its job is cancelled waits for it, and then is stale', async () => {
  const ends: ((part: ClaimedPart) => Promise<unknown>)[] = [
    (part) => endPart(domain, part, nothing),
    (part) => interruptPart(domain, { ...part, attempt: 1 }, 'crashed', died),
  ];
  const told: unknown[] = [];

  for (const end of ends) {
    const job = await plannedJob(planOf(1, 1));
    const part = await claimFirst(job.id, 'hear');

    await domain.db.query('update job_parts set crashes = 99 where job_id = $1', [job.id]);
    const row = await rowOf(owner, job.id);
    const outcome = await meeting(
      (tx) => lockJob(tx, job.id),
      () => end(part),
      (tx) => cancelLocked(domain, tx, row),
    );
    told.push(outcome, (await rowOf(owner, job.id)).status);
  }

  assert.deepEqual(told, [false, 'cancelled', 'stale', 'cancelled']);
});

test('a job that fails while another of its batch is charged waits for the workspace, not with the batch', async () => {
  const urls = ['dQw4w9WgXcQ', '9bZkp7q19f0'].map((id) => `https://www.youtube.com/watch?v=${id}`);
  const wanted = { capabilities: ['metadata' as const], aggregate: { enabled: false } };
  const { batch_id: batchId, jobs } = await owner.client.batches.create({ urls, ...wanted });
  for (const { job_id } of jobs) assert.ok(await begin(owner, job_id));

  const [first, second] = jobs.map(({ job_id: id }) => ({ id, attempt: 1 }));
  assert.ok(first && second);

  const outcomes = [
    await meeting(
      (tx) => lockWorkspace(tx, owner.tenantId),
      () => failJob(domain, first, died),
      (tx) => lockBatch(tx, batchId),
    ),
    await meeting(
      (tx) => lockWorkspace(tx, owner.tenantId),
      () => retryJob(domain, second, died),
      (tx) => lockBatch(tx, batchId),
    ),
  ];
  assert.deepEqual(outcomes, [true, 'retried']);
});

test('parts that end at the same time are all counted', async () => {
  const job = await plannedJob(planOf(4, 8));
  const parts: ClaimedPart[] = [];
  for (let index = 0; index < 12; index += 1)
    parts.push(await claimFirst(job.id, index < 4 ? 'hear' : 'read'));

  const told = await Promise.all(parts.map((part) => endPart(domain, part, nothing)));
  assert.ok(told.every(Boolean));

  const { hear_left, see_left } = await rowOf(owner, job.id);
  assert.deepEqual([hear_left, see_left], [0, 0]);
  assert.equal((await waiting(job.id, 'join')).length, 1);
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

  for (let index = 0; index < 3 && (await rowOf(owner, job.id)).status === 'processing'; index += 1)
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

/** The domain as a process sees it whose clock is off by `ms`. */
const clockOff = (ms: number): Domain => ({ ...domain, now: () => new Date(Date.now() + ms) });

/** Moves the last heartbeat of a job or worker further back than the stall time. */
const silence = (table: 'jobs' | 'workers', id: string) =>
  domain.db.query(`update ${table} set heartbeat_at = now() - $2 * interval '1 ms' where id = $1`, [
    id,
    domain.settings.stallMs + 1000,
  ]);

test('a clock that jumps while a job is done costs it neither time nor credits', async () => {
  const fast = clockOff(5 * 3_600_000);
  const job = await plannedJob(planOf(1, 0));
  const limitMs = 60_000;
  const part = await claimFirst(job.id, 'hear');
  assert.equal(await interruptPart(fast, part, 'outage', died, limitMs), 'again');
  await endPart(fast, await claimFirst(job.id, 'hear'), nothing);
  await claimFirst(job.id, 'join');

  const outcome = { results: {} as never, usage: {}, thumbnailUrl: null };
  const settled = await settleJob(fast, job, outcome);
  const seconds = settled?.processing_seconds ?? -1;
  assert.ok(seconds >= 0 && seconds < 60, `${seconds} s`);

  const ingested = await begin(owner, await pendingJob());
  assert.ok(ingested);
  assert.equal(await retryJob(fast, ingested, died, 'outage', limitMs), 'retried');
});

test('a worker whose clock is off keeps its job and its parts', async () => {
  const late = clockOff(-3_600_000);
  const id = await pendingJob();
  const { task_id } = await rowOf(owner, id);
  const task = { jobId: id, taskId: task_id ?? '', workerId: 'late' };
  const claim = await claimJob(late, task);
  assert.ok('job' in claim);

  const steps = [
    async () => undefined,
    () => heartbeat(late, { ...claim.job, stage: 'ingestion', percent: 1 }),
    () => finishStage(late, claim.job, 'ingestion', false),
  ];
  for (const step of steps) {
    await step();
    await retryStalledJobs(domain);
    assert.equal((await rowOf(owner, id)).status, 'processing');
  }

  await touchWorker(domain.db, { id: 'w', serves: ['see', 'hear', 'join'], hosts: 1 });
  const job = await plannedJob(planOf(1, 1));
  const unserved = await unservedStages(clockOff(3_600_000), job);
  assert.deepEqual(unserved, []);
});

test('a worker that beats again before its work is taken keeps it', async () => {
  const job = await begin(owner, await pendingJob());
  assert.ok(job);
  await silence('jobs', job.id);

  const silent = await rowOf(owner, job.id);
  await heartbeat(domain, { ...job, stage: 'ingestion', percent: 1 });

  const found = { ...job, silentSince: silent.heartbeat_at };
  assert.equal(await retryJob(domain, found, died, 'lost'), 'stale');

  const part = await claimFirst((await plannedJob(planOf(1, 0))).id, 'hear', 'w');
  await touchWorker(domain.db, { id: 'w', serves: ['hear'], hosts: 1 });
  assert.equal(await interruptPart(domain, part, 'lost', died), 'stale');
  await silence('workers', 'w');
  assert.equal(await interruptPart(domain, part, 'lost', died), 'again');
});

test('silence means nothing until the stall time after a break in which nobody could look', () => {
  let ms = 1_000_000;
  const counts = silenceCounts({ ...domain, now: () => new Date(ms) }, 15_000);
  const after = (more: number): boolean => {
    ms += more;
    return counts();
  };

  assert.deepEqual([0, 15_000, 29_000].map(after), [true, true, true]);
  assert.deepEqual([90_000, 15_000, 15_000, 15_000].map(after), [false, false, false, false]);
  assert.deepEqual([15_000, 15_000].map(after), [true, true]);
});

test('parts of a worker that is gone or silent are given back, those of one that lives are not', async () => {
  const job = await plannedJob(planOf(0, 3));
  const row = { serves: ['see'], hosts: 1 };

  for (const id of ['alive', 'silent']) await touchWorker(domain.db, { ...row, id });
  await silence('workers', 'silent');
  for (const worker of ['alive', 'silent', 'gone']) await claimFirst(job.id, 'read', worker);
  await giveBackParts(clockOff(3_600_000));

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

test('waiting parts and pending jobs whose task the queue gave up or lost get another', async () => {
  const job = await plannedJob(planOf(1, 2));
  const pending = await rowOf(owner, await pendingJob());
  const [hear, gone, given] = await waiting(job.id);
  assert.ok(hear && gone && given);
  await domain.queue.drop(domain.db, 'see', gone.task_id);
  await domain.db.query("update pgboss.job set state = 'failed' where id = any ($1)", [
    [given.task_id, pending.task_id],
  ]);
  await sweeps.tasks.run(domain);

  const now = await waiting(job.id);
  const changed = [hear, gone, given].map((part, index) => part.task_id !== now[index]?.task_id);
  assert.deepEqual(changed, [false, true, true]);

  const { task_id } = await rowOf(owner, pending.id);
  assert.notEqual(task_id, pending.task_id);

  const tasks = await domain.db.query(
    `select id::text, name, priority from pgboss.job where state = 'created' and id = any ($1) order by name, priority desc`,
    [[...now.map((part) => part.task_id), task_id]],
  );
  assert.deepEqual(tasks, [
    { id: task_id, name: 'analysis', priority: 0 },
    ...now.map(({ task_id: id, queue: name, priority }) => ({ id, name, priority })),
  ]);
});

test('so does a job that waits among the long videos, and not one of which parts are under way', async () => {
  const planned = await plannedJob(planOf(1, 0));
  const first = await begin(owner, await pendingJob());
  assert.ok(first);
  assert.equal(await passToLongVideos(domain, first), true);
  assert.equal(await passToLongVideos(domain, first), false);

  const waiting = await rowOf(owner, first.id);
  for (const [queue, { task_id }] of [
    ['analysis', planned],
    ['long_analysis', waiting],
  ] as const)
    await domain.queue.drop(domain.db, queue, task_id ?? []);
  await sweeps.tasks.run(domain);

  assert.equal((await rowOf(owner, planned.id)).task_id, planned.task_id);
  const { task_id: taskId } = await rowOf(owner, first.id);
  assert.ok(taskId && taskId !== waiting.task_id);
  const tasks = await domain.db.query('select name from pgboss.job where id = $1', [taskId]);
  assert.deepEqual(tasks, [{ name: 'long_analysis' }]);

  const stale = { jobId: first.id, taskId: String(waiting.task_id), workerId: 'other' };
  assert.deepEqual(await claimJob(domain, stale), { stale: true });
  const claim = await claimJob(domain, { ...stale, taskId });
  assert.ok('job' in claim);
  assert.deepEqual([claim.job.attempt, claim.job.worker_id], [first.attempt + 1, 'other']);
  assert.ok(claim.job.started_at);
});

test('tasks that no part names are dropped, those under way and those of others stay', async () => {
  const job = await plannedJob(planOf(0, 1));
  const [part] = await waiting(job.id);
  const [stale, active, pending] = await Promise.all(
    (['see', 'see', 'analysis'] as const).map((queue) =>
      domain.queue.enqueue(domain.db, queue, {}),
    ),
  );
  await domain.db.query("update pgboss.job set state = 'retry' where id = $1", [stale]);
  await domain.db.query("update pgboss.job set state = 'active' where id = $1", [active]);
  await sweeps.tasks.run(domain);

  const ids = [part?.task_id, stale, active, pending];
  const rows = await domain.db.query<{ id: string }>(
    'select id::text from pgboss.job where id = any ($1)',
    [ids],
  );
  const left = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    ids.map((id) => left.has(String(id))),
    [true, false, true, true],
  );
  await domain.queue.drop(domain.db, 'see', String(active));
  await domain.queue.drop(domain.db, 'analysis', String(pending));
});

test("whether a part is late is told from the times of its job's parts, not from what they found", async () => {
  const job = await plannedJob(planOf(2, 0));
  const found = { segments: ['said'.repeat(1000)] };
  await endPart(domain, await claimFirst(job.id, 'hear'), { usage: {}, found });

  const part = await claimFirst(job.id, 'hear');
  const ms = (transcription: number) => ({
    job: 3_600_000,
    part: 1000,
    stages: { ingestion: 1000, transcription, analysis: 1000, merging: 1000 },
  });
  let read = '';
  const db: typeof domain.db = {
    ...domain.db,
    query: async <Row>(sql: string, params: readonly unknown[] = [], name?: string) => {
      const rows = await domain.db.query<Row>(sql, params, name);
      read += JSON.stringify(rows);
      return rows;
    },
  };
  const later = { ...part, claimed_at: new Date(Date.now() + 60_000) };
  const reading = { ...domain, db };
  assert.equal((await overdue(reading, later, ms(30_000)))?.code, 'STAGE_DEADLINE_EXCEEDED');
  assert.equal(await overdue(reading, later, ms(90_000)), null);
  assert.ok(read.includes('claimed_at') && !read.includes('said'));
});

test('a workspace that has no part at work is a newcomer, whatever waits before it', async () => {
  const long = await plannedJob(planOf(2, 60));
  const { db } = domain;
  assert.deepEqual(await nextQueuesOfNewcomers(db, ['see'], 1), ['see'], 'nobody has one at work');

  assert.ok(await claimFirst(long.id, 'hear'));
  assert.deepEqual(await nextQueuesOfNewcomers(db, ['hear', 'see'], 5), []);
  const guest = await service.workspace('scale', 100_000);
  const short = await plannedJob(planOf(1, 0), guest);
  assert.deepEqual(await nextQueuesOfNewcomers(db, ['hear', 'see'], 5), ['hear']);

  const groups = await db.query<{ group_id: string }>(
    `select group_id from pgboss.job where id in
       (select task_id::uuid from job_parts where job_id = $1 and state = 'waiting')`,
    [short.id],
  );
  assert.deepEqual(groups, [{ group_id: guest.tenantId }]);
  await cancelJob(domain, owner.tenantId, long.id);
  await cancelJob(domain, guest.tenantId, short.id);
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
  assert.deepEqual(await nextQueues(domain.db, ['join'], 5), []);
  assert.deepEqual(await nextQueues(domain.db, ['hear', 'see', 'join'], 2), ['hear', 'see']);
  assert.deepEqual(await nextQueues(domain.db, ['see'], 1), ['see']);
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

test('turns: newcomers do not pass one another for ever', async () => {
  const long = await plannedJob(planOf(0, 60));
  const victim = await service.workspace('scale', 100_000);
  const waitingJob = await plannedJob(planOf(0, 5), victim);
  const jobs = [long, waitingJob];
  for (let index = 0; index < 8; index += 1) {
    const newcomer = await service.workspace('scale', 100_000);
    jobs.push(await plannedJob(planOf(0, 16), newcomer));
  }

  const order = await domain.db.query<{ job_id: string }>(
    `select job_id from job_parts where state = 'waiting' order by priority desc, job_id`,
  );
  const place = order.findIndex(({ job_id }) => job_id === waitingJob.id);
  assert.ok(place < 20, `its first part has place ${place} of ${order.length}`);
  for (const { id, workspace_id } of jobs) await cancelJob(domain, workspace_id, id);
});

test('turns: a part that took all its time and crashed comes after what waits', async () => {
  const slow = await plannedJob(planOf(0, 2));
  const first = await claimFirst(slow.id, 'read');
  const guest = await service.workspace('scale', 100_000);
  const short = await plannedJob(planOf(0, 3), guest);
  await interruptPart(domain, first, 'crashed', new Fault('PROCESSING_ERROR', 'too long'));

  const order = await domain.db.query<{ job_id: string }>(
    `select job_id from job_parts where state = 'waiting' and job_id = any ($1)
     order by priority desc, job_id`,
    [[slow.id, short.id]],
  );
  assert.equal(order.at(-1)?.job_id, slow.id);
  assert.equal(order.length, 5);
  await cancelJob(domain, owner.tenantId, slow.id);
  await cancelJob(domain, guest.tenantId, short.id);
});

test('turns: a long job that came while nothing waited passes nobody', async () => {
  const regular = await service.workspace('scale', 100_000);
  const before = await plannedJob(planOf(0, 20), regular);
  for (let index = 0; index < 20; index += 1)
    await endPart(domain, await claimFirst(before.id, 'read'), nothing);

  const newcomer = await service.workspace('scale', 100_000);
  const long = await plannedJob(planOf(0, 100), newcomer);
  await endPart(domain, await claimFirst(long.id, 'read'), nothing);

  const short = await plannedJob(planOf(0, 1), regular);
  const turnOf = async (id: string) => -((await waiting(id))[0] as PartRow).priority;
  assert.ok((await turnOf(short.id)) < (await turnOf(long.id)));
});

test('turns: a join that waits, or a part that no worker takes, sets nobody back', async () => {
  await touchWorker(domain.db, { id: 'w', serves: ['see'], hosts: 1 });
  const turnOf = async (id: string) => -((await waiting(id))[0] as PartRow).priority;
  // No worker takes `hear` parts, so this job's `hear` part waits forever.
  await plannedJob(planOf(1, 0));

  const joined = await plannedJob(planOf(0, 1));
  await endPart(domain, await claimFirst(joined.id, 'read'), nothing);

  const [old] = await waiting(joined.id, 'join');
  assert.ok(old);

  const long = await plannedJob(planOf(0, 100));
  for (let index = 0; index < 50; index += 1)
    await endPart(domain, await claimFirst(long.id, 'read'), nothing);

  const guest = await service.workspace('scale', 100_000);
  const short = await plannedJob(planOf(0, 1), guest);
  const behind = (await turnOf(long.id)) - (await turnOf(short.id));
  assert.ok(behind > 0 && behind <= 16, `${behind} turns ahead of the parts that wait`);
});
