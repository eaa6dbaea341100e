/**
 * Whatever interrupts a job or ends it without results: retries, failures, cancelling, expiry of held jobs, deletion.
 */

import { type ErrorCode, errorTable, Fault, type Stage } from '@reelsight/contract';
import { foldersOfJob } from '../../artifacts/stored-paths.ts';
import { findBatch } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import { removeEventsOfJob } from '../../db/events/events.ts';
import { type JobRow, lockOwnJob, removeJob, touchJob, uploadHasJobs } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { requestWordCleanup } from '../../db/search/search-index.ts';
import { databaseTime } from '../../db/time.ts';
import { leaveTrends } from '../../db/trends/trend-facts.ts';
import { freeIdempotent } from '../../db/upkeep/idempotency.ts';
import { countLateUpload, lockUpload, removeUpload } from '../../db/uploads/uploads.ts';
import { findWorkspace } from '../../db/workspaces/workspaces.ts';
import { chargeJobs, releaseCredits } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { chargeForJob } from '../prices/price.ts';
import { enqueueRemoval } from '../removals.ts';
import { openBatch } from '../states/batch-states.ts';
import { isTerminal, lockForMove, moveJob, type Telling } from '../states/job-states.ts';
import { dropTask, enqueueJob } from '../states/pending-jobs.ts';
import { noWork, workOf } from '../states/worked.ts';
import { settleMs } from '../uploads/uploads.ts';
import { waitsAmongLong } from './long-videos.ts';
import {
  countUnpaidDecoding,
  decodingCounted,
  secondsDecoded,
  secondsDecoding,
  shareCharged,
} from './unpaid-decoding.ts';

export interface Heartbeat {
  readonly id: string;
  readonly attempt: number;
  readonly stage: Stage;
  readonly percent: number | null;
  readonly usage: Readonly<Record<string, number>>;
}

/** Records a heartbeat with progress; false if the attempt lost its job. */
export function heartbeat(domain: Domain, beat: Heartbeat): Promise<boolean> {
  return touchJob(domain.db, { ...beat, now: domain.now() });
}

/**
 * Fails a job because a stage failed or a deadline passed; the job is not charged. False if the attempt has lost the
 * job.
 */
export async function failJob(
  domain: Domain,
  job: { id: string; attempt?: number },
  fault: Fault,
): Promise<boolean> {
  return domain.db.transaction(async (tx) => {
    const row = await lockForMove(tx, job.id, {
      from: ['processing'],
      to: 'failed',
      ...(job.attempt !== undefined && { attempt: job.attempt }),
    });
    if (!row) return false;

    await failLocked(domain, tx, row, fault);
    return true;
  });
}

const refusedByCaps: readonly ErrorCode[] = ['VIDEO_TOO_LONG', 'BUDGET_EXCEEDED'];

async function failLocked(domain: Domain, tx: Queryable, row: JobRow, fault: Fault): Promise<void> {
  await releaseCredits(domain, tx, row);
  const code = errorTable[fault.code].job ? fault.code : 'PROCESSING_ERROR';
  const message = code === fault.code ? fault.message : errorTable.PROCESSING_ERROR.text;
  // The caps say that this workspace may not analyse the media, so it is of no use to another of its jobs either.
  const mediaKeptAt = refusedByCaps.includes(code) ? null : row.media_kept_at;
  const seconds = await secondsDecoded(tx, row);

  await moveJob(domain, tx, { ...row, media_kept_at: mediaKeptAt }, 'failed', {
    media_kept_at: mediaKeptAt,
    error_code: code,
    error_message: message,
    stage: null,
    percent: null,
    ...decodingCounted,
  });
  await countUnpaidDecoding(domain, tx, [{ workspaceId: row.workspace_id, seconds }]);
}

/**
 * Why work ended without a result: its process crashed; its worker was lost; the worker was shut down properly; or
 * something that the work needs was unavailable (storage, disk, database, a process that does not start). A video may
 * cause a crash, so crashes allow few retries (`settings.retries`). It rarely causes the loss of a worker, and never a
 * proper shutdown or an outage. After an outage the work is retried until the time lost equals the time limit of its
 * stage.
 */
export type Interruption = 'crashed' | 'lost' | 'closing' | 'outage';

const dayMs = 86_400_000;

/** Consecutive lost workers after which the work is given up. */
const mostLosses = 10;
/** Bounds of the delay after an outage. The delay equals the time lost so far, so it doubles each time. */
const leastDelay = 1;
const mostDelay = 60;

/** Counts of consecutive attempts at the same work that had no result. */
export interface FailedAttempts {
  readonly crashes: number;
  readonly losses: number;
  readonly outage_seconds: number;
}

/**
 * Returns the counts of failures after an interruption, whether to give the work up, and the delay before the next
 * attempt.
 */
