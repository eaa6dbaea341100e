/**
 * Applies people's corrections to the aggregate over all videos of a batch. The answers to the batch's questions are
 * left unchanged.
 */
import type { AggregateResults } from '@reelsight/contract';
import { changedJobJson, rowsOfJson } from '../../corrections/corrected-batch.ts';
import type { Applied } from '../../corrections/things.ts';
import { correctionMarks } from '../../db/corrections.ts';
import { correctionThreads, fewCharacters } from '../corrections/correction-threads.ts';
import { correctionsOf } from '../corrections/corrections.ts';
import { readResults } from '../corrections/read-results.ts';
import type { Domain } from '../domain.ts';

export interface AskedAggregate {
  readonly aggregate: AggregateResults;
  /** Ids of all jobs of the batch. */
  readonly jobIds: readonly string[];
  /** Runs the work on a job as soon as it is this caller's turn. */
  readonly inTurn: <T>(jobId: string, work: () => Promise<T>) => Promise<T>;
}

/** Returns the aggregate with corrections applied, or unchanged if nobody corrected a brand of the batch's jobs. */
export async function correctedAggregate(
  domain: Domain,
  { aggregate, jobIds, inTurn }: AskedAggregate,
): Promise<AggregateResults> {
  const jobs: string[] = [];

  // A job may have a thousand corrections, so those of one job are read in its own turn.
  for (const { job_id } of await correctionMarks(domain.db, jobIds)) {
    const job = await inTurn(job_id, () => correctedJob(domain, job_id));
    if (job) jobs.push(job);
  }

  if (jobs.length === 0) return aggregate;
  const order = { rows: aggregate.brands, jobs, order: jobIds };
  const size = jobs.reduce((sum, { length }) => sum + length, 0);
  const brands =
    size <= fewCharacters
      ? rowsOfJson(order)
      : await correctionThreads(domain).for(size).run('batchRows', order);

  return { ...aggregate, brands, corrected: true };
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
