/**
 * Applies people's corrections to the aggregate over all videos of a batch. The answers to the batch's questions are
 * left unchanged.
 */
import type { AggregateResults, Results } from '@reelsight/contract';
import { type CorrectedJob, correctedRows } from '../../analysis/aggregate-brands.ts';
import { parseResultFields } from '../../artifacts/results-text.ts';
import type { Applied } from '../../corrections/things.ts';
import { correctionMarks } from '../../db/corrections.ts';
import { correctionsOf } from '../corrections/corrections.ts';
import { readResults } from '../corrections/read-results.ts';
import type { Domain } from '../domain.ts';

export interface AskedAggregate {
  readonly aggregate: AggregateResults;
  /** Ids of all jobs of the batch. */
  readonly jobIds: readonly string[];
  /** Runs the work on one job as soon as it is this caller's turn. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Returns the aggregate with corrections applied, or unchanged if nobody corrected a brand of the batch's jobs. */
export async function correctedAggregate(
  domain: Domain,
  { aggregate, jobIds, inTurn }: AskedAggregate,
): Promise<AggregateResults> {
  const jobs: CorrectedJob[] = [];

  // A job may have a thousand corrections, so those of one job are read in its own turn.
  for (const { job_id } of await correctionMarks(domain.db, jobIds)) {
    const job = await inTurn(() => correctedJob(domain, job_id));
    if (job) jobs.push(job);
  }

  if (jobs.length === 0) return aggregate;
  const brands = correctedRows(aggregate.brands, jobs, jobIds);

  return { ...aggregate, brands, corrected: true };
}

function changesBrands(correction: Applied): boolean {
  if (correction.target !== 'transcript') return correction.target === 'brand';
  const changes = correction.heard;
  return changes != null && changes.gone.length + changes.added.length > 0;
}

/** The job's original and corrected brands; undefined if no correction changes the job's brands. */
async function correctedJob(domain: Domain, job_id: string): Promise<CorrectedJob | undefined> {
  const corrections = await correctionsOf(domain.db, [job_id], 'heard');
  if (!corrections.get(job_id)?.some(changesBrands)) return undefined;

  const originalBrands = await brandsOf(domain, job_id, false);
  const corrected = await brandsOf(domain, job_id, true);
  const isChanged =
    corrected.length !== originalBrands.length ||
    corrected.some((brand) => brand.corrected === true);
  return isChanged ? { job_id, found: originalBrands, corrected } : undefined;
}

async function brandsOf(
  domain: Domain,
  jobId: string,
  corrected: boolean,
): Promise<NonNullable<Results['brands']>> {
  const options = { corrected, fields: ['brands'], frames: false } as const;
  for await (const { json } of readResults(domain, [jobId], options))
    return parseResultFields<'brands'>(json).brands ?? [];
  return [];
}
