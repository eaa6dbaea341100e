/**
 * One attempt at a job's ingestion: claims the job, fetches the video, decodes it, admits the job and plans its parts.
 */
import { mkdir, rm } from 'node:fs/promises';
import { Fault } from '@reelsight/contract';
import { findTriedLink } from '../../db/jobs/jobs.ts';
import { claimJob } from '../../domain/jobs/claim-jobs.ts';
import { heartbeat } from '../../domain/jobs/lifecycle.ts';
import type { PlacedTask } from '../../queue/consume-loop.ts';
import { inSpan, step } from '../../tracing/scope.ts';
import { noTracer } from '../../tracing/tracer.ts';
import { type Heartbeat, isStop, runAttempt } from '../attempt.ts';
import { writeLibrary } from '../library.ts';
import { stageLate } from '../parts/overdue.ts';
import { keepStage } from '../parts/part-artifacts.ts';
import { admitIngested } from './admit.ts';
import { captionsWanted, takeCaptions } from './captions.ts';
import {
  type HeldMedia,
  type IngestionContext,
  type IngestionDeps,
  type IngestionTask,
  JobHeld,
  openContext,
  type ShortVideos,
  TakesLong,
} from './context.ts';
import { giveUp } from './give-up.ts';
import { hasKeptSource } from './kept-source.ts';
import { restoreMedia, reuseOtherMedia, takeApart, waitApart } from './media.ts';

/**
 * Ingests the job of a task. `shortVideos` says when the job is given to the queue of long videos; null if the task is
 * in that queue already.
 */
export async function ingestJob(
  deps: IngestionDeps,
  task: PlacedTask<IngestionTask>,
  shortVideos: ShortVideos | null,
): Promise<void> {
  const { domain, workerId } = deps;
  const { jobId, tried: wasTried } = task.data;
  const downloaded = wasTried !== false && (await isDownloaded(deps, jobId));
  const claim = await claimJob(domain, { jobId, taskId: task.id, workerId, downloaded });
  if (!('job' in claim)) return;

  const { id, workspace_id, attempt, trace } = claim.job;
  const attributes = {
    'reelsight.job_id': id,
    'reelsight.workspace_id': workspace_id,
    'reelsight.attempt': attempt,
    'reelsight.worker_id': workerId,
  };
  const { tracer = noTracer } = deps;
  const span = tracer.start('ingestion', trace?.traceparent, { kind: 'consumer', attributes });
  await inSpan(span, { job_id: id, workspace_id, attempt }, () =>
    attemptIngestion(openContext(deps, task, claim.job, shortVideos)),
  );
}

/** Whether the video of a link was kept in storage by an earlier attempt. */
async function isDownloaded({ domain, storage }: IngestionDeps, jobId: string): Promise<boolean> {
  const link = await findTriedLink(domain.db, jobId);
  // If the storage does not answer, the attempt itself must deal with that.
  return link !== undefined && (await hasKeptSource(storage, link).catch(() => false));
}

async function attemptIngestion(context: IngestionContext): Promise<void> {
  const { deps, task, job } = context;
  try {
    await runAttempt({
      task,
      heartbeat: heartbeatOf(context),
      deadline: { ms: deps.deadlines.job, reason: new Fault('TIMEOUT', 'job deadline') },
      watchLoss: (lose) => deps.onEnded(job.id, lose),
      work: (signal) => ingest(context, signal),
      // Heartbeats report a held job as lost, so JobHeld takes precedence.
      giveUp: (reason, error) => giveUp(context, error instanceof JobHeld ? error : reason),
    });
  } finally {
    await rm(context.workDir, { recursive: true, force: true });
  }
}

function heartbeatOf({ deps, job, soFar }: IngestionContext): Heartbeat {
  const { domain, log } = deps;
  return {
    send: () => heartbeat(domain, { ...job, stage: 'ingestion', percent: soFar.percent }),
    onError: (error) => log('heartbeat failed', { error: String(error) }),
    stallMs: domain.settings.stallMs,
  };
}

/** Gets the media from an earlier attempt, another job or the video itself; then admits the job and plans its parts. */
async function ingest(context: IngestionContext, signal: AbortSignal): Promise<void> {
  const { deps, job, folder } = context;
  if (job.ask.surfaces.length > 0 && !deps.hasVision)
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision model');

  deps.log('job started', { attempt: job.attempt });
  await mkdir(folder, { recursive: true });

  const isRestored = await restoreMedia(context, signal);
  const newMedia = isRestored ? null : await withinStage(context, signal, makeMedia);
  await admitIngested(context, newMedia);
}

/** Makes the media and stores it for the parts of the job. */
async function makeMedia(context: IngestionContext, signal: AbortSignal): Promise<HeldMedia> {
  const { deps, job, folder, workDir } = context;
  const reusedVideo = await waitApart(context, signal, () => reuseOtherMedia(context, signal));
  const video = reusedVideo ?? (await takeApart(context, signal));

  await takeCaptions(folder, await captionsWanted(job, deps.engines));
  await writeLibrary(deps, job, folder, signal);
  const bytes = await step('store', () =>
    keepStage(deps.storage, job, 'ingestion', workDir, signal),
  );

  return { ...video, bytes };
}

/** Does the work within the deadline of the stage, and notes how long it took. */
async function withinStage<T>(
  context: IngestionContext,
  signal: AbortSignal,
  work: (context: IngestionContext, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { deadlines, onStage } = context.deps;
  const late = new AbortController();
  context.clock.start(deadlines.stages.ingestion, () => late.abort(stageLate('ingestion')));
  const startedAt = performance.now();
  let outcome = 'failed';

  try {
    const result = await work(context, AbortSignal.any([signal, late.signal]));
    outcome = 'finished';
    return result;
  } catch (error) {
    if (error instanceof JobHeld) outcome = 'held';
    if (error instanceof TakesLong || isStop(signal.reason ?? error)) outcome = 'stopped';
    throw late.signal.aborted && outcome !== 'held' ? late.signal.reason : error;
  } finally {
    context.clock.pause();
    onStage('ingestion', outcome, (performance.now() - startedAt) / 1000);
  }
}
