/** The state machine of jobs as one table, and the function through which every job changes its status. */

import { Fault, type JobStatus, type LoggedEventKind } from '@reelsight/contract';
import { artifactsFolder, framesFolder, partsFolder } from '../../artifacts/stored-paths.ts';
import type { Queryable } from '../../db/database.ts';
import { workspacesWithParkedJobsAmong } from '../../db/jobs/held-jobs.ts';
import { type JobChange, updateJobs } from '../../db/jobs/job-changes.ts';
import { removeParts } from '../../db/jobs/job-parts.ts';
import { type JobRow, lockJob } from '../../db/jobs/jobs.ts';
import { countMoves } from '../../db/jobs/waiting-jobs.ts';
import { releaseUploads } from '../../db/uploads/uploads.ts';
import { lockWorkspaces } from '../../db/workspaces/workspaces.ts';
import type { PartQueue } from '../../queue/queue.ts';
import type { Domain } from '../domain.ts';
import { deliverEvent, deliverToWorkspaces, jobMoved } from '../events/events.ts';
import { tellOfJobs } from '../events/notifications.ts';
import { enqueueRemoval } from '../removals.ts';
import { moveBatch } from './batch-states.ts';
import { overallPercent } from './job-progress.ts';
import { startParkedJobs } from './pending-jobs.ts';

/**
 * The transitions of interface.md "States of a job". A job moves from processing to pending for a retry after an
 * infrastructure failure; it then waits for a worker like any other job, and the time it is charged for is counted from
 * zero again.
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

/** Whether the status counts towards the number of waiting jobs that the plan allows. */
const isWaiting = (status: JobStatus): boolean => status === 'pending' || status === 'held';

export interface Move {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
  /** The attempt that must still own the job. */
  readonly attempt?: number;
}

/**
 * Locks the job and returns it if the change of status is allowed now; undefined if it is not, because the caller has
 * lost the job. Throws Fault INTERNAL_ERROR if the state machine has no such transition.
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

/** Statuses that webhooks report when a job reaches them; `cancelled` is reported only on request. */
const delivered: readonly JobStatus[] = ['completed', 'failed', 'held'];

export interface Telling {
  /** Whether the event is sent as a webhook, if the job has an address for webhooks. */
  readonly webhook?: boolean;
  /** Fields of the event in addition to the job's own columns. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** `traceparent` of the span that changes the job; if absent, that of the current span or else of the job. */
  readonly cause?: string | undefined;
}

/** A change of a locked job to another status; `job` is the row before the change. */
export interface JobMove extends Telling {
  readonly job: JobRow;
  readonly to: JobStatus;
  readonly change: JobChange;
}

/** Writes a locked job's change of status with its event, and updates its batch and its upload accordingly. */
export async function moveJob<Row extends JobRow>(
  domain: Domain,
  tx: Queryable,
  job: Row,
  to: JobStatus,
  change: JobChange,
  telling: Telling = {},
): Promise<Row> {
  const moved = await moveJobs(domain, tx, [{ job, to, change, ...telling }]);
  return moved.get(job.id) as Row;
}

/** Like `moveJob`, but for several jobs; returns the changed jobs by id. */
export async function moveJobs(
  domain: Domain,
  tx: Queryable,
  moves: readonly JobMove[],
): Promise<ReadonlyMap<string, JobRow>> {
  if (moves.length === 0) return new Map();

  const now = domain.now();
  await dropParts(domain, tx, moves);

  const writtenMoves = moves.map((move) => {
    const { job, to } = move;
    const endFields = isTerminal(to) ? { completed_at: now, credits_reserved: 0 } : {};
    const progressFields =
      job.status === 'processing' && !isTerminal(to)
        ? { percent_reached: overallPercent(job) }
        : {};
    const change = { ...endFields, ...progressFields, ...move.change };
    const next = { ...job, ...change, status: to } as JobRow;
    const event = jobMoved(domain, job.status, next, move.fields ?? {});

    return { ...move, change, event };
  });
  const rows = await updateJobs(
    tx,
    writtenMoves.map(({ job, to, change }) => ({ id: job.id, status: to, change })),
    now,
    writtenMoves.map(({ event }) => event),
  );
  const moved = new Map(rows.map((row) => [row.id, row]));

  const toldEvents = writtenMoves
    .filter(({ to, webhook = delivered.includes(to) }) => webhook)
    .map(({ job, event, cause }) => ({ event, url: job.webhook_url, trace: job.trace, cause }));
  for (const { event, url, trace, cause } of toldEvents)
    if (url) await deliverEvent(domain, tx, event, { url, trace, cause });
  await deliverToWorkspaces(domain, tx, toldEvents);

  await follow(domain, tx, moves, moved);
  await tellOfJobs(domain, tx, [...moved.values()]);
  tx.onCommitted(() => {
    for (const { job, to, event } of writtenMoves) {
      domain.onJobMoved(moved.get(job.id) as JobRow, to);
      domain.onEvents(event.kind as LoggedEventKind, 1);
    }
  });

  return moved;
}

