/**
 * What corrections change in the rows of a batch, from JSON to JSON: run in the thread of corrections where there is
 * much of it.
 */
import type { AggregateResults } from '@reelsight/contract';
import { type CorrectedJob, correctedRows, countedOf } from '../analysis/aggregate-brands.ts';
import { parseAggregate, parseResultFields } from '../artifacts/results-text.ts';

export interface ChangedJobOrder {
  readonly job_id: string;
  /** JSON with the `brands` of the job, without and with corrections. */
  readonly original: string;
  readonly corrected: string;
}

/** The JSON of a `CorrectedJob`; null if no correction changes the job's brands. */
export function changedJobJson({ job_id, original, corrected }: ChangedJobOrder): string | null {
  const { brands: originalBrands = [] } = parseResultFields<'brands'>(original);
  const { brands: correctedBrands = [] } = parseResultFields<'brands'>(corrected);
  const isChanged =
    correctedBrands.length !== originalBrands.length ||
    correctedBrands.some((brand) => brand.corrected === true);
  if (!isChanged) return null;

  const job: CorrectedJob = {
    job_id,
    found: countedOf(originalBrands),
    corrected: countedOf(correctedBrands),
  };
  return JSON.stringify(job);
}

export interface AggregateOrder {
  /** The JSON of the aggregate results, in pieces. */
  readonly aggregate: readonly Uint8Array[];
  /** The JSON of each `CorrectedJob`. */
  readonly jobs: readonly string[];
  /** Ids of all jobs of the batch, in order. */
  readonly order: readonly string[];
}

/** The JSON of the aggregate results with corrected brands. */
export function correctedAggregateJson({ aggregate, jobs, order }: AggregateOrder): string {
  const results = parseAggregate(Buffer.concat(aggregate).toString());
  const correctedJobs = jobs.map((json): CorrectedJob => JSON.parse(json));
  const brands = correctedRows(results.brands, correctedJobs, order);
  return JSON.stringify({ ...results, brands, corrected: true } satisfies AggregateResults);
}
