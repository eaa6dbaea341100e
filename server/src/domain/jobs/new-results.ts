/**
 * What is stored of new results. Parsing those of a long video and writing them again takes a second, so it is done in a
 * thread, which returns text for the database and little else.
 */
import type { JobHighlights, Results } from '@reelsight/contract';
import { parseResults } from '../../artifacts/results-text.ts';
import { cleanInPlace } from '../../db/clean-text.ts';
import type { NewExposure } from '../../db/exposure/job-exposures.ts';
import { dataToKeep } from '../../exposure/data-to-keep.ts';
import { highlightsOf } from '../../exposure/highlights.ts';

export interface NewResultsOrder {
  readonly jobId: string;
  /** The results as JSON in UTF-8. */
  readonly bytes: Uint8Array;
  /** Length of the video; null if unknown. */
  readonly seconds: number | null;
}

export interface NewResults {
  /** All results as JSON that the database accepts. */
  readonly json: string;
  /** Null if the results contain no brands. After a failure it is computed when it is first needed. */
  readonly exposure: NewExposure | null;
  readonly highlights: JobHighlights;
}

export function newResults({ jobId, bytes, seconds }: NewResultsOrder): NewResults {
  const results = parseResults(new TextDecoder().decode(bytes));
  cleanInPlace(results);

  return {
    json: JSON.stringify(results),
    exposure: results.brands ? exposureOf(jobId, results) : null,
    highlights: highlightsOf(results.brands ?? [], seconds),
  };
}

function exposureOf(jobId: string, results: Results): NewExposure | null {
  try {
    return dataToKeep(jobId, results);
  } catch {
    return null;
  }
}
