/** Prepares new results for the database, in a thread unless that takes only a moment. */
import type { Results } from '@reelsight/contract';
import { cleanJson } from '../../db/clean-text.ts';
import { findJobById } from '../../db/jobs/jobs.ts';
import { highlightsOf } from '../../exposure/highlights.ts';
import { SizedThreads } from '../../threads/sized-threads.ts';
import { handedOver, limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { type Domain, perDatabase } from '../domain.ts';
import type { NewResults } from './new-results.ts';
import type { NewResultsThread } from './new-results-thread.ts';

/**
 * The results of a job as an object, where they are known to be small, or as JSON in UTF-8. The memory of JSON is handed
 * to a thread, so the caller must not use it afterwards.
 */
export type SentResults = Results | Uint8Array<ArrayBuffer>;

const entry = new URL('./new-results-thread.ts', import.meta.url);
const threads = perDatabase(
  () => new SizedThreads(() => new WorkerThread<NewResultsThread>(entry, limitsOfResults)),
);

export async function prepareResults(
  domain: Pick<Domain, 'db'>,
  jobId: string,
  results: SentResults,
): Promise<NewResults> {
  const isObject = !(results instanceof Uint8Array);
  // Without brands there is no exposure, and nothing depends on the length of the video.
  if (isObject && !results.brands)
    return { json: cleanJson(results), exposure: null, highlights: highlightsOf([], null) };

  const bytes = isObject ? handedOver(Buffer.from(JSON.stringify(results))) : results;
  const seconds = (await findJobById(domain.db, jobId))?.duration_seconds ?? null;
  const order = { jobId, bytes, seconds };

  return threads(domain)
    .for(bytes.length)
    .run('prepare', order, undefined, { transfer: [bytes.buffer] });
}
