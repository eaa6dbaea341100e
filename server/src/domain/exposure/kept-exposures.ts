/**
 * Reads the data that exposure is computed from, which is stored with each job, and recomputes it where it is missing
 * or out of date.
 */
import type { JobHighlights } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import {
  correctionsState,
  type ExposureColumns,
  findKeptExposures,
  type KeptExposure,
  keepExposure,
  keptExposureSizes,
  type NewExposure,
} from '../../db/exposure/job-exposures.ts';
import { findStoredSize } from '../../db/jobs/job-results.ts';
import type { BrandMoments } from '../../exposure/brand-moments.ts';
import { exposureFields } from '../../exposure/data-to-keep.ts';
import type { ExposureThread } from '../../exposure/exposure-thread.ts';
import { type ExposureOptions, hasKeptSums } from '../../exposure/formula.ts';
import type { SumOrder } from '../../exposure/order.ts';
import { exposureVersion } from '../../exposure/packed-form.ts';
import type { VideoExposure } from '../../exposure/video-exposure.ts';
import { SizedThreads, smallStoredBytes } from '../../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { readResults } from '../corrections/read-results.ts';
import { type Domain, perDatabase } from '../domain.ts';

export interface CountedJob {
  readonly id: string;
  readonly title: string | null;
  readonly duration_seconds: number | null;
  /** Seconds that were analysed, of which exposure states shares. */
  readonly analysed_seconds: number | null;
}

