/**
 * What corrections change in the rows of a batch, from JSON to JSON: run in the thread of corrections where there is
 * much of it.
 */
import {
  type BrandRollup,
  type CorrectedJob,
  correctedRows,
  countedOf,
} from '../analysis/aggregate-brands.ts';
import { parseResultFields } from '../artifacts/results-text.ts';

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

export interface RowsOrder {
  readonly rows: readonly BrandRollup[];
  /** The JSON of each `CorrectedJob`. */
  readonly jobs: readonly string[];
  readonly order: readonly string[];
}

export const rowsOfJson = ({ rows, jobs, order }: RowsOrder): BrandRollup[] =>
  correctedRows(
    rows,
    jobs.map((json): CorrectedJob => JSON.parse(json)),
    order,
  );
