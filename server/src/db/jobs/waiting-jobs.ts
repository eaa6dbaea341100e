/** Counts of waiting jobs, pending or held, by workspace; updated with every insert and status change of a job. */
import type { Queryable, Statement } from '../database.ts';
import { sqlState } from '../database.ts';

/** The number of new jobs of a workspace, and the maximum number of its jobs that may wait in total. */
export interface Arrival {
  readonly workspaceId: string;
  readonly jobs: number;
  readonly most: number;
}

/**
 * Counts new jobs in the statement that inserts them. If a workspace would get too many, the statement fails with an
 * error that `isTooManyWaiting` recognises. Rows are ordered by workspace, so that two statements cannot deadlock.
 */
export function countArrivals(arrivals: readonly Arrival[]): Statement {
  const rows = arrivals.map((arrival) => ({
    id: arrival.workspaceId,
    jobs: arrival.jobs,
    most: arrival.most,
  }));
  return {
    name: 'arrivals',
    text: `insert into waiting_jobs as w (workspace_id, waiting, most)
     select id, jobs, most from jsonb_to_recordset($1::jsonb) as one (id text, jobs int, most int)
     order by id collate "C"
     on conflict (workspace_id) do update set waiting = w.waiting + excluded.waiting, most = excluded.most`,
    values: [JSON.stringify(rows)],
  };
}

/** Whether a statement failed because it would have added more jobs than may wait. */
export function isTooManyWaiting(error: unknown): boolean {
  const { constraint } = (error ?? {}) as { readonly constraint?: unknown };
  return sqlState(error) === '23514' && constraint === 'waiting_jobs_most';
}

/**
 * Adds to the counts of waiting jobs by workspace; `by` is negative for jobs that stopped waiting. Must come last in
 * its transaction, because it locks rows that every insert of jobs of these workspaces has to wait for.
 */
export async function countMoves(
  tx: Queryable,
  moves: readonly { readonly workspaceId: string; readonly by: number }[],
): Promise<void> {
  await tx.query(
    `insert into waiting_jobs as w (workspace_id, waiting)
     select id, greatest(0, by) from unnest($1::text[], $2::int[]) as one (id, by) order by id collate "C"
     on conflict (workspace_id) do update set most = null, waiting = greatest(0, w.waiting + (
       select by from unnest($1::text[], $2::int[]) as one (id, by) where id = w.workspace_id))`,
    [moves.map(({ workspaceId }) => workspaceId), moves.map(({ by }) => by)],
    'count moves',
  );
}

/** Recounts the waiting jobs, in case a process of another version changed jobs without counting them. */
export async function recountWaiting(tx: Queryable): Promise<void> {
  // While these rows are locked, other transactions that change jobs wait, and so count their changes after this
  // transaction.
  await tx.query('select 1 from waiting_jobs order by workspace_id for update');
  await tx.query(
    `update waiting_jobs w set waiting = found.jobs, most = null from (
       select workspace_id, (select count(*) from jobs where jobs.workspace_id = one.workspace_id
         and status in ('pending', 'held')) as jobs
       from waiting_jobs one
     ) found
     where found.workspace_id = w.workspace_id and found.jobs <> w.waiting`,
  );
}