/** Runs work on this many stored bytes as soon as it is the caller's turn. */
export type InTurn = <T>(bytes: number, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export interface Reading {
  /** Gives the work its turns; if absent, the work runs at once. */
  readonly inTurn?: InTurn | undefined;
  readonly signal: AbortSignal;
}

/** What was found for a job: null if its results contain no brands, `gone` if it has no results any more. */
export interface Counted<Found> {
  readonly job: CountedJob;
  readonly found: Found | null | 'gone';
}

/**
 * Maximum amount of stored data read in one turn, unless one job has more. It counts as small, so that an owner with
 * many small videos need not wait for others with large ones.
 */
const groupMost = { jobs: 32, bytes: smallStoredBytes } as const;
/** Fewer videos than this are summed by one thread. */
const fewVideos = 4;

const entry = new URL('../../exposure/exposure-thread.ts', import.meta.url);
const openThread = () => new WorkerThread<ExposureThread>(entry, limitsOfResults);
/** Two threads share the videos of one turn; each is started when it is first needed. */
function openPair() {
  const first = openThread();
  const second = openThread();
  const close = async () => {
    await Promise.all([first.close(), second.close()]);
  };
  return { first, second, close };
}
/** Threads that work on the data stored with a job: on that of small videos apart from that of large ones. */
const threads = perDatabase(() => new SizedThreads(openPair, smallStoredBytes + 1));
/** Threads that compute the data stored with a job from its results. */
const keepingThreads = perDatabase(() => new SizedThreads(openThread));

/** Sums of each job in the order of the jobs, corrections included; yields some at a time. */
export async function* sumsOfJobs(
  domain: Domain,
  jobs: readonly CountedJob[],
  options: ExposureOptions,
  reading: Reading,
): AsyncGenerator<Counted<VideoExposure>> {
  const of = hasKeptSums(options) ? 'sums' : 'form';
  const { full_size, edge_loss, clutter, min_confidence } = options;

  for await (const group of keptOf(domain, jobs, [of], reading)) {
    const storedJobs = group.flatMap(({ job, kept: exposure }) => {
      const bytes = exposure?.[of];
      return bytes ? [{ job, stored: bytes }] : [];
    });
    const videos = storedJobs.map(
      ({ job: { id, title, analysed_seconds: seconds }, stored: bytes }) => ({
        job_id: id,
        title,
        duration_seconds: seconds ?? 0,
        stored: bytes,
      }),
    );
    const weights = { full_size, edge_loss, clutter, min_confidence };
    const bytes = bytesOf(videos.map(({ stored }) => stored));
    const exposures = await inTurn(reading, bytes, (signal) =>
      summed(domain, { of, videos, options: weights }, signal),
    );
    const sums = new Map(storedJobs.map(({ job }, index) => [job.id, exposures[index] ?? null]));

    for (const { job } of group) {
      const exposure = sums.get(job.id);
      yield { job, found: exposure === undefined ? 'gone' : exposure };
    }
  }
}

const bytesOf = (stored: readonly Uint8Array[]): number =>
  stored.reduce((sum, { length }) => sum + length, 0);

/** Sums the videos; the results are in the order of the videos. */
async function summed(
  domain: Domain,
  order: SumOrder,
  signal: AbortSignal,
): Promise<(VideoExposure | null)[]> {
  const { videos } = order;
  const { first, second } = threads(domain).for(bytesOf(videos.map(({ stored }) => stored)));
  if (videos.length < fewVideos) return first.run('sum', order, signal);

  const half = Math.ceil(videos.length / 2);
  const sums = await Promise.all([
    first.run('sum', { ...order, videos: videos.slice(0, half) }, signal),
    second.run('sum', { ...order, videos: videos.slice(half) }, signal),
  ]);

  return sums.flat();
}

/** A job's highlights as shown in lists of jobs, corrections included. Undefined if the job has no results. */
export async function highlightsOfJob(
  domain: Domain,
  job: CountedJob,
  signal: AbortSignal,
): Promise<JobHighlights | undefined> {
  for await (const [storedJob] of keptOf(domain, [job], ['form'], { signal })) {
    const storedForm = storedJob?.kept?.form;
    if (!storedForm) return undefined;
    const order = { form: storedForm, seconds: job.duration_seconds };
    return threads(domain).for(storedForm.length).first.run('highlights', order, signal);
  }
  return undefined;
}

/**
 * When the brands with these identities are seen, said and paid for in a job, corrections included. Undefined if the job
 * has no results. What trends count of the job is stored then too.
 */
export async function momentsOfJob(
  domain: Domain,
  jobId: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<BrandMoments[] | undefined> {
  const job = { id: jobId, title: null, duration_seconds: null, analysed_seconds: null };
  for await (const [storedJob] of keptOf(domain, [job], ['form'], { signal })) {
    const storedForm = storedJob?.kept?.form;
    if (!storedForm) return undefined;
    const order = { form: storedForm, keys };
    return threads(domain).for(storedForm.length).first.run('moments', order, signal);
  }
  return undefined;
}

/** A job with the requested columns of its stored exposure data. */
export interface Kept<Job extends CountedJob = CountedJob> {
  readonly job: Job;
  /** Undefined if the job no longer has results. */
  readonly kept: Partial<KeptExposure> | undefined;
}

/** Yields jobs with their stored data, in groups; a group is read only when the caller asks for it. */
export async function* keptOf<Job extends CountedJob>(
  domain: Domain,
  jobs: readonly Job[],
  columns: ExposureColumns,
  reading: Reading,
): AsyncGenerator<readonly Kept<Job>[]> {
  const ids = jobs.map(({ id }) => id);
  const query = { version: exposureVersion, columns };
  const sizes = await keptExposureSizes(domain.db, ids, query);
  for (const group of groupsOf(jobs, sizes)) {
    reading.signal.throwIfAborted();
    const storedIds = group.flatMap(({ id }) => (sizes.has(id) ? [id] : []));
    const bytes = storedIds.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    const exposuresByJob = await inTurn(reading, bytes, () =>
      findKeptExposures(domain.db, storedIds, query),
    );
    const entries: Kept<Job>[] = [];

    for (const job of group) {
      const exposure =
        exposuresByJob.get(job.id) ??
        (await inTurn(reading, await findStoredSize(domain.db, job.id), (signal) =>
          keep(domain, job.id, signal),
        ));
      entries.push({ job, kept: exposure });
    }

    yield entries;
  }
}

/** Groups of jobs to read together. A job without stored data counts as a quarter of a group. */
function* groupsOf<Job extends CountedJob>(
  jobs: readonly Job[],
  sizes: ReadonlyMap<string, number>,
): Generator<readonly Job[]> {
  let group: Job[] = [];
  let bytes = 0;

  for (const job of jobs) {
    const jobBytes = sizes.get(job.id) ?? groupMost.bytes / 4;
    if (
      group.length > 0 &&
      (group.length >= groupMost.jobs || bytes + jobBytes > groupMost.bytes)
    ) {
      yield group;
      [group, bytes] = [[], 0];
    }

    group.push(job);
    bytes += jobBytes;
  }

  if (group.length > 0) yield group;
}

const inTurn = <T>(
  reading: Reading,
  bytes: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  reading.inTurn
    ? reading.inTurn(bytes, (turnSignal) => work(AbortSignal.any([turnSignal, reading.signal])))
    : work(reading.signal);

/** Computes a job's data from its current results and stores it. Undefined if there are no results. */
async function keep(
  domain: Domain,
  jobId: string,
  signal: AbortSignal,
): Promise<KeptExposure | undefined> {
  for await (const { json, corrections } of readResults(domain, [jobId], {
    corrected: true,
    fields: exposureFields,
  })) {
    const exposure = await madeOf(domain, jobId, json, signal);
    const state = { version: exposureVersion, corrections: correctionsState(corrections) };
    await domain.db.transaction((tx) => keepExposure(tx, jobId, state, exposure));
    return exposure;
  }
  return undefined;
}

const madeOf = (
  domain: Domain,
  jobId: string,
  results: string,
  signal: AbortSignal,
): Promise<NewExposure> =>
  keepingThreads(domain).for(results.length).run('keep', { jobId, results }, signal);

/** Stores the exposure data of new results, in the transaction that stores the results. */
export const keepNewExposure = (
  db: Queryable,
  jobId: string,
  exposure: NewExposure,
): Promise<void> =>
  keepExposure(
    db,
    jobId,
    { version: exposureVersion, corrections: correctionsState([]) },
    exposure,
  );
