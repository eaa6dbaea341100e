/** Makes a report: reads its jobs one after the other, stores the files, then marks it as ready. */

import { buffer } from 'node:stream/consumers';
import { Fault } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { reportFolder } from '../artifacts/stored-paths.ts';
import { findJobFacts, type JobFacts } from '../db/jobs/job-facts.ts';
import {
  beginReport,
  isReadyBy,
  noteReportProgress,
  type ReportRow,
  setReportFailed,
  setReportReady,
} from '../db/reports.ts';
import { audiencesOf } from '../domain/audience/audiences.ts';
import { slotsOfNames } from '../domain/brands/brand-colours.ts';
import type { Domain } from '../domain/domain.ts';
import { keptOf } from '../domain/exposure/kept-exposures.ts';
import { enqueueRemoval } from '../domain/removals.ts';
import {
  type ReportTask,
  reportAttemptFolder,
  reportContentTypes,
  reportFileName,
  reportLogoName,
} from '../domain/reports.ts';
import { endRuns } from '../domain/schedules/run.ts';
import { type ExposureOptions, hasKeptSums } from '../exposure/formula.ts';
import type { ClaimedTask } from '../queue/consume-loop.ts';
import type { Picture } from '../reports/content.ts';
import type { VideoOrder } from '../reports/order.ts';
import type { ReportThread } from '../reports/reports-thread.ts';
import type { VideoFacts } from '../reports/video-of.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import { readFrames } from '../storage/stored-frames.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import { runAttempt, WorkerClosing, WorkLost } from './attempt.ts';
import { isOutage, outageFault } from './interruptions.ts';

export interface ReportDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** From this attempt on, a report fails, unless an outage ended it. */
const mostAttempts = 4;
/** Time between two updates of the progress. */
const noteEveryMs = 500;
const threadEntry = new URL('../reports/reports-thread.ts', import.meta.url);
/** Time limit: longer than any step takes. Memory limit: enough for all appearances in two thousand videos. */
const threadLimits = { limitMs: 300_000, heapMegabytes: 2048, graceMs: 0, keepsState: true };

/** The data that every step of a report gets. */
interface ReportContext {
  readonly row: ReportRow;
  /** Aborts when the worker closes, and when the report was deleted or taken over by another attempt. */
  readonly signal: AbortSignal;
  /** Progress that the heartbeats read. */
  readonly soFar: { videosDone: number };
}

export async function makeReport(deps: ReportDeps, task: ClaimedTask<ReportTask>): Promise<void> {
  const { domain, log } = deps;
  const row = await beginReport(domain.db, task.data.reportId);
  if (!row) return;

  const soFar = { videosDone: 0 };
  await runAttempt({
    task,
    heartbeat: {
      send: () => noteReportProgress(domain.db, row, soFar.videosDone),
      onError: (error) =>
        log('progress of a report failed', { report: row.id, error: String(error) }),
      everyMs: noteEveryMs,
    },
    work: (signal) => make(deps, { row, signal, soFar }),
    giveUp: (reason) => giveUp(deps, { row, task }, reason),
  });
}

/** Decides the fate of the report; if this function throws, the queue tries the report again. */
async function giveUp(
  deps: ReportDeps,
  { row, task }: { readonly row: ReportRow; readonly task: ClaimedTask<ReportTask> },
  reason: unknown,
): Promise<void> {
  if (reason instanceof WorkLost) return removeFiles(deps, row);

  const isRefused = reason instanceof Fault && !['STORAGE_FULL', 'LOW_DISK'].includes(reason.code);
  const isTriedAgain = task.triedAgain && (isOutage(reason) || row.attempt < mostAttempts);
  if (!isRefused && (isTriedAgain || reason instanceof WorkerClosing)) throw reason;

  deps.log('report failed', {
    report: row.id,
    error: reason instanceof Error ? reason.stack : String(reason),
  });
  const fault = isOutage(reason) ? outageFault(reason) : reason;
  await setReportFailed(deps.domain.db, row, {
    code: fault instanceof Fault ? fault.code : 'INTERNAL_ERROR',
    message: fault instanceof Fault ? fault.message : 'The report could not be made.',
  });
}

async function make(deps: ReportDeps, context: ReportContext): Promise<void> {
  const { row, signal } = context;
  const thread = new WorkerThread<ReportThread>(threadEntry, threadLimits);
  try {
    const { jobs, missing: missingNotes } = await stillThere(deps.domain, row);
    const sent = await sendVideos(deps, context, { jobs, thread });
    if (sent.counted === 0)
      throw new Fault('EXPORT_UNAVAILABLE', 'brands', {
        text: 'The results of these jobs hold no brands: they could not be analysed.',
      });

    const logo = await logoOf(deps.storage, row);
    const { job_ids: _ids, request, id: report_id, title, created_at } = row;
    const { paths, names } = await thread.run(
      'rest',
      {
        report_id,
        title,
        created_at: created_at.toISOString(),
        logo,
        detail: request.detail ?? 'full',
        chosenVideos: request.chosenVideos ?? row.job_ids.length,
        missing: [...request.leftOut, ...missingNotes, ...sent.missing],
        origin: request.origin,
        asked: request,
        ...(request.changes && { changes: request.changes }),
      },
      signal,
    );
    const frames = await readFrames(deps.storage, row.workspace_id, paths);
    const slots = await slotsOfNames(deps.domain.db, row.workspace_id, names);
    await thread.run('frames', { frames, slots }, signal);
    await finish(deps, context, { thread, videosDone: jobs.length });
  } finally {
    await thread.close();
  }
}