export function interrupted(
  domain: Domain,
  failures: FailedAttempts,
  reason: Interruption,
  attempt: { readonly since: Date | null; readonly now: Date; readonly limitMs: number },
): FailedAttempts & { readonly givenUp: boolean; readonly delayMs: number } {
  const crashes = failures.crashes + (reason === 'crashed' ? 1 : 0);
  const losses = failures.losses + (reason === 'lost' ? 1 : 0);
  const counts = { crashes, losses, outage_seconds: failures.outage_seconds };

  if (reason !== 'outage') {
    const givenUp = crashes > domain.settings.retries || losses > mostLosses;
    return { ...counts, givenUp, delayMs: 0 };
  }

  const { since, now } = attempt;
  const outageSeconds = failures.outage_seconds + (now.getTime() - (since ?? now).getTime()) / 1000;
  const delay = Math.min(Math.max(outageSeconds, leastDelay), mostDelay);
  const givenUp = outageSeconds * 1000 > attempt.limitMs;

  return { ...counts, outage_seconds: outageSeconds + delay, givenUp, delayMs: delay * 1000 };
}

/**
 * Handles ingestion that ended without a result: retries the job, for which working time is counted from zero again, or
 * fails it with `fault` if the work is given up. Changes nothing if the parts are already planned (the caller cannot
 * know this if the answer to that commit was lost), or if a heartbeat came after `silentSince`. `limitMs` is the
 * maximum time that may be lost to outages.
 */
export async function retryJob(
  domain: Domain,
  job: { id: string; attempt: number; silentSince?: Date | null },
  fault: Fault,
  reason: Interruption = 'crashed',
  limitMs = Number.POSITIVE_INFINITY,
): Promise<'retried' | 'failed' | 'stale'> {
  return domain.db.transaction(async (tx) => {
    const row = await lockForMove(tx, job.id, {
      from: ['processing'],
      to: 'pending',
      attempt: job.attempt,
    });
    const workspace = row && (await findWorkspace(tx, row.workspace_id));
    if (!row || !workspace || row.heartbeat_at === null) return 'stale';
    if (job.silentSince && row.heartbeat_at > job.silentSince) return 'stale';

    const failures = { ...row, crashes: row.infrastructure_failures };
    const attempt = { since: row.started_at, now: await databaseTime(tx), limitMs };
    const { crashes, losses, outage_seconds, ...next } = interrupted(
      domain,
      failures,
      reason,
      attempt,
    );
    // Only a crash is the fault of the video; otherwise the service has wasted what it decoded.
    const decoding = {
      decoding_since: null,
      unpaid_decoding_seconds:
        reason === 'crashed' ? await secondsDecoded(tx, row) : row.unpaid_decoding_seconds,
    };
    if (next.givenUp) {
      await failLocked(domain, tx, { ...row, ...decoding }, fault);
      return 'failed';
    }

    await releaseCredits(domain, tx, row);
    // The task is dropped, because the task of a dead worker would otherwise count against the workspace's limit until
    // the queue notices the missing heartbeat.
    await dropTask(domain, tx, row);

    const pending = await moveJob(domain, tx, row, 'pending', {
      infrastructure_failures: crashes,
      losses,
      outage_seconds,
      credits_reserved: 0,
      started_at: null,
      worker_id: null,
      heartbeat_at: null,
      percent: null,
      ...decoding,
    });
    await enqueueJob(domain, tx, pending, { ahead: 0, delayMs: next.delayMs });

    return 'retried';
  });
}

/** Cancels a job that is in no batch. Throws Fault JOB_NOT_FOUND or JOB_NOT_CANCELLABLE. */
export async function cancelJob(
  domain: Domain,
  workspaceId: string,
  jobId: string,
): Promise<Owned<JobRow>> {
  return domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, workspaceId, jobId);
    if (!job) throw new Fault('JOB_NOT_FOUND', jobId);

    if (job.batch_id) {
      throw new Fault('JOB_NOT_CANCELLABLE', 'in a batch', {
        text: `The job belongs to batch ${job.batch_id}; cancel the batch instead.`,
      });
    }

    if (isTerminal(job.status)) {
      throw new Fault('JOB_NOT_CANCELLABLE', job.status, {
        text: `The job is already ${job.status}.`,
      });
    }

    // A job that never began is charged nothing, so no webhook is sent for it.
    const cancelled = await cancelLocked(domain, tx, job, { webhook: job.attempt > 0 });
    await domain.audit.note(tx, { workspaceId, target: { id: jobId, name: job.title } });

    return cancelled;
  });
}

