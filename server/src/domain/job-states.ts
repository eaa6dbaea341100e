/** The job's state machine as one table, and the one function that moves a job along it. */
import { type EventName, Fault, type JobStatus, type LogEventName } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { removeParts } from '../db/job-parts.ts';
import { type JobChange, type JobRow, lockJob, updateJob } from '../db/jobs.ts';
import { releaseUploads } from '../db/uploads.ts';
import { countMove } from '../db/waiting-jobs.ts';
import { lockWorkspace } from '../db/workspaces.ts';
import type { PartQueue } from '../queue/queue.ts';
import { moveBatch } from './batch-states.ts';
import type { Domain } from './domain.ts';
import { deliverEvent, jobMoved } from './events.ts';
import { startParkedJobs } from './pending-jobs.ts';

/**
 * interface.md "States of a job". processing → pending is a retry after an infrastructure failure, which waits for a worker like any other job and begins a fresh billing clock.
 */
export const jobTransitions: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  pending: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled', 'held', 'pending'],
  held: ['pending', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export const isTerminal = (status: JobStatus): boolean => jobTransitions[status].length === 0;

/** Counted against what the plan lets wait. */
const isWaiting = (status: JobStatus): boolean => status === 'pending' || status === 'held';

export interface Move {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
  /** The attempt that must still own the job. */
  readonly attempt?: number;
}

/**
 * Locks the job and returns it if the move is allowed now, else undefined: the caller lost the job.
 * Throws Fault INTERNAL_ERROR if the state machine has no such transition.
 */
export async function lockForMove(
  tx: Queryable,
  jobId: string,
  move: Move,
): Promise<JobRow | undefined> {
  for (const from of move.from) {
    if (!jobTransitions[from].includes(move.to))
      throw new Fault('INTERNAL_ERROR', `no transition ${from} → ${move.to}`);
  }
  const job = await lockJob(tx, jobId);
  if (!job || !move.from.includes(job.status)) return undefined;
  if (move.attempt !== undefined && job.attempt !== move.attempt) return undefined;
  return job;
}

/** Moves that receivers of webhooks hear of; `cancelled` only if it is said to be. */
const delivered: readonly JobStatus[] = ['completed', 'failed', 'held'];

export interface Telling {
  /** Whether a webhook carries the event, where the job has an address. */
  readonly webhook?: boolean;
  /** What the event says beside the job's own columns. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Writes the move of a locked job with its event, and keeps its batch and its upload in step. */
export async function moveJob(
  domain: Domain,
  tx: Queryable,
  job: JobRow,
  to: JobStatus,
  change: JobChange,
  { webhook = delivered.includes(to), fields = {} }: Telling = {},
): Promise<JobRow> {
  const now = domain.now();
  if (isTerminal(to)) await dropParts(domain, tx, job, to);
  const ended = isTerminal(to) ? { completed_at: now, credits_reserved: 0 } : {};
  const all = { ...ended, ...change };
  const next = { ...job, ...all, status: to } as JobRow;
  const event = jobMoved(domain, job.status, next, fields);
  const moved = await updateJob(tx, job.id, to, all, now, event);
  if (webhook && job.webhook_url) await deliverEvent(domain, tx, event, job.webhook_url, job.trace);
  const wasted = to === 'failed' || to === 'cancelled';
  if (wasted && job.upload_key) await releaseUploads(tx, [job.upload_key], now);
  if (job.batch_id) {
    // Before the batch: others that move its jobs take credits from the workspace first.
    if (job.status === 'processing') await lockWorkspace(tx, job.workspace_id);
    await moveBatch(domain, tx, job.batch_id, {
      from: job.status,
      to,
      charged: moved.credits_charged ?? 0,
    });
  }
  if (job.status === 'processing') await startParkedJobs(domain, tx, job.workspace_id);
  const waits = Number(isWaiting(to)) - Number(isWaiting(job.status));
  if (waits !== 0) await countMove(tx, job.workspace_id, waits > 0 ? 1 : -1);
  tx.onCommitted(() => {
    domain.onJobMoved(moved, to);
    domain.onEvents(event.kind as EventName | LogEventName, 1);
  });
  return moved;
}

/** Removes the parts of a job that is over, with their waiting tasks and the files no longer needed. */
async function dropParts(domain: Domain, tx: Queryable, job: JobRow, to: JobStatus): Promise<void> {
  const removed = await removeParts(tx, job.id);
  const prefixes = filesToRemove(job, to, removed.length > 0);
  if (prefixes.length > 0) await domain.queue.enqueue(tx, 'removal', { prefixes, keys: [] });
  const waiting = removed.filter(({ state }) => state === 'waiting');
  for (const [queue, parts] of Map.groupBy(waiting, (part) => part.queue)) {
    const ids = parts.map((part) => part.task_id);
    await domain.queue.drop(tx, queue as PartQueue, ids);
  }
}

function filesToRemove(job: JobRow, to: JobStatus, hasParts: boolean): string[] {
  const { id, workspace_id, attempt, media_kept_at } = job;
  const artifacts = `artifacts/${workspace_id}/${id}`;
  const prefixes: string[] = [];
  // Media of an unfinished ingestion: no other job may reuse it, and retention does not know of it.
  if (attempt > 0 && media_kept_at === null) prefixes.push(artifacts);
  else if (hasParts) prefixes.push(`${artifacts}/parts`);
  if (hasParts && to !== 'completed') prefixes.push(`frames/${workspace_id}/${id}`);
  return prefixes;
}