/** Finds the jobs that still exist: some may have been deleted since the report was requested. */
async function stillThere({ db }: Domain, row: ReportRow) {
  const jobFacts = await findJobFacts(db, row.workspace_id, row.job_ids);
  const byId = new Map(jobFacts.map((job) => [job.id, job]));
  const jobs = row.job_ids.flatMap((id) => byId.get(id) ?? []);
  if (jobs.length === 0)
    throw new Fault('JOB_NOT_FOUND', row.id, { text: 'All jobs of the report were deleted.' });
  const deletedCount = row.job_ids.length - jobs.length;
  return { jobs, missing: deletedCount > 0 ? [deletedText(deletedCount)] : [] };
}

const deletedText = (count: number): string =>
  `${count} ${count === 1 ? 'job was' : 'jobs were'} deleted before the report was made.`;

interface Sent {
  readonly counted: number;
  /** Sentences that say which videos were left out. */
  readonly missing: readonly string[];
}

async function sendVideos(
  { domain }: ReportDeps,
  { row, signal, soFar }: ReportContext,
  { jobs, thread }: Sending,
): Promise<Sent> {
  const requested = optionsOf(row);
  const ids = jobs.map(({ id }) => id);
  const audiences = await audiencesOf(domain.db, row.workspace_id, ids, requested);
  const options = { ...requested, isPricedByVideo: audiences !== null };
  const columns = hasKeptSums(options) ? (['form', 'sums'] as const) : (['form'] as const);
  let countedVideos = 0;
  let deletedCount = 0;

  for await (const group of keptOf(domain, jobs, columns, { signal })) {
    for (const { job, kept: exposure } of group) {
      const { form, sums } = exposure ?? {};
      if (!form) deletedCount += 1;
      else {
        const audience = audiences?.get(job.id) ?? null;
        const order = videoOrder(job, { form, sums, options, audience });
        if (await thread.run('video', order, signal)) countedVideos += 1;
      }
      soFar.videosDone += 1;
    }
  }

  const bare = soFar.videosDone - deletedCount - countedVideos;
  const missingNotes = [
    ...(deletedCount > 0 ? [deletedText(deletedCount)] : []),
    ...(bare > 0 ? [`${counted(bare, 'video')} left out: no brands in the results.`] : []),
  ];

  return { counted: countedVideos, missing: missingNotes };
}

interface Sending {
  readonly jobs: readonly JobFacts[];
  readonly thread: WorkerThread<ReportThread>;
}

function videoOrder(job: JobFacts, stored: Omit<VideoOrder, 'facts'>): VideoOrder {
  const facts: VideoFacts = {
    job_id: job.id,
    title: job.title,
    duration_seconds: job.analysed_seconds ?? 0,
    completed_at: job.completed_at?.toISOString() ?? null,
  };
  return { facts, ...stored };
}

function optionsOf({ request }: ReportRow): ExposureOptions {
  const { brands, minConfidence, cpmUsd, audience } = request;
  return {
    ...(brands && { brands: [...brands] }),
    ...(minConfidence !== null && { min_confidence: minConfidence }),
    ...(cpmUsd !== null && { cpm_usd: cpmUsd }),
    ...(audience !== null && { audience }),
  };
}

async function logoOf(storage: Storage, row: ReportRow): Promise<Picture | null> {
  const { logo } = row.request;
  if (!logo) return null;
  const key = keyOfText(`${reportFolder(row.workspace_id, row.id)}/${reportLogoName}`);
  const object = await storage.get(key);
  return object && { bytes: await buffer(object.stream), ...logo };
}

async function finish(
  deps: ReportDeps,
  { row, signal }: ReportContext,
  { thread, videosDone }: Pick<Sending, 'thread'> & { readonly videosDone: number },
): Promise<void> {
  const { domain, storage } = deps;
  const folder = reportAttemptFolder(row);
  const files: Record<string, number> = {};

  for (const format of row.formats) {
    const bytes = await thread.run('make', format, signal);
    const key = keyOfText(`${folder}/${reportFileName(format)}`);
    await storage.put(key, bytes, { contentType: reportContentTypes[format], signal });
    files[format] = bytes.length;
  }

  const readyAt = domain.now();
  if (!(await setReportReady(domain.db, row, { files, videosDone, at: readyAt })))
    return removeFiles(deps, row);

  // If this fails, the check of every few seconds does it.
  await endRuns(domain, row.id).catch((error: unknown) =>
    deps.log('run of a schedule waits', { report: row.id, error: String(error) }),
  );
}

/**
 * Called when the report has been deleted or taken over by another attempt: nothing else would remove the files that
 * this attempt wrote.
 */
async function removeFiles({ domain }: ReportDeps, row: ReportRow): Promise<void> {
  // The report may have been marked as ready although the database's answer was lost.
  if (await isReadyBy(domain.db, row)) return;
  const prefixes = [reportAttemptFolder(row)];
  await enqueueRemoval(domain, domain.db, { prefixes, keys: [] });
}
