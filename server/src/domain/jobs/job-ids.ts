/** Checks the ids of jobs in a request. */
import { Fault } from '@reelsight/contract';
import { isId } from '../../db/id.ts';

/** Throws Fault JOB_NOT_FOUND for a malformed id. */
export function checkJobIds(ids: readonly string[]): void {
  const wrong = ids.find((id) => !isId(id));
  if (wrong === undefined) return;
  const text = `job_ids: ${JSON.stringify(wrong)} is not a valid job ID.`;
  throw new Fault('JOB_NOT_FOUND', wrong, { text });
}
