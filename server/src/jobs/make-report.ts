/** Makes a report: reads its jobs one after the other, lays the files in storage, then says that it is ready. */
import { buffer } from 'node:stream/consumers';
import { type Exposure, Fault } from '@reelsight/contract';
import { findJobFacts, type JobFacts } from '../db/job-facts.ts';
import {
  findReportById,
  noteReportProgress,
  type ReportRow,
  setReportFailed,
  setReportReady,
} from '../db/reports.ts';
import type { Domain } from '../domain/domain.ts';
import { exposureOfJobs } from '../domain/exposure.ts';
import { type Kept, keptOf } from '../domain/kept-exposures.ts';
import {
  type ReportTask,
  reportFileName,
  reportFolder,
  reportLogoName,
} from '../domain/reports.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Picture } from '../reports/content.ts';
import type { VideoChoice } from '../reports/video-of.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { ReportThread } from './report-thread.ts';

export interface ReportDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** Least time between two notes of the progress. */
const noteEveryMs = 500;

const contentTypes = {
  html: 'text/html',
  pdf: 'application/pdf',
  csv: 'text/csv',
  json: 'application/json',
} as const;

export async function makeReport(deps: ReportDeps, task: HeldTask<ReportTask>): Promise<void> {
  const row = await findReportById(deps.domain.db, task.data.reportId);
  if (row?.status !== 'pending') return;
  try {
    await make(deps, row, task.signal);
  } catch (error) {
    const refused = error instanceof Fault && !['STORAGE_FULL', 'LOW_DISK'].includes(error.code);
    if (!refused && (task.triedAgain || task.signal.aborted)) throw error;
    deps.log('report failed', { report: row.id, error: String(error) });
    await setReportFailed(deps.domain.db, row.id, {
      code: error instanceof Fault ? error.code : 'INTERNAL_ERROR',
      message: error instanceof Fault ? error.message : 'The report could not be made.',
    });
  }
}

async function make(deps: ReportDeps, row: ReportRow, signal: AbortSignal): Promise<void> {
  const thread = new ReportThread(signal);
  try {
    const { jobs, missing } = await stillThere(deps.domain, row);
    const counted = await sendVideos(deps, row, { jobs, thread, signal });
    if (counted === null) return;
    const exposure = await exposureOf(deps.domain, row, counted, signal);
    const logo = await logoOf(deps.storage, row);
    const { job_ids: _ids, request, id: report_id, title, created_at } = row;
    const { paths } = await thread.ask(
      {
        kind: 'rest',
        rest: {
          ...{ report_id, title, created_at: created_at.toISOString(), logo, exposure },
          ...{ missing: [...request.leftOut, ...missing], origin: request.origin },
          asked: request,
        },
      },
      'paths',
    );
    const frames = await framesOf(deps.storage, row.workspace_id, paths);
    await thread.ask({ kind: 'frames', frames }, 'done');
    await finish(deps, row, { thread, videosDone: jobs.length });
  } finally {
    await thread.close();
  }
}

/** Jobs may have been deleted since the report was asked for. */
async function stillThere({ db }: Domain, row: ReportRow) {
  const found = await findJobFacts(db, row.workspace_id, row.job_ids);
  const byId = new Map(found.map((job) => [job.id, job]));
  const jobs = row.job_ids.flatMap((id) => byId.get(id) ?? []);
  if (jobs.length === 0)
    throw new Fault('JOB_NOT_FOUND', row.id, { text: 'All jobs of the report were deleted.' });
  const gone = row.job_ids.length - jobs.length;
  const missing =
    gone > 0
      ? [`${gone} ${gone === 1 ? 'job was' : 'jobs were'} deleted before the report was made.`]
      : [];
  return { jobs, missing };
}