/** Cancels a locked job that has not ended; only the computing time of a running attempt is charged. */
export async function cancelLocked<Row extends JobRow>(
  domain: Domain,
  tx: Queryable,
  job: Row,
  {
    error,
    ...telling
  }: Telling & { readonly error?: { code: 'HELD_EXPIRED'; message: string } } = {},
): Promise<Row> {
  let charged: number | null = null;
  let unpaidShare = 1;

  if (job.status === 'processing') {
    const [work = noWork] = await workOf(tx, [{ job }]);
    const cost = chargeForJob(domain.prices, job, work);
    if (cost > 0) {
      const description = `Compute of cancelled job ${job.id}`;
      const { id, workspace_id: workspaceId, credits_reserved: reserved } = job;
      [charged = 0] = await chargeJobs(domain, tx, [
        { id, workspaceId, cost, reserved, what: description },
      ]);
      unpaidShare = 1 - shareCharged(charged, cost);
    } else {
      await releaseCredits(domain, tx, job);
    }
  }

  // The charge counts from the beginning of the present attempt.
  const seconds = job.unpaid_decoding_seconds + unpaidShare * (await secondsDecoding(tx, job));
  if (job.status === 'pending' || waitsAmongLong(job)) await dropTask(domain, tx, job);
  const change = {
    credits_charged: charged,
    stage: null,
    percent: null,
    ...decodingCounted,
    ...(error && { error_code: error.code, error_message: error.message }),
  };
  const cancelled = await moveJob(domain, tx, job, 'cancelled', change, telling);
  await tx.query('select pg_notify($1, $2)', ['reelsight_job_ended', job.id]);
  await countUnpaidDecoding(domain, tx, [{ workspaceId: job.workspace_id, seconds }]);

  return cancelled;
}

/** Cancels a held job for which credits were not added in time; sends no webhook (interface.md "States of a job"). */
export async function expireHeldJob(domain: Domain, jobId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockForMove(tx, jobId, { from: ['held'], to: 'cancelled' });
    if (!job) return;
    const days = domain.settings.heldMs / dayMs;
    const message = `The job was not funded within ${days} ${days === 1 ? 'day' : 'days'}.`;
    const error = { code: 'HELD_EXPIRED', message } as const;
    await cancelLocked(domain, tx, job, { error });
  });
}

/** Throws Fault JOB_NOT_DELETABLE. */
export async function checkDeletable(
  db: Queryable,
  workspaceId: string,
  job: Pick<JobRow, 'status' | 'batch_id'>,
): Promise<void> {
  if (!isTerminal(job.status)) {
    throw new Fault('JOB_NOT_DELETABLE', job.status, {
      text: `The job is ${job.status}; cancel it first.`,
    });
  }

  const batch = job.batch_id ? await findBatch(db, workspaceId, job.batch_id) : undefined;
  if (batch && openBatch(batch.status)) {
    throw new Fault('JOB_NOT_DELETABLE', 'open batch', {
      text: `The job belongs to batch ${batch.id}, which is still ${batch.status}.`,
    });
  }
}

/**
 * Deletes an ended job and its files; its entries in the ledger are kept. Throws Fault JOB_NOT_FOUND or
 * JOB_NOT_DELETABLE.
 */
export async function deleteJob(domain: Domain, workspaceId: string, jobId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, workspaceId, jobId);
    if (!job) throw new Fault('JOB_NOT_FOUND', jobId);

    await checkDeletable(tx, workspaceId, job);
    // A concurrent submit locks its key and then its upload too.
    await freeIdempotent(tx, jobId);
    // The upload is locked before checking whether other jobs use its file, because a concurrent submit holds the same
    // lock.
    if (job.upload_key) await lockUpload(tx, job.upload_key);

    await removeEventsOfJob(tx, jobId);
    await requestWordCleanup(tx, workspaceId);
    await leaveTrends(tx, jobId);
    await removeJob(tx, jobId);

    const uploads =
      job.upload_key && !(await uploadHasJobs(tx, job.upload_key)) ? [job.upload_key] : [];
    const expiries: number[] = [];
    const now = domain.now();
    if (domain.ports.urlsOutliveUploads)
      for (const key of uploads) await countLateUpload(tx, key, { now, settleMs });
    for (const key of uploads) expiries.push((await removeUpload(tx, key))?.getTime() ?? 0);
    // A job that no worker ever claimed has stored nothing.
    const prefixes = job.attempt > 0 ? foldersOfJob(job) : [];
    await enqueueRemoval(domain, tx, { prefixes, keys: uploads });
    await domain.audit.note(tx, { workspaceId, target: { id: jobId, name: job.title } });

    if (uploads.length === 0) return;
    // An object store accepts a file until the presigned URL has expired, so the files are deleted once more after that.
    const late = { prefixes: [], keys: uploads };
    const validMs = Math.max(0, Math.max(...expiries) - now.getTime());
    await enqueueRemoval(domain, tx, late, { delayMs: validMs + settleMs });
  });
}
