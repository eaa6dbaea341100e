/**
 * Keeps the state of a batch in step with its jobs: each change of a job's status updates the rollup, and the rollup
 * determines the state.
 */
import type { BatchStatus, JobStatus, Rollup } from '@reelsight/contract';
import {
  type BatchRow,
  countEndingBatches,
  lockBatch,
  moveInRollup,
  setBatchStatus,
} from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import { batchJobs } from '../../db/jobs/batch-jobs.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import { findWorkspace } from '../../db/workspaces/workspaces.ts';
import { availableOf } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { writeBatchEvent } from '../events/events.ts';
import { tellOfBatch } from '../events/notifications.ts';

export const openBatch = (status: BatchStatus): boolean =>
  status === 'processing' || status === 'paused';

type JobCounts = Pick<
  BatchRow,
  | 'total_jobs'
  | 'pending_count'
  | 'processing_count'
  | 'completed_count'
  | 'held_count'
  | 'failed_count'
  | 'cancelled_count'
>;

export function rollupOf(batch: JobCounts): Rollup {
  return {
    total: batch.total_jobs,
    pending: batch.pending_count,
    processing: batch.processing_count,
    completed: batch.completed_count,
    held: batch.held_count,
    failed: batch.failed_count,
    cancelled: batch.cancelled_count,
  };
}

/** Derives the state from the rollup; `ending` if every job is terminal. */
export function stateOfRollup(rollup: Rollup): 'processing' | 'paused' | 'ending' {
  if (rollup.pending + rollup.processing > 0) return 'processing';
  return rollup.held > 0 ? 'paused' : 'ending';
}

export async function moveBatch(
  domain: Domain,
  tx: Queryable,
  batchId: string,
  move: { from: JobStatus; to: JobStatus; jobs: number; charged: number },
): Promise<void> {
  const batch = await moveInRollup(tx, batchId, { ...move, now: domain.now() });
  if (!batch || !openBatch(batch.status)) return;

  const state = stateOfRollup(rollupOf(batch));
  if (state === 'processing' && batch.status === 'paused') {
    const resumed = await setStatus(domain, tx, batch, 'processing');
    await writeBatchEvent(domain, tx, 'batch.resumed', resumed);
  } else if (state === 'paused' && batch.status === 'processing') {
    const paused = await setStatus(domain, tx, batch, 'paused');
    await writeBatchEvent(domain, tx, 'batch.paused', paused, {
      rollup: {
        completed: paused.completed_count,
        failed: paused.failed_count,
        held: paused.held_count,
        pending: paused.pending_count,
      },
      credits_needed_to_resume: await creditsToResume(tx, paused),
    });
  } else if (state === 'ending') {
    if (batch.request.aggregate.enabled) await enqueueAnswers(domain, tx, batch);
    else await completeBatch(domain, tx, batch, null);
  }
}

/**
 * An owner's waiting batches are counted up to this number to determine the next one's place in the queue; more
 * would not change it.
 */
const aheadLimit = 100;

/**
 * Enqueues the task that computes a batch's answers. As with jobs, the more batches of an owner wait for theirs, the
 * further back the next one is queued.
 */
export async function enqueueAnswers(
  domain: Domain,
  tx: Queryable,
  batch: Pick<BatchRow, 'id' | 'workspace_id'>,
): Promise<void> {
  const queuedBatches = await countEndingBatches(tx, batch.workspace_id, aheadLimit);
  const group = { id: await ownerGroup(tx, batch.workspace_id) };
  const place = { group, priority: 1 - queuedBatches };
  await domain.queue.enqueue(tx, 'batch', { batchId: batch.id }, place);
}

function setStatus(
  domain: Domain,
  tx: Queryable,
  batch: BatchRow,
  status: BatchStatus,
  aggregateJson: string | null = null,
): Promise<BatchRow> {
  const now = domain.now();
  return setBatchStatus(tx, batch.id, {
    status,
    completedAt: openBatch(status) ? null : now,
    aggregateJson,
    now,
  });
}

/** Credits that must be added before all held jobs of the batch can run. */
async function creditsToResume(tx: Queryable, batch: BatchRow): Promise<number> {
  const jobs = await batchJobs(tx, batch.id);
  const requiredCredits = jobs
    .filter((job) => job.status === 'held')
    .reduce((sum, job) => sum + (job.credits_needed ?? job.credits_estimated), 0);
  const workspace = await findWorkspace(tx, batch.workspace_id);
  return Math.max(1, requiredCredits - (workspace ? availableOf(workspace) : 0));
}

/**
 * Ends a batch whose jobs have all ended; its aggregate results, as clean JSON, are stored before the batch is ever shown
 * as `completed`. They may be many megabytes, so they are neither parsed nor written here.
 */
export async function completeBatch(
  domain: Domain,
  tx: Queryable,
  batch: BatchRow,
  aggregateJson: string | null,
): Promise<void> {
  const completed = await setStatus(domain, tx, batch, 'completed', aggregateJson);
  const fields = {
    total_jobs: completed.total_jobs,
    completed_count: completed.completed_count,
    failed_count: completed.failed_count,
    credits_charged: completed.credits_charged,
    aggregate_results: null,
    completed_at: completed.completed_at?.toISOString(),
  };
  const writtenFields = aggregateJson === null ? {} : { aggregate_results: aggregateJson };
  await writeBatchEvent(domain, tx, 'batch.completed', completed, fields, writtenFields);
  await tellOfBatch(domain, tx, completed);
}

const endOf = (batch: BatchRow) => ({ completed_at: batch.completed_at?.toISOString() });

/**
 * Sets the state to `failed`. Called only if the batch itself could not be advanced after its retries (interface.md
 * "States of a batch").
 */
export async function failBatch(domain: Domain, batchId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, batchId);
    if (!batch || !openBatch(batch.status)) return;
    const failed = await setStatus(domain, tx, batch, 'failed');
    await writeBatchEvent(domain, tx, 'batch.failed', failed, endOf(failed));
    await tellOfBatch(domain, tx, failed);
  });
}

export async function cancelBatchRow(
  domain: Domain,
  tx: Queryable,
  batchId: string,
): Promise<BatchRow> {
  const batch = (await lockBatch(tx, batchId)) as BatchRow;
  const cancelled = await setStatus(domain, tx, batch, 'cancelled');
  await writeBatchEvent(domain, tx, 'batch.cancelled', cancelled, endOf(cancelled));
  return cancelled;
}
