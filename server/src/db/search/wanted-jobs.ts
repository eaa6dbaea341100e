/**
 * Queries shared by the tables that list jobs for background work. A job has work to do as long as `wanted` is above
 * `done`.
 */
import type { Queryable } from '../database.ts';

/** How long a job stays reserved after a process took it or last renewed the reservation. */
export const takenMinutes = 10;

const attemptUpdates = { search_jobs: ', tries = tries + 1', meaning_jobs: '' } as const;

/**
 * Takes the newest job of the next workspace after `afterWorkspace`, in the order of ids; undefined if no workspace has
 * work.
 */
export async function takeWantedJob<Row extends object>(
  db: Queryable,
  table: 'search_jobs' | 'meaning_jobs',
  columns: readonly (keyof Row & string)[],
  afterWorkspace: string,
): Promise<Row | undefined> {
  const take = async (side: '>' | '<='): Promise<Row | undefined> => {
    const [row] = await db.query<Row>(
      `update ${table} set taken_until = now() + interval '${takenMinutes} minutes'${attemptUpdates[table]}
       where job_id = (select job_id from ${table}
         where done < wanted and (taken_until is null or taken_until < now()) and workspace_id ${side} $1
         order by workspace_id, job_id desc limit 1 for update skip locked)
       returning ${columns.join(', ')}`,
      [afterWorkspace],
      `take ${table} ${side}`,
    );
    return row;
  };
  // Two statements, each of which reads a single index row, because one statement over both ranges would have to sort
  // all waiting jobs.
  return (await take('>')) ?? (await take('<='));
}
