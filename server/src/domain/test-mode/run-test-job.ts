/**
 * Ends a job of a test workspace as its link says, through the same changes of state as any other job. Nothing is
 * downloaded or analysed, so no worker is needed.
 */
import { type ErrorCode, errorTable, Fault, type TestOutcome } from '@reelsight/contract';
import { type JobChange, updateJobs } from '../../db/jobs/job-changes.ts';
import { findJobById, type JobRow } from '../../db/jobs/jobs.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { availableOf } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { claimJob } from '../jobs/claim-jobs.ts';
import { checkBudget } from '../jobs/ingested.ts';
import { cancelLocked, failJob } from '../jobs/lifecycle.ts';
import { settleJob } from '../jobs/settle-jobs.ts';
import { lockForMove, moveJob } from '../states/job-states.ts';
import { enqueueJob } from '../states/pending-jobs.ts';
import { fixedResults } from './fixed-results.ts';
import { outcomeOfJob } from './fixed-video.ts';

/** A task of the queue of test jobs. */
export interface TestJobTask {
  readonly id: string;
  readonly data: { readonly jobId: string };
}

/** Stands in the job's row where the worker of an analysed job has its id. */
const workerId = 'test';

export async function runTestJob(domain: Domain, { id: taskId, data }: TestJobTask): Promise<void> {
  const job = await findJobById(domain.db, data.jobId);
  if (!job) return;

  const outcome = outcomeOfJob(job);
  if (outcome.kind === 'pending') {
    await stayPending(domain, job.id);
    return;
  }

  const claim = await claimJob(domain, { jobId: job.id, taskId, workerId });
  if ('job' in claim) await end(domain, claim.job, outcome);
}

/** How long a job that stays pending waits before it is looked at again, which changes nothing. */
const lookAgainMs = 30 * 86_400_000;

/** Gives the job a task that is not due for long, because a pending job without a task would get one at once. */
async function stayPending(domain: Domain, jobId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockForMove(tx, jobId, { from: ['pending'], to: 'processing' });
    if (job) await enqueueJob(domain, tx, job, { ahead: 0, delayMs: lookAgainMs });
  });
}

async function end(domain: Domain, job: JobRow, outcome: TestOutcome): Promise<void> {
  const fault = faultOf(job, outcome);
  if (fault) {
    await failJob(domain, job, fault);
    return;
  }

  switch (outcome.kind) {
    case 'processing':
      return stayProcessing(domain, job);
    case 'cancelled':
      return cancel(domain, job);
    case 'expired':
      return hold(domain, job, { expires: true });
    case 'held':
      // A job that goes on after it was held has credits now, so it completes.
      if (job.stages_completed.includes('ingestion')) return complete(domain, job, 'whole');
      return hold(domain, job, { expires: false });
    case 'completed':
      return complete(domain, job, outcome.results);
  }
}

/** The fault that the link asks for, or that the estimate exceeds the cap of the job. */
function faultOf(job: JobRow, outcome: TestOutcome): Fault | null {
  if (outcome.kind === 'failed') return failureOf(outcome.code);
  try {
    checkBudget(job, job.credits_estimated);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

const failureOf = (code: ErrorCode): Fault => new Fault(code, 'as the test link says');

async function complete(
  domain: Domain,
  job: JobRow,
  form: Extract<TestOutcome, { kind: 'completed' }>['results'],
): Promise<void> {
  const results = fixedResults(job.ask, form);
  await settleJob(domain, job, { results, usage: {}, thumbnailUrl: null });
}

/** Leaves the job in the middle of its analysis, until somebody cancels it. */
async function stayProcessing(domain: Domain, { id, attempt }: JobRow): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockForMove(tx, id, { from: ['processing'], to: 'completed', attempt });
    if (!job) return;

    const change: JobChange = {
      stage: 'analysis',
      stages_completed: ['ingestion', 'transcription'],
      percent: 50,
      // Without a heartbeat there is no worker that could be missed.
      worker_id: null,
      heartbeat_at: null,
    };
    await updateJobs(tx, [{ id, status: job.status, change }], domain.now());
  });
}

async function cancel(domain: Domain, { id, attempt }: JobRow): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockForMove(tx, id, { from: ['processing'], to: 'cancelled', attempt });
    if (job) await cancelLocked(domain, tx, job, { webhook: true });
  });
}

/** Holds the job for one credit more than there is, or cancels it as if nobody had added credits in time. */
async function hold(
  domain: Domain,
  { id, attempt }: JobRow,
  { expires }: { readonly expires: boolean },
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockForMove(tx, id, { from: ['processing'], to: 'held', attempt });
    const workspace = job && (await lockWorkspace(tx, job.workspace_id));
    if (!job || !workspace) return;

    const balance = availableOf(workspace);
    const change: JobChange = {
      stages_completed: ['ingestion'],
      stage: 'transcription',
      percent: null,
      worker_id: null,
      heartbeat_at: null,
      credits_needed: Math.max(job.credits_estimated, balance + 1),
      hold_reason: 'insufficient_credits',
      held_at: domain.now(),
    };
    const heldJob = await moveJob(domain, tx, job, 'held', change, { fields: { balance } });
    if (!expires) return;

    const error = { code: 'HELD_EXPIRED', message: errorTable.HELD_EXPIRED.text } as const;
    await cancelLocked(domain, tx, heldJob, { error });
  });
}
