/** interface.md "Charging", "Plans": the ledger adds up, whatever happens at the same time. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Fault, type Results } from '@reelsight/contract';
import fc from 'fast-check';
import type { JobRow } from '../../server/src/db/jobs/jobs.ts';
import { nextReset, resetPlanCredits } from '../../server/src/domain/credits.ts';
import { resumeHeldJobs } from '../../server/src/domain/jobs/all-jobs.ts';
import { claimJob } from '../../server/src/domain/jobs/claim-jobs.ts';
import { failJob, retryJob } from '../../server/src/domain/jobs/lifecycle.ts';
import { settleJob } from '../../server/src/domain/jobs/settle-jobs.ts';
import { admitIngested } from '../../server/testing/jobs/steps.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from './shared-subject.ts';
import { accepted, dayMs, type Json, type Owner, type Subject } from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

type Step =
  | { readonly kind: 'submit' }
  | { readonly kind: 'work'; readonly pick: number; readonly seconds: number; readonly end: End }
  | { readonly kind: 'cancel'; readonly pick: number }
  | {
      readonly kind: 'credit';
      readonly type: 'grant' | 'purchase' | 'refund';
      readonly amount: number;
    }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resume' };
type End = 'settle' | 'fail' | 'retry' | 'stay';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'submit' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      pick: fc.nat(20),
      seconds: fc.integer({ min: 1, max: 1200 }),
      end: fc.constantFrom<End>('settle', 'settle', 'fail', 'retry', 'stay'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      type: fc.constantFrom('grant' as const, 'purchase' as const, 'refund' as const),
      amount: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reset' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'resume' }) },
);

/** Rounds of steps; all steps of a round run at the same time. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
  minLength: 2,
  maxLength: 6,
});

const results = { meta: { fps_used: 1, frames_analyzed: 0, engines: {} } } as Results;

async function jobsOf(owner: Owner): Promise<JobRow[]> {
  return subject.domain.db.query<JobRow>(
    'select * from jobs where workspace_id = $1 order by created_at, id',
    [owner.tenantId],
  );
}

/** A worker processes whichever job it picked; another worker may already have the job. */
async function work(job: JobRow, one: Extract<Step, { kind: 'work' }>): Promise<void> {
  const { domain } = subject;
  const task = { jobId: job.id, taskId: job.task_id ?? '', workerId: 'w' };
  const claim = await claimJob(domain, task);
  if (!('job' in claim)) return;

  const facts = { title: null, durationSeconds: one.seconds };
  if ((await admitIngested(domain, claim.job, facts)) !== 'go') return;
  const usage = { audio_seconds: one.seconds, vision_images: one.seconds };

  if (one.end === 'settle')
    await settleJob(domain, claim.job, { results, usage, thumbnailUrl: null });
  else if (one.end === 'fail') await failJob(domain, claim.job, new Fault('TIMEOUT', 'test'));
  else if (one.end === 'retry')
    await retryJob(domain, claim.job, new Fault('WORKER_STALLED', 'test'));
}

