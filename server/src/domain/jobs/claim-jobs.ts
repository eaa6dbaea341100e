/**
 * pending → processing: a task claims its job, if the workspace may run one more job and may send requests to the job's
 * platform.
 */
import type { Queryable } from '../../db/database.ts';
import { type JobChange, updateJobs } from '../../db/jobs/job-changes.ts';
import { type JobRow, lockJobs, setTask } from '../../db/jobs/jobs.ts';
import {
  countOpenJobs,
  countPlatformJobs,
  countProcessing,
  postponePlatformJobs,
} from '../../db/jobs/open-jobs.ts';
import { lockWorkspaces } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { type JobMove, moveJobs } from '../states/job-states.ts';
import { enqueueJob } from '../states/pending-jobs.ts';
import { writeJobsTogether } from '../together.ts';
import { waitsAmongLong } from './long-videos.ts';
import { takeShare } from './platform-rate.ts';
import { secondsUntilDecoding } from './unpaid-decoding.ts';

export type Claim = { readonly job: JobRow } | { readonly again: true } | { readonly stale: true };

interface TaskOfJob {
  readonly jobId: string;
  readonly taskId: string;
  readonly workerId: string;
  /**
   * Whether an earlier attempt has already downloaded the video, so that its platform need not be asked for anything.
   */
  readonly downloaded?: boolean;
}

interface ClaimItem {
  readonly job: { readonly id: string };
  readonly task: TaskOfJob;
}

/**
 * Claims the job for the task that owns it, unless its workspace already runs as many jobs as its plan allows, or may
 * not send requests to the job's platform yet. Jobs that are claimed at the same time are claimed together.
 */
export function claimJob(domain: Domain, task: TaskOfJob): Promise<Claim> {
  const item: ClaimItem = { job: { id: task.jobId }, task };
  return writeJobsTogether(domain, item, claimJobs);
}

async function claimJobs(
  domain: Domain,
  tx: Queryable,
  items: readonly ClaimItem[],
): Promise<Claim[]> {
  const ids = items.map(({ job }) => job.id);
  const jobs = await lockJobs(tx, ids);
  const owned = items.flatMap(({ task }) => {
    const job = jobs.get(task.jobId);
    return job?.status === 'pending' && job.task_id === task.taskId ? [{ job, task }] : [];
  });
  const claims = new Map<string, Claim>();
  const moves: JobMove[] = [];
  // This comes before workspaces are locked, because other transactions wait for those locks.
  const ready = await withoutPutOff(domain, tx, owned);

  for (const { job } of owned) claims.set(job.id, { again: true });
  const workspaceIds = [...new Set(owned.map(({ job }) => job.workspace_id))];
  const workspaces = await lockWorkspaces(tx, workspaceIds);
  const processing = await countProcessing(tx, workspaceIds);

  for (const { job, task } of ready) {
    const workspace = workspaces.get(job.workspace_id);
    if (!workspace) {
      claims.set(job.id, { stale: true });
      continue;
    }

    const busy = processing.get(workspace.id) ?? 0;
    if (busy >= domain.plans[workspace.plan].limits.max_concurrent_jobs) {
      // This job gets a task as soon as another job of its workspace leaves processing.
      await setTask(tx, job.id, null);
      continue;
    }

    processing.set(workspace.id, busy + 1);
    moves.push(moveOf(job, task));
  }

  for (const job of await goOnWithLong(domain, tx, jobs, items)) claims.set(job.id, { job });
  for (const [id, job] of await moveJobs(domain, tx, moves)) claims.set(id, { job });
  return ids.map((id) => claims.get(id) ?? { stale: true });
}

interface Owned {
  readonly job: JobRow;
  readonly task: TaskOfJob;
}

/** Starts attempts at jobs that have waited for a place among long videos; they are in processing all the while. */
async function goOnWithLong(
  domain: Domain,
  tx: Queryable,
  jobs: ReadonlyMap<string, JobRow>,
  items: readonly ClaimItem[],
): Promise<JobRow[]> {
  const changes = items.flatMap(({ task }) => {
    const job = jobs.get(task.jobId);
    if (!job || !waitsAmongLong(job) || job.task_id !== task.taskId) return [];
    return [{ id: job.id, status: job.status, change: firstChanges(job, task) }];
  });
  return changes.length > 0 ? updateJobs(tx, changes, domain.now()) : [];
}

