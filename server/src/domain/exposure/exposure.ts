/** Computes the exposure that brands get in stored videos (docs/exposure.md). */
import { type Exposure, Fault, type LeftOutReason } from '@reelsight/contract';
import { findJobFacts, type JobFacts } from '../../db/jobs/job-facts.ts';
import { ExposureTotal } from '../../exposure/exposure.ts';
import type { ExposureOptions } from '../../exposure/formula.ts';
import { audiencesOf } from '../audience/audiences.ts';
import type { Domain } from '../domain.ts';
import { type InTurn, sumsOfJobs } from './kept-exposures.ts';

export interface ReadingOptions extends ExposureOptions {
  /** Runs the work on some of the videos as soon as it is the caller's turn; without it, the work runs at once. */
  readonly inTurn?: InTurn;
}

/**
 * Computes exposure over the jobs, read in the order of the ids. Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED or
 * EXPORT_UNAVAILABLE, which names the job.
 */
export async function exposureOfJobs(
  domain: Domain,
  workspaceId: string,
  jobIds: readonly string[],
  { inTurn, ...options }: ReadingOptions,
  signal: AbortSignal,
): Promise<Exposure> {
  const ids = [...new Set(jobIds)];
  const jobRows = await findJobFacts(domain.db, workspaceId, ids);
  const byId = new Map(jobRows.map((job) => [job.id, job]));
  const jobs = ids.map((id) => byId.get(id) ?? noSuchJob(id));
  for (const job of jobs) checkCounted(job);
  const audiences = await audiencesOf(domain.db, workspaceId, ids, options);
  const total = new ExposureTotal({ ...options, isPricedByVideo: audiences !== null });

  for await (const { job, found: sums } of sumsOfJobs(domain, jobs, options, { inTurn, signal })) {
    if (sums === 'gone') noSuchJob(job.id);
    total.add(sums ?? noBrands(job.id), audiences?.get(job.id));
  }

  return total.made();
}

/**
 * Computes exposure over the jobs that can be counted; the answer names the jobs left out. Throws Fault
 * EXPORT_UNAVAILABLE if no job asked for brands.
 */
export async function exposureOfBatch(
  domain: Domain,
  workspaceId: string,
  jobs: readonly JobFacts[],
  { inTurn, ...options }: ReadingOptions,
  signal: AbortSignal,
): Promise<Exposure> {
  if (!jobs.some(({ capabilities }) => capabilities.includes('brands'))) {
    const text = 'The batch did not ask for brands, so it has no exposure.';
    throw new Fault('EXPORT_UNAVAILABLE', 'brands', { text });
  }

  const completed = jobs.filter(({ status }) => status === 'completed');
  const ids = completed.map(({ id }) => id);
  const audiences = await audiencesOf(domain.db, workspaceId, ids, options);
  const total = new ExposureTotal({ ...options, isPricedByVideo: audiences !== null });
  const reasons = new Map<string, LeftOutReason>();
  for (const { id, status } of jobs) if (status !== 'completed') reasons.set(id, 'not_completed');

  for await (const { job, found: exposure } of sumsOfJobs(domain, completed, options, {
    inTurn,
    signal,
  })) {
    if (exposure === null) reasons.set(job.id, 'no_brands');
    else if (exposure !== 'gone') total.add(exposure, audiences?.get(job.id));
  }

  const leftOut = jobs.flatMap(({ id }) => {
    const reason = reasons.get(id);
    return reason ? [{ job_id: id, reason }] : [];
  });

  return { ...total.made(), left_out: leftOut };
}

function noSuchJob(id: string): never {
  throw new Fault('JOB_NOT_FOUND', id, { text: `There is no job ${id} in this workspace.` });
}

function noBrands(id: string): never {
  throw new Fault('EXPORT_UNAVAILABLE', id, {
    text: `The results of ${id} hold no brands: the job did not ask for them, or they could not be analysed.`,
  });
}

function checkCounted({ id, status, capabilities }: JobFacts): void {
  if (status !== 'completed') {
    const text = `Only completed jobs have an exposure; ${id} is ${status}.`;
    throw new Fault('JOB_NOT_COMPLETED', status, { text });
  }
  if (!capabilities.includes('brands')) noBrands(id);
}
