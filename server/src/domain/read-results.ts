/** Results as people see them: the one place that reads them for what is computed of them. */
import type { Results } from '@reelsight/contract';
import { findResultFields } from '../db/result-fields.ts';
import type { Domain } from './domain.ts';

export interface ReadOptions {
  /** Whether what people corrected is corrected in them. */
  readonly corrected: boolean;
  readonly fields: readonly (keyof Results & string)[];
}

export interface ReadResults {
  readonly job_id: string;
  /** Of an object with those of the fields that are there; not parsed, as that may take long. */
  readonly json: string;
}

/** One after the other, each once it is asked for; jobs without results, or deleted meanwhile, are left out. */
export async function* readResults(
  { db }: Pick<Domain, 'db'>,
  jobIds: readonly string[],
  { fields }: ReadOptions,
): AsyncGenerator<ReadResults> {
  for (const job_id of jobIds) {
    const json = await findResultFields(db, job_id, fields);
    if (json !== undefined) yield { job_id, json };
  }
}