/** Returns the jobs that their platforms, and what their owners have not paid for, allow to proceed. */
async function withoutPutOff(
  domain: Domain,
  tx: Queryable,
  owned: readonly Owned[],
): Promise<Owned[]> {
  const decoding = owned.filter(({ job }) => needsDecoding(job));
  const workspaceIds = [...new Set(decoding.map(({ job }) => job.workspace_id))];
  const waits = await secondsUntilDecoding(domain, tx, workspaceIds);
  const ready: Owned[] = [];

  for (const claim of owned) {
    const { job, task } = claim;
    const waitSeconds = decoding.includes(claim) ? waits.get(job.workspace_id) : undefined;
    if (waitSeconds !== undefined) await waitForAllowance(domain, tx, job, waitSeconds);
    else if (!(await isPutOff(domain, tx, job, task))) ready.push(claim);
  }

  return ready;
}

/** A test job decodes nothing, so neither a platform nor an allowance makes it wait. */
const needsDecoding = ({ ask, stages_completed }: JobRow): boolean =>
  !ask.test && !stages_completed.includes('ingestion');

/**
 * Longest time after which a job looks again whether its owner's allowance has come back, in seconds, because a payment
 * may bring it back sooner.
 */
const longestWait = 600;
/** Spreads the jobs of an owner out, so that they do not all begin once a little of the allowance has come back. */
const waitSpread = 60;

/** Gives the job a task that starts later, because its owner has used up the allowance of unpaid decoding. */
async function waitForAllowance(
  domain: Domain,
  tx: Queryable,
  job: JobRow,
  waitSeconds: number,
): Promise<void> {
  const { open } = await countOpenJobs(tx, job.workspace_id);
  const delay = Math.min(waitSeconds, longestWait) + Math.random() * waitSpread;
  await enqueueJob(domain, tx, job, { ahead: open, delayMs: delay * 1000 });
}

const moveOf = (job: JobRow, task: TaskOfJob): JobMove => ({
  job,
  to: 'processing',
  change: firstChanges(job, task),
});

/** The changes that begin an attempt. */
const firstChanges = (job: JobRow, task: TaskOfJob): JobChange => ({
  attempt: job.attempt + 1,
  worker_id: task.workerId,
  heartbeat_at: 'now',
  started_at: 'now',
  stage: job.stages_completed.includes('ingestion') ? 'transcription' : 'ingestion',
  percent: 0,
  usage: {},
  hear_parts: 0,
  hear_left: 0,
  see_parts: 0,
  see_left: 0,
  decoding_since: null,
  hold_reason: null,
  held_at: null,
  credits_needed: null,
});

/**
 * Maximum number of jobs that are counted as waiting for a platform; a higher count would not change when each of them
 * is tried again.
 */
const mostCounted = 5000;

/**
 * Whether the workspace may not send requests to the job's platform yet. If so, the job gets a task that starts later.
 */
async function isPutOff(
  domain: Domain,
  tx: Queryable,
  job: JobRow,
  { downloaded }: TaskOfJob,
): Promise<boolean> {
  // A video that is already decoded needs no request to its platform either.
  if (downloaded || job.url === null || !needsDecoding(job)) return false;

  const waitMs = await takeShare(domain, tx, job, job.workspace_id);
  if (waitMs <= 0) return false;

  const waitingJobs = await countPlatformJobs(tx, job, mostCounted);
  // The waiting jobs are spread out, so that they are tried again at about the rate at which they may proceed.
  const spreadMs = Math.max(10_000, (waitingJobs * 60_000) / domain.settings.platformPerMinute);
  await postponePlatformJobs(tx, job, { waitMs, spreadMs });
  const delayMs = waitMs + Math.random() * spreadMs;
  await enqueueJob(domain, tx, job, { ahead: waitingJobs, delayMs });

  return true;
}
