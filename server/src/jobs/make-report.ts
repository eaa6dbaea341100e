/** Makes a report: reads its jobs one after the other, lays the files in storage, then says that it is ready. */
import { buffer } from 'node:stream/consumers';
import { Fault } from '@reelsight/contract';
import { findJobFacts, type JobFacts } from '../db/job-facts.ts';
import {
  findReportById,
  noteReportProgress,
  type ReportRow,
  setReportFailed,
  setReportReady,
} from '../db/reports.ts';
import type { Domain } from '../domain/domain.ts';
import { keptOf } from '../domain/kept-exposures.ts';
import {
  type ReportTask,
  reportContentTypes,
  reportFileName,
  reportFolder,
  reportLogoName,
} from '../domain/reports.ts';
import { type ExposureOptions, hasKeptSums } from '../exposure/formula.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Picture } from '../reports/content.ts';
import type { ReportOrder } from '../reports/order.ts';
import type { VideoFacts } from '../reports/video-of.ts';
import { several } from '../reports/words.ts';
import { frameAt, frameKey } from '../storage/frame-key.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import { ReportThread } from './report-thread.ts';

export interface ReportDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** Least time between two notes of the progress. */
const noteEveryMs = 500;

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
    const sent = await sendVideos(deps, row, { jobs, thread, signal });
    if (sent === null) return;
    if (sent.counted === 0)
      throw new Fault('EXPORT_UNAVAILABLE', 'brands', {
        text: 'The results of these jobs hold no brands: they could not be analysed.',
      });
    const logo = await logoOf(deps.storage, row);
    const { job_ids: _ids, request, id: report_id, title, created_at } = row;
    const { paths } = await thread.ask(
      {
        kind: 'rest',
        rest: {
          ...{ report_id, title, created_at: created_at.toISOString(), logo },
          missing: [...request.leftOut, ...missing, ...sent.missing],
          ...{ origin: request.origin, asked: request },
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
  return { jobs, missing: gone > 0 ? [deletedText(gone)] : [] };
}

const deletedText = (count: number): string =>
  `${count} ${count === 1 ? 'job was' : 'jobs were'} deleted before the report was made.`;

interface Sent {
  readonly counted: number;
  /** What was left out, in sentences. */
  readonly missing: readonly string[];
}

/** Null if the report was deleted meanwhile. */
async function sendVideos(
  { domain }: ReportDeps,
  row: ReportRow,
  { jobs, thread, signal }: Sending,
): Promise<Sent | null> {
  const options = optionsOf(row);
  const columns = hasKeptSums(options) ? (['form', 'sums'] as const) : (['form'] as const);
  let [notedMs, done, counted, gone] = [performance.now(), 0, 0, 0];
  for await (const group of keptOf(domain, jobs, columns, { signal })) {
    for (const { job, kept } of group) {
      const { form, sums } = kept ?? {};
      if (!form) gone += 1;
      else if (await isTaken(thread, { job, form, sums, options })) counted += 1;
      done += 1;
      if (performance.now() - notedMs < noteEveryMs) continue;
      notedMs = performance.now();
      if (!(await noteReportProgress(domain.db, row.id, done))) return null;
    }
  }
  const bare = done - gone - counted;
  const missing = [
    ...(gone > 0 ? [deletedText(gone)] : []),
    ...(bare > 0 ? [`${several(bare, 'video')} left out: no brands in the results.`] : []),
  ];
  return { counted, missing };
}

interface Sending {
  readonly jobs: readonly JobFacts[];
  readonly thread: ReportThread;
  readonly signal: AbortSignal;
}

/** False if its results hold no brands. */
async function isTaken(
  thread: ReportThread,
  {
    job,
    ...of
  }: Pick<Extract<ReportOrder, { kind: 'video' }>, 'form' | 'sums' | 'options'> & {
    readonly job: JobFacts;
  },
): Promise<boolean> {
  const facts: VideoFacts = {
    ...{ job_id: job.id, title: job.title, duration_seconds: job.duration_seconds ?? 0 },
    completed_at: job.completed_at?.toISOString() ?? null,
  };
  const { counted } = await thread.ask({ kind: 'video', facts, ...of }, 'taken');
  return counted;
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

/** A frame that is gone is left out, which its page says. */
async function framesOf(
  storage: Storage,
  workspaceId: string,
  paths: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const frames = new Map<string, Uint8Array>();
  for (const path of paths) {
    const frame = frameAt(path.replace(/^\/v1\/frames\//, ''));
    if (!frame) continue;
    const job = { workspace_id: workspaceId, id: frame.jobId };
    const object = await storage.get(frameKey(job, frame.file));
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
    const key = keyOfText(`${folder}/${reportFileName(format)}`);
    await storage.put(key, bytes, { contentType: reportContentTypes[format] });
    files[format] = bytes.length;
  }
  const at = domain.now();
  if (await setReportReady(domain.db, row.id, { files, videosDone, at })) return;
  // It was deleted meanwhile: nothing else would remove what was just written.
  await domain.queue.enqueue(domain.db, 'removal', { prefixes: [folder], keys: [] });
}
