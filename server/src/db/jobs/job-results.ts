/** Queries over the results of jobs. */
import type { Results } from '@reelsight/contract';
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

/** Stores results as JSON that is clean, as by `cleanJson`. */
export async function insertResults(db: Queryable, jobId: string, json: string): Promise<void> {
  await db.query(
    'insert into job_results (job_id, results) values ($1, $2)',
    [jobId, json],
    'insert results',
  );
}
