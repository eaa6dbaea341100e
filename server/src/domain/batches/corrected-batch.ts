/**
 * Applies people's corrections to the aggregate over all videos of a batch. The answers to the batch's questions are
 * left unchanged.
 */
import {
  type AggregateOrder,
  changedJobJson,
  correctedAggregateJson,
} from '../../corrections/corrected-batch.ts';
import type { Applied } from '../../corrections/things.ts';
import { correctionMarks } from '../../db/corrections.ts';
import { correctionThreads, fewCharacters } from '../corrections/correction-threads.ts';
import { correctionsOf } from '../corrections/corrections.ts';
import { readResults } from '../corrections/read-results.ts';
import type { Domain } from '../domain.ts';

export interface BatchCorrections {
  /** Ids of all jobs of the batch. */
  readonly jobIds: readonly string[];
  /** Runs the work on a job as soon as it is this caller's turn. */
  readonly inTurn: <T>(jobId: string, work: () => Promise<T>) => Promise<T>;
}

/** The JSON of a `CorrectedJob` for each job of the batch of which somebody corrected a brand. */
export async function correctedJobs(
  domain: Domain,
  { jobIds, inTurn }: BatchCorrections,
): Promise<readonly string[]> {
  const jobs: string[] = [];

  // A job may have a thousand corrections, so those of one job are read in its own turn.
  for (const { job_id } of await correctionMarks(domain.db, jobIds)) {
    const job = await inTurn(job_id, () => correctedJob(domain, job_id));
    if (job) jobs.push(job);
  }

  return jobs;
}

/** The JSON of the aggregate results as the jobs' corrections change them. */
export async function correctedAggregate(
  domain: Domain,
  order: AggregateOrder,
): Promise<Buffer | string> {
  const lengths = [...order.jobs, ...order.aggregate].map(({ length }) => length);
  const size = lengths.reduce((sum, length) => sum + length, 0);
  if (size <= fewCharacters) return correctedAggregateJson(order);

  const bytes = await correctionThreads(domain).for(size).run('aggregate', order);
  return Buffer.from(bytes.buffer);
}

function changesBrands(correction: Applied): boolean {
  if (correction.target !== 'transcript') return correction.target === 'brand';
  const changes = correction.heard;
  return changes != null && changes.gone.length + changes.added.length > 0;
}

/** The JSON of the job's original and corrected brands; undefined if no correction changes them. */
async function correctedJob(domain: Domain, job_id: string): Promise<string | undefined> {
  const corrections = await correctionsOf(domain.db, [job_id], 'heard');
  if (!corrections.get(job_id)?.some(changesBrands)) return undefined;

  const original = await brandsOf(domain, job_id, false);
  const corrected = await brandsOf(domain, job_id, true);
  const order = { job_id, original, corrected };
  const size = original.length + corrected.length;
  const json =
    size <= fewCharacters
      ? changedJobJson(order)
      : await correctionThreads(domain).for(size).run('changedJob', order);

  return json ?? undefined;
}

/** JSON with the brands of the job. */
async function brandsOf(domain: Domain, jobId: string, corrected: boolean): Promise<string> {
  const options = { corrected, fields: ['brands'], frames: false } as const;
  for await (const { json } of readResults(domain, [jobId], options)) return json;
  return '{}';
}
