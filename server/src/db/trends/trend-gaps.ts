/** Workspaces whose trends do not count all completed jobs yet (migration 0071). */
import type { Queryable } from '../database.ts';

export async function hasTrendGap(db: Queryable, workspaceId: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from trend_gaps where workspace_id = $1',
    [workspaceId],
    'gap in trends',
  );
  return rows.length > 0;
}

export async function trendGaps(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>('select workspace_id from trend_gaps');
  return rows.map(({ workspace_id: id }) => id);
}

export async function closeTrendGaps(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<void> {
  await db.query('delete from trend_gaps where workspace_id = any($1)', [workspaceIds]);
}
