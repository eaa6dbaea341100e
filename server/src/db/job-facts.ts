/** The few facts about many jobs that a choice of jobs needs. */
import type { Queryable } from './database.ts';
import type { JobRow } from './jobs.ts';

export type JobFacts = Pick<
  JobRow,
  'id' | 'status' | 'title' | 'duration_seconds' | 'ask' | 'completed_at'
>;

/** Those of them that are in the workspace, in any order. */
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