async function act(owner: Owner, jobs: readonly JobRow[], one: Step): Promise<void> {
  const { domain } = subject;
  const job = 'pick' in one ? jobs[one.pick % Math.max(1, jobs.length)] : undefined;

  if (one.kind === 'submit') {
    const answer = await owner.post('/v1/jobs', {
      url: 'https://youtu.be/dQw4w9WgXcQ',
      capabilities: ['transcription'],
    });
    assert.ok([202, 402, 429].includes(answer.status), answer.text);
  } else if (one.kind === 'work' && job) await work(job, one);
  else if (one.kind === 'cancel' && job) {
    const answer = await owner.post(`/v1/jobs/${job.id}/cancel`);
    assert.ok([200, 409].includes(answer.status), answer.text);
  } else if (one.kind === 'credit') accepted(await owner.credit(one.amount, one.type), 201);
  else if (one.kind === 'reset') {
    await domain.db.query('update workspaces set resets_at = $2 where id = $1', [
      owner.tenantId,
      domain.now(),
    ]);
    await resetPlanCredits(domain, owner.tenantId);
  } else if (one.kind === 'resume') await resumeHeldJobs(domain, owner.tenantId);
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

async function checkLedger(owner: Owner): Promise<void> {
  const { db } = subject.domain;
  const [workspace] = await db.query<Json>('select * from workspaces where id = $1', [
    owner.tenantId,
  ]);
  const entries = await db.query<Json>('select * from ledger where workspace_id = $1', [
    owner.tenantId,
  ]);
  const jobs = await jobsOf(owner);
  const balance = workspace.plan_credits + workspace.purchased_credits;
  assert.equal(balance, sum(entries.map((entry) => entry.amount)), 'balance = sum of entries');
  assert.equal(workspace.plan_credits, sum(entries.map((entry) => entry.plan_amount)));
  assert.ok(workspace.plan_credits >= 0 && workspace.purchased_credits >= 0, 'never negative');

  const reserved = sum(jobs.map((job) => job.credits_reserved));
  assert.equal(workspace.reserved_credits, reserved, 'reserved = sum of the jobs');

  for (const job of jobs)
    if (job.status !== 'processing') assert.equal(job.credits_reserved, 0, job.status);

  const charges = entries.filter((entry) => entry.type === 'charge');
  const charged = new Map(charges.map((charge) => [charge.job_id, -charge.amount]));
  assert.equal(charged.size, charges.length, 'nothing charged twice');
  for (const job of jobs) assert.equal(job.credits_charged, charged.get(job.id) ?? null);

  const waiting = await db.query<{ id: string }>(
    `select task.id from pgboss.job task join jobs on jobs.task_id = task.id::text
     where task.name = 'analysis' and jobs.workspace_id = $1 and task.state < 'active'`,
    [owner.tenantId],
  );
  const tasks = new Set(waiting.map(({ id }) => id));

  // A job without a task waits until its workspace has a free place in processing.
  for (const job of jobs)
    if (job.status === 'pending' && job.task_id !== null)
      assert.ok(tasks.has(job.task_id), 'no pending job is lost');

  const processing = jobs.filter(({ status }) => status === 'processing').length;
  const parked = jobs.filter(({ status, task_id }) => status === 'pending' && task_id === null);
  if (parked.length > 0) assert.ok(processing >= 25, 'who waits for a place has none');
}

describe('Credits', () => {
  test('the ledger adds up whatever happens at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const owner = await subject.owner('scale', 120);
        for (const round of all) {
          const jobs = await jobsOf(owner);
          await Promise.all(round.map((one) => act(owner, jobs, one)));
          await checkLedger(owner);
        }
      }),
      { numRuns: 12, seed: 20_261_121, endOnFailure: true },
    );
  });

  test('of many jobs that each could be paid for alone, only those start that can be paid for together', async () => {
    const owner = await subject.owner('scale', 100);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await owner.job()).job_id);

    const outcomes = await Promise.all(
      ids.map(async (id) => subject.worker.ingest(await subject.worker.claim(id), 1800)),
    );
    // The estimate for half an hour is 47 credits.
    assert.equal(outcomes.filter((outcome) => outcome === 'go').length, 2);
    assert.equal(outcomes.filter((outcome) => outcome === 'held').length, 4);
    await checkLedger(owner);
  });

  test('a settlement that is repeated at the same time charges once', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const job = await subject.worker.claim(id);
    await subject.worker.ingest(job, 60);

    const outcome = { results, usage: { audio_seconds: 600 }, thumbnailUrl: null };
    const settled = await Promise.all(
      Array.from({ length: 5 }, () => settleJob(subject.domain, job, outcome)),
    );
    assert.equal(settled.filter(Boolean).length, 1);
    await checkLedger(owner);
  });

  test('a cancel and a settlement at the same time: one of them wins, charged once', async () => {
    for (let count = 0; count < 5; count += 1) {
      const owner = await subject.owner();
      const { job_id: id } = await owner.job();
      const job = await subject.worker.claim(id);
      await subject.worker.ingest(job, 60);

      const outcome = { results, usage: { audio_seconds: 60 }, thumbnailUrl: null };
      const [settled, cancel] = await Promise.all([
        settleJob(subject.domain, job, outcome),
        owner.post(`/v1/jobs/${id}/cancel`),
      ]);
      assert.equal(cancel.status, settled ? 409 : 200);
      await checkLedger(owner);
    }
  });

  test('held jobs resume oldest first on a top-up', async () => {
    const owner = await subject.owner('scale', 5);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await owner.job()).job_id);

    for (const id of [...ids].reverse())
      assert.equal(await subject.worker.ingest(await subject.worker.claim(id), 1800), 'held');

    const states = async () => Promise.all(ids.map(async (id) => (await owner.read(id)).status));
    await owner.credit(60);
    await waitFor(async () => assert.notEqual((await states())[0], 'held'));
    assert.deepEqual(await states(), ['pending', 'held', 'held']);
    await checkLedger(owner);
  });

  test('a job that ends below its reservation lets held ones resume', async () => {
    const owner = await subject.owner('scale', 50);
    const first = (await owner.job()).job_id;
    const second = (await owner.job()).job_id;
    const running = await subject.worker.claim(first);

    assert.equal(await subject.worker.ingest(running, 1800), 'go');
    assert.equal(await subject.worker.ingest(await subject.worker.claim(second), 1800), 'held');
    await subject.worker.settle(running);
    await waitFor(async () => assert.equal((await owner.read(second)).status, 'pending'));
  });

  test('the anniversary of the 31st falls on the last day of a shorter month', () => {
    const anchor = new Date('2026-01-31T10:00:00Z');
    const next = (after: string) => nextReset(anchor, new Date(after)).toISOString();
    assert.equal(next('2026-01-31T10:00:00Z'), '2026-02-28T10:00:00.000Z');
    assert.equal(next('2026-02-28T10:00:00Z'), '2026-03-31T10:00:00.000Z');
    assert.equal(next('2026-03-31T10:00:00Z'), '2026-04-30T10:00:00.000Z');
    assert.equal(next('2028-02-01T00:00:00Z'), '2028-02-29T10:00:00.000Z');
    assert.equal(next('2027-06-15T00:00:00Z'), '2027-06-30T10:00:00.000Z');
  });

  test('resets that were missed are made up by one', async () => {
    const owner = await subject.owner('starter');
    await subject.clock.ahead(200 * dayMs, async () => {
      await subject.sweep('resets');
      const { credits } = accepted(await owner.get('/v1/account'), 200);
      assert.equal(credits.plan_credits, 2000);
      assert.ok(Date.parse(credits.resets_at) > subject.clock.now().getTime());
      await checkLedger(owner);
    });
  });
});
