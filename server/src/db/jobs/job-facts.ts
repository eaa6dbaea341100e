/** The few facts about jobs that are needed to decide which jobs to use. */
import type { Capability } from '@reelsight/contract';
import { analysedSeconds } from '@reelsight/contract/analysed-part';
import type { Queryable } from '../database.ts';
import type { JobRow } from './jobs.ts';

export interface JobFacts
  extends Pick<JobRow, 'id' | 'status' | 'title' | 'duration_seconds' | 'completed_at'> {
  /**
   * The only field that is read of the job's request, because a request may take 10 KB and thousands of jobs are read
   * at once.
   */
  readonly capabilities: readonly Capability[];
  /** Seconds of the video that were analysed; null if its length is not known. */
  readonly analysed_seconds: number | null;
}

/** SQL for the seconds of a job's video that are analysed, as by `analysedSeconds` of the contract. */
export const analysedSecondsSql = `(case when ask ? 'from' or ask ? 'to' then
  greatest(least(duration_seconds, coalesce((ask->>'to')::float8, duration_seconds))
    - coalesce((ask->>'from')::float8, 0), 0)
  else duration_seconds end)`;

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
  analysed_seconds: analysedSeconds(ask, duration_seconds),
});

/** Facts about those of the given jobs that belong to the workspace, in any order. */
export async function findJobFacts(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<JobFacts[]> {
  return db.query<JobFacts>(
    `select id, status, title, duration_seconds, completed_at, ask->'capabilities' as capabilities,
       ${analysedSecondsSql} as analysed_seconds
     from jobs
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, ids],
  );
}
