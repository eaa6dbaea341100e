/** Queries over the results of jobs. */
import type { Results } from '@reelsight/contract';
import { storedCorrectionBytes } from '../corrections.ts';
import type { Queryable } from '../database.ts';
import { storedSize } from '../stored-size.ts';

const resultsSize = storedSize('results', 'characters');

/** The job's results; 'large' if their size, as by `storedSize`, exceeds `mostBytes`. */
export async function findSmallResults(
  db: Queryable,
  jobId: string,
  mostBytes: number,
): Promise<Results | 'large' | undefined> {
  const [row] = await db.query<{ results: Results | null }>(
    `select case when ${resultsSize} <= $2 then results end as results
     from job_results where job_id = $1`,
    [jobId, mostBytes],
  );
  return row && (row.results ?? 'large');
}

/**
 * Size of the job's results, as by `storedSize`, bytes of its corrections as they are stored, and characters that people
 * wrote into its transcript; 0 if there are none.
 */
export async function findStoredSize(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select (coalesce((select ${resultsSize} from job_results where job_id = $1), 0)
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
    'insert into job_results (job_id, results, characters) values ($1, $2, $3)',
    [jobId, json, json.length],
    'insert results',
  );
}
