/** Queries over ended jobs of all workspaces. */
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { JobRow } from './jobs.ts';

const deletable = `status in ('completed', 'failed', 'cancelled') and completed_at < $1
  and not exists (select 1 from batches where batches.id = jobs.batch_id
    and batches.status not in ('completed', 'failed', 'cancelled'))`;

export async function countDeletableBefore(db: Queryable, cutoff: Date): Promise<number> {
  return countOf(db, `select count(*)::int as count from jobs where ${deletable}`, [cutoff]);
}

/** The work that one job was charged for. */
export interface ChargedWork {
  readonly workspace_id: string;
  readonly ask: JobRow['ask'];
  readonly duration_seconds: number;
  readonly processing_seconds: number;
  readonly usage: JobRow['usage'];
}

/** The work of completed jobs, newest first. */
export async function chargedWork(db: Queryable, limit: number): Promise<ChargedWork[]> {
  return db.query(
    `select workspace_id, ask, duration_seconds, processing_seconds, usage from (
       select * from jobs where status in ('completed', 'failed', 'cancelled')
       order by completed_at desc limit $1) ended
     where status = 'completed' and duration_seconds > 0 and processing_seconds > 0
     order by completed_at desc`,
    [limit],
  );
}

/** Jobs that ended before a time, oldest first, except those of an open batch. */
export async function deletableBefore(
  db: Queryable,
  cutoff: Date,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `select id, workspace_id from jobs where ${deletable} order by completed_at limit $2`,
    [cutoff, limit],
  );
}
