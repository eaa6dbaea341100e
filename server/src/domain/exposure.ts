/** What brands get out of stored videos (docs/exposure.md). */
import { type Exposure, Fault, type LeftOutReason } from '@reelsight/contract';
import { findJobFacts, type JobFacts } from '../db/job-facts.ts';
import { exposureOfVideos } from '../exposure/exposure.ts';
import type { ExposureOptions } from '../exposure/formula.ts';
import type { ExposureMade, ExposureOrder } from '../exposure/order.ts';
import type { VideoExposure } from '../exposure/video-exposure.ts';
import { type Domain, perDomain } from './domain.ts';
import { OrderThread } from './order-thread.ts';
import { readResults } from './read-results.ts';

export interface ReadingOptions extends ExposureOptions {
  /** Whether what people corrected counts as they corrected it; default true. */
  readonly corrected?: boolean;
  /** Runs the work on one video when it is the caller's turn; absent: at once. */
  readonly inTurn?: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

const entry = new URL('../exposure/thread.ts', import.meta.url);
const threads = perDomain(() => new OrderThread<ExposureOrder, ExposureMade>(entry));

/** In the order of the ids. Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED or EXPORT_UNAVAILABLE, which names the job. */
export async function exposureOfJobs(
  domain: Domain,
  workspaceId: string,
  jobIds: readonly string[],
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<Exposure> {
  const ids = [...new Set(jobIds)];
  const found = await findJobFacts(domain.db, workspaceId, ids);
  const byId = new Map(found.map((job) => [job.id, job]));
  const jobs = ids.map((id) => byId.get(id) ?? noSuchJob(id));
  for (const job of jobs) checkCounted(job);
  const videos: VideoExposure[] = [];
  for (const job of jobs) {
    const video = await videoOf(domain, job, options, signal);
    videos.push(video ?? noBrands(job.id));
  }
  return exposureOfVideos(videos, options);
}

/** Of those jobs that count; the answer names the others. Throws Fault EXPORT_UNAVAILABLE if none asked for brands. */
export async function exposureOfBatch(
  domain: Domain,
  jobs: readonly JobFacts[],
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<Exposure> {
  if (!jobs.some(({ ask }) => ask.capabilities.includes('brands'))) {
    const text = 'The batch did not ask for brands, so it has no exposure.';
    throw new Fault('EXPORT_UNAVAILABLE', 'brands', { text });
  }
  const videos: VideoExposure[] = [];
  const leftOut: { readonly job_id: string; readonly reason: LeftOutReason }[] = [];
  for (const job of jobs) {
    const video =
      job.status === 'completed' ? await videoOf(domain, job, options, signal) : 'not_completed';
    if (video === 'not_completed') leftOut.push({ job_id: job.id, reason: video });
    else if (video) videos.push(video);
    else leftOut.push({ job_id: job.id, reason: 'no_brands' });
  }
  return { ...exposureOfVideos(videos, options), left_out: leftOut };
}

function noSuchJob(id: string): never {
  throw new Fault('JOB_NOT_FOUND', id, { text: `There is no job ${id} in this workspace.` });
}

function noBrands(id: string): never {
  throw new Fault('EXPORT_UNAVAILABLE', id, {
    text: `The results of ${id} hold no brands: the job did not ask for them, or they could not be analysed.`,
  });
}

function checkCounted({ id, status, ask }: JobFacts): void {
  if (status !== 'completed') {
    const text = `Only completed jobs have an exposure; ${id} is ${status}.`;
    throw new Fault('JOB_NOT_COMPLETED', status, { text });
  }
  if (!ask.capabilities.includes('brands')) noBrands(id);
}

/** Null if its results hold no brands. */
function videoOf(
  domain: Domain,
  job: JobFacts,
  { inTurn, corrected = true, ...options }: ReadingOptions,
  signal: AbortSignal,
): Promise<ExposureMade> {
  const work = async (left: AbortSignal): Promise<ExposureMade> => {
    const results = await resultsOf(domain, job.id, corrected);
    if (!results) return null;
    const { id: job_id, title, duration_seconds } = job;
    const video = { job_id, title, duration_seconds: duration_seconds ?? 0 };
    return threads(domain).make({ video, results, options }, left);
  };
  return inTurn ? inTurn((left) => work(AbortSignal.any([left, signal]))) : work(signal);
}

/** The transcript, which may be long, only where a brand is said. */
async function resultsOf(
  domain: Domain,
  jobId: string,
  corrected: boolean,
): Promise<string[] | undefined> {
  const brands = await fieldOf(domain, jobId, 'brands', corrected);
  if (brands === undefined || !/"source": ?"audio"/.test(brands))
    return brands ? [brands] : undefined;
  const transcript = await fieldOf(domain, jobId, 'transcription', corrected);
  return [brands, ...(transcript ? [transcript] : [])];
}

async function fieldOf(
  domain: Domain,
  jobId: string,
  field: 'brands' | 'transcription',
  corrected: boolean,
): Promise<string | undefined> {
  for await (const { json } of readResults(domain, [jobId], { corrected, fields: [field] }))
    return json;
  return undefined;
}