/** Applies the consequences of changes to uploads, batches, parked jobs, and the counts of waiting jobs. */
async function follow(
  domain: Domain,
  tx: Queryable,
  moves: readonly JobMove[],
  moved: ReadonlyMap<string, JobRow>,
): Promise<void> {
  const wasted = moves.flatMap(({ job, to }) =>
    (to === 'failed' || to === 'cancelled') && job.upload_key ? [job.upload_key] : [],
  );
  if (wasted.length > 0) await releaseUploads(tx, wasted, domain.now());

  const startedJobs = moves.filter(({ job }) => job.status === 'processing').map(({ job }) => job);
  const freedWorkspaceIds = [...new Set(startedJobs.map((job) => job.workspace_id))].toSorted();
  // Workspaces are locked before batches, because other changes of the batches' jobs lock them in this order too when
  // they take credits from the workspace.
  if (freedWorkspaceIds.length > 0) await lockWorkspaces(tx, freedWorkspaceIds);

  await moveBatches(domain, tx, moves, moved);
  if (freedWorkspaceIds.length > 0)
    for (const id of await workspacesWithParkedJobsAmong(tx, freedWorkspaceIds))
      await startParkedJobs(domain, tx, id);
  const waitingDeltas = new Map<string, number>();

  for (const { job, to } of moves) {
    const by = Number(isWaiting(to)) - Number(isWaiting(job.status));
    if (by !== 0)
      waitingDeltas.set(job.workspace_id, (waitingDeltas.get(job.workspace_id) ?? 0) + by);
  }

  const countChanges = [...waitingDeltas].map(([workspaceId, by]) => ({ workspaceId, by }));
  if (countChanges.length > 0) await countMoves(tx, countChanges);
}

async function moveBatches(
  domain: Domain,
  tx: Queryable,
  moves: readonly JobMove[],
  moved: ReadonlyMap<string, JobRow>,
): Promise<void> {
  const inBatches = moves.filter(({ job }) => job.batch_id !== null);
  const movesByKey = Map.groupBy(inBatches, ({ job, to }) => `${job.batch_id} ${job.status} ${to}`);
  for (const key of [...movesByKey.keys()].toSorted()) {
    const sameMoves = movesByKey.get(key) ?? [];
    const [{ job, to } = {}] = sameMoves;
    if (!job?.batch_id || !to) continue;

    const charged = sameMoves.map(({ job: { id } }) => moved.get(id)?.credits_charged ?? 0);
    await moveBatch(domain, tx, job.batch_id, {
      from: job.status,
      to,
      jobs: sameMoves.length,
      charged: charged.reduce((sum, credits) => sum + credits, 0),
    });
  }
}

/** Removes the parts of jobs that have ended, with the parts' waiting tasks and the files that are no longer needed. */
async function dropParts(domain: Domain, tx: Queryable, moves: readonly JobMove[]): Promise<void> {
  const over = moves.filter(({ to }) => isTerminal(to));
  if (over.length === 0) return;

  const removedParts = await removeParts(
    tx,
    over.map(({ job }) => job.id),
  );
  const hadParts = new Set(removedParts.map((part) => part.job_id));
  const prefixes = over.flatMap(({ job, to, change }) =>
    filesToRemove({ ...job, ...change }, to, hadParts.has(job.id)),
  );
  await enqueueRemoval(domain, tx, { prefixes, keys: [] });

  const waitingParts = removedParts.filter(({ state }) => state === 'waiting');
  for (const [queue, parts] of Map.groupBy(waitingParts, (part) => part.queue)) {
    const ids = parts.map((part) => part.task_id);
    await domain.queue.drop(tx, queue as PartQueue, ids);
  }
}

function filesToRemove(
  job: Pick<JobRow, 'id' | 'workspace_id' | 'attempt' | 'media_kept_at'>,
  to: JobStatus,
  hasParts: boolean,
): string[] {
  const { attempt, media_kept_at } = job;
  const prefixes: string[] = [];

  // The media of an unfinished ingestion is deleted, because no other job may reuse it and retention does not know
  // about it.
  if (attempt > 0 && media_kept_at === null) prefixes.push(artifactsFolder(job));
  else if (hasParts) prefixes.push(partsFolder(job));

  if (hasParts && to !== 'completed') prefixes.push(framesFolder(job));
  return prefixes;
}
