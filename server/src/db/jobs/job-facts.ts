/** The few facts about jobs that are needed to select them. */
import type { Queryable } from '../database.ts';
import type { JobRow } from './jobs.ts';

export type JobFacts = Pick<
  JobRow,
  'id' | 'status' | 'title' | 'duration_seconds' | 'ask' | 'completed_at'
>;

/** Facts about those of the given jobs that belong to the workspace, in any order. */
export async function findJobFacts(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<JobFacts[]> {
  return db.query<JobFacts>(
    `select id, status, title, duration_seconds, ask, completed_at from jobs
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, ids],
  );
}
