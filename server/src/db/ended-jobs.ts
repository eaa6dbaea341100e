/** Queries over jobs of all workspaces that are over. */
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { JobRow } from './jobs.ts';

const deletable = `status in ('completed', 'failed', 'cancelled') and completed_at < $1
  and not exists (select 1 from batches where batches.id = jobs.batch_id
    and batches.status not in ('completed', 'failed', 'cancelled'))`;

export async function countDeletableBefore(db: Queryable, before: Date): Promise<number> {
  return countOf(db, `select count(*)::int as count from jobs where ${deletable}`, [before]);
}

/** Jobs that ended before, oldest first, unless their batch is not over. */
export async function deletableBefore(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `select id, workspace_id from jobs where ${deletable} order by completed_at limit $2`,
    [before, limit],
  );
}
