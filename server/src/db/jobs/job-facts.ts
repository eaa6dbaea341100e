/** The few facts about jobs that are needed to select them. */
import type { Capability } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import type { JobRow } from './jobs.ts';

export interface JobFacts
  extends Pick<JobRow, 'id' | 'status' | 'title' | 'duration_seconds' | 'completed_at'> {
  /** The rest of what was asked for is not read: it may be 10 KB, and thousands of jobs are selected at once. */
  readonly capabilities: readonly Capability[];
}

export const factsOf = ({
  id,
  status,
  title,
  duration_seconds,
  completed_at,
  ask,
}: JobRow): JobFacts => ({
  id,
  status,
  title,
  duration_seconds,
  completed_at,
  capabilities: ask.capabilities,
});

/** Facts about those of the given jobs that belong to the workspace, in any order. */
export async function findJobFacts(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<JobFacts[]> {
  return db.query<JobFacts>(
    `select id, status, title, duration_seconds, completed_at, ask->'capabilities' as capabilities
     from jobs
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, ids],
  );
}
