/** Queries over the results of jobs. */
import type { Results } from '@reelsight/contract';
import { storedCorrectionBytes } from '../corrections.ts';
import type { Queryable } from '../database.ts';

/** The job's results; 'large' if their stored, compressed size exceeds `mostBytes`. */
export async function findSmallResults(
  db: Queryable,
  jobId: string,
  mostBytes: number,
): Promise<Results | 'large' | undefined> {
  const [row] = await db.query<{ results: Results | null }>(
    `select case when pg_column_size(results) <= $2 then results end as results
     from job_results where job_id = $1`,
    [jobId, mostBytes],
  );
  return row && (row.results ?? 'large');
}

/**
 * Bytes of the job's results and corrections as they are stored, compressed, and characters that people wrote into its
 * transcript; 0 if there are none. Nothing is decompressed for this.
 */
export async function findStoredSize(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select (coalesce((select pg_column_size(results) from job_results where job_id = $1), 0)
       + ${storedCorrectionBytes}
       + coalesce((select characters from edited_transcripts where job_id = $1), 0)
       )::float8 as bytes`,
    [jobId],
    'stored size of results',
  );
  return row?.bytes ?? 0;
}

/** Stores results as JSON that is clean, as by `cleanJson`. */
export async function insertResults(db: Queryable, jobId: string, json: string): Promise<void> {
  await db.query(
    'insert into job_results (job_id, results) values ($1, $2)',
    [jobId, json],
    'insert results',
  );
}