/** Ids of the jobs whose results hold brands; null if the report was deleted meanwhile. */
async function sendVideos(
  { domain }: ReportDeps,
  row: ReportRow,
  {
    jobs,
    thread,
    signal,
  }: {
    readonly jobs: readonly JobFacts[];
    readonly thread: ReportThread;
    readonly signal: AbortSignal;
  },
): Promise<string[] | null> {
  const { brands, minConfidence } = row.request;
  const choice = {
    brands: brands?.map((one) => one.trim().toLowerCase()) ?? null,
    minConfidence: minConfidence ?? 0,
  };
  const counted: string[] = [];
  let notedMs = performance.now();
  let done = 0;
  for await (const group of keptOf(domain, jobs, 'form', { signal })) {
    for (const { job, stored } of group) {
      if (stored && (await isTaken(thread, { job, stored, choice }))) counted.push(job.id);
    }
    done += group.length;
    if (performance.now() - notedMs < noteEveryMs) continue;
    notedMs = performance.now();
    if (!(await noteReportProgress(domain.db, row.id, done))) return null;
  }
  return counted;
}

/** False if its results hold no brands. */
async function isTaken(
  thread: ReportThread,
  {
    job,
    stored,
    choice,
  }: Omit<Kept, 'stored'> & {
    readonly stored: Uint8Array;
    readonly choice: VideoChoice;
  },
): Promise<boolean> {
  const facts = {
    ...{ job_id: job.id, title: job.title ?? job.id, completed_at: null },
    duration_seconds: job.duration_seconds ?? 0,
  };
  const { counted } = await thread.ask({ kind: 'video', facts, stored, choice }, 'taken');
  return counted;
}

function exposureOf(
  domain: Domain,
  { workspace_id, request }: ReportRow,
  jobIds: readonly string[],
  signal: AbortSignal,
): Promise<Exposure> {
  if (jobIds.length === 0)
    throw new Fault('EXPORT_UNAVAILABLE', 'brands', {
      text: 'The results of these jobs hold no brands: they could not be analysed.',
    });
  const { brands, minConfidence, cpmUsd, audience } = request;
  const options = {
    ...(brands && { brands: [...brands] }),
    ...(minConfidence !== null && { min_confidence: minConfidence }),
    ...(cpmUsd !== null && { cpm_usd: cpmUsd }),
    ...(audience !== null && { audience }),
  };
  return exposureOfJobs(domain, workspace_id, jobIds, options, signal);
}

async function logoOf(storage: Storage, row: ReportRow): Promise<Picture | null> {
  const { logo } = row.request;
  if (!logo) return null;
  const key = storageKey(...reportFolder(row.workspace_id, row.id).split('/'), reportLogoName);
  const object = await storage.get(key);
  return object && { bytes: await buffer(object.stream), ...logo };
}

/** Only names of this form are ours; a frame that is gone is left out, which its page says. */
const framePath = /^\/v1\/frames\/(job_[0-9a-z]{1,60})\/([a-z0-9][a-z0-9-]{0,80}\.jpg)$/;

async function framesOf(
  storage: Storage,
  workspaceId: string,
  paths: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const frames = new Map<string, Uint8Array>();
  for (const path of paths) {
    const [, jobId, file] = framePath.exec(path) ?? [];
    if (!jobId || !file) continue;
    const object = await storage.get(storageKey('frames', workspaceId, jobId, file));
    if (object) frames.set(path, await buffer(object.stream));
  }
  return frames;
}

async function finish(
  { domain, storage }: ReportDeps,
  row: ReportRow,
  { thread, videosDone }: { readonly thread: ReportThread; readonly videosDone: number },
): Promise<void> {
  const folder = reportFolder(row.workspace_id, row.id);
  const files: Record<string, number> = {};
  for (const format of row.formats) {
    const { bytes } = await thread.ask({ kind: 'make', format }, 'file');
    const key = storageKey(...folder.split('/'), reportFileName(format));
    await storage.put(key, bytes, { contentType: contentTypes[format] });
    files[format] = bytes.length;
  }
  const at = domain.now();
  if (await setReportReady(domain.db, row.id, { files, videosDone, at })) return;
  // It was deleted meanwhile: nothing else would remove what was just written.
  await domain.queue.enqueue(domain.db, 'removal', { prefixes: [folder], keys: [] });
}
