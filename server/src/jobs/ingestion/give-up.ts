/**
 * Decides what happens to a job, its download and its files when an attempt at its ingestion ends before parts are
 * planned.
 */

import { Fault } from '@reelsight/contract';
import { artifactsFolder } from '../../artifacts/stored-paths.ts';
import { findJob, type JobRow } from '../../db/jobs/jobs.ts';
import { failJob, retryJob } from '../../domain/jobs/lifecycle.ts';
import { passToLongVideos } from '../../domain/jobs/long-videos.ts';
import { isTerminal } from '../../domain/states/job-states.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import { keyOfText } from '../../storage/storage-key.ts';
import { currentSpan } from '../../tracing/scope.ts';
import { WorkLost } from '../attempt.ts';
import { interruptionOfIngestion } from '../interruptions.ts';
import { removeLate } from '../remove-late.ts';
import { type IngestionContext, JobHeld, TakesLong } from './context.ts';
import { forgetDownload, keepDownload } from './download.ts';
import { dropKeptSource } from './kept-source.ts';

/**
 * A job is no longer retried after a full disk once outages have cost it this much time: a video that fits on no disk
 * must not fill disks again and again.
 */
const fullLimitMs = 600_000;

/** Decides what an attempt's end means: the job is held, lost, failed, retried, or goes to the long videos. */
export async function giveUp(context: IngestionContext, reason: unknown): Promise<void> {
  if (reason instanceof JobHeld) return holdJob(context);
  if (reason instanceof TakesLong) return passOn(context, reason);
  if (reason instanceof WorkLost) return leaveJob(context);

  currentSpan()?.fail(reason);
  if (reason instanceof Fault && !isDiskFull(reason)) return failIngestion(context, reason);

  await interrupt(context, reason);
}

/** Handles an interruption after which the job may be tried again. */
async function interrupt(context: IngestionContext, error: unknown): Promise<void> {
  const { deps, job } = context;
  const isFull = isDiskFull(error);
  const detail = detailOf(error);
  const why = interruptionOfIngestion(error);
  deps.log('attempt ended', { detail, why });

  const fault = isFull ? diskFull(detail) : new Fault('PROCESSING_ERROR', detail);
  const limitMs = Math.min(
    deps.deadlines.stages.ingestion,
    isFull ? fullLimitMs : Number.POSITIVE_INFINITY,
  );
  const next = await retryJob(deps.domain, job, fault, why, limitMs);
  // Another worker may have enough space for the next attempt, or this one may once the download is
  // gone.
  if (next === 'failed' || isFull) await forgetDownload(context);
}

async function failIngestion(context: IngestionContext, fault: Fault): Promise<void> {
  const { deps, job } = context;
  deps.log('job failed', { code: fault.code, detail: fault.detail });
  await forgetDownload(context);
  await failJob(deps.domain, job, fault);
}

/** Keeps the download in storage, where every worker can use it; if storing fails, only this worker keeps it. */
async function holdJob(context: IngestionContext): Promise<void> {
  const { deps, job, soFar } = context;
  deps.log('job held', {});
  if (job.url === null || !soFar.source) return;

  const isKept = await keepDownload(context, soFar.source);
  const row = await currentRow(context);
  if (isHeldBy(context, row)) {
    if (isKept) await forgetDownload(context);
  } else if (row?.media_kept_at) {
    // Another attempt has meanwhile ingested the video from its own copy.
    if (row.link_video?.job !== row.id) await dropKeptSource(deps.storage, job);
  } else if (!row || isTerminal(row.status)) {
    // The job's files were removed when it ended, possibly before the download was stored.
    await forgetDownload(context);
    await removeArtifacts(context);
  }
}

/**
 * Gives the job to the queue of long videos. Its download is stored before that, because any worker may go on with the
 * job at once; if storing fails, that worker downloads the video again.
 */
async function passOn(context: IngestionContext, { message }: TakesLong): Promise<void> {
  const { deps, job, soFar } = context;
  const isKept =
    job.url !== null && soFar.source !== null && (await keepDownload(context, soFar.source));
  if (!(await passToLongVideos(deps.domain, job))) return leaveJob(context);

  deps.log('video takes long', { detail: message });
  if (isKept) await forgetDownload(context);
}

const isHeldBy = ({ job }: IngestionContext, row: JobRow | undefined): boolean =>
  row?.status === 'held' && row.attempt === job.attempt;

/** Leaves the download alone if another attempt is running, because that attempt owns it now. */
async function leaveJob(context: IngestionContext): Promise<void> {
  context.deps.log('job lost', {});
  const row = await currentRow(context);
  if (isHeldBy(context, row)) return holdJob(context);
  if (row && !isTerminal(row.status)) return;

  await forgetDownload(context);
  // The job's files were stored after the job had ended. Retention only removes media that is recorded as kept, so any
  // other files are removed here.
  if (row?.media_kept_at) return;
  await removeArtifacts(context);
}

const currentRow = ({ deps, job }: IngestionContext): Promise<JobRow | undefined> =>
  findJob(deps.domain.db, job.workspace_id, job.id);

function removeArtifacts({ deps, job }: IngestionContext): Promise<void> {
  const { domain, storage } = deps;
  return removeLate(domain, storage, [keyOfText(artifactsFolder(job))]);
}

function detailOf(error: unknown): string {
  if (error instanceof Fault) return error.detail;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const diskFull = (detail: string): Fault =>
  new Fault('EXTRACTION_FAILED', detail, {
    text: 'The service has no disk space left for this video. Try again later.',
  });
