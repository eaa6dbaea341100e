/** Queries over ended jobs of all workspaces. */
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { ownerGroupSql } from '../workspaces/members.ts';
import { analysedSecondsSql } from './job-facts.ts';
import type { JobRow } from './jobs.ts';

const outsideOpenBatch = `not exists (select 1 from batches where batches.id = jobs.batch_id
  and batches.status not in ('completed', 'failed', 'cancelled'))`;
const deletable = `status in ('completed', 'failed', 'cancelled') and completed_at < $1 and ${outsideOpenBatch}`;

export async function countDeletableBefore(db: Queryable, cutoff: Date): Promise<number> {
  return countOf(db, `select count(*)::int as count from jobs where ${deletable}`, [cutoff]);
}

/** The work that one job was charged for. */
export interface ChargedWork {
  /** The group of the workspace's first owner, as in `ownerGroups`. */
  readonly owner: string;
  readonly ask: JobRow['ask'];
  /** Seconds of the video that were analysed. */
  readonly duration_seconds: number;
  readonly processing_seconds: number;
  readonly usage: JobRow['usage'];
}

/**
 * The work of the jobs that completed among the last `limit` that ended, newest first. Jobs of test workspaces did no
 * work.
 */
export async function chargedWork(db: Queryable, limit: number): Promise<ChargedWork[]> {
  return db.query(
    `select ${ownerGroupSql('workspace_id')} as owner, ask, ${analysedSecondsSql} as duration_seconds,
       processing_seconds, usage
     from (
       select workspace_id, status, ask, duration_seconds, processing_seconds, usage, completed_at
       from jobs where status in ('completed', 'failed', 'cancelled') and not ask ? 'test'
       order by completed_at desc limit $1) ended
     where status = 'completed' and ${analysedSecondsSql} > 0 and processing_seconds > 0
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

/**
 * Failed and cancelled jobs without a charge that a workspace has in excess of its limit: for each workspace and status
 * the newest are kept, as are those of an open batch. `mostByPlan` is the number to keep, by plan. Completed jobs of a
 * test workspace count too, because nothing else would limit how many results it stores.
 */
export async function unchargedBeyond(
  db: Queryable,
  mostByPlan: Readonly<Record<string, number>>,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `select jobs.id, jobs.workspace_id from workspaces w
     cross join lateral (values ('failed'), ('cancelled'), (case when w.test then 'completed' end)) ended (status)
     cross join lateral (
       select id from jobs where workspace_id = w.id and status = ended.status
       order by created_at desc, id desc offset ($1::jsonb ->> w.plan)::bigint) beyond
     join jobs on jobs.id = beyond.id
     where coalesce(credits_charged, 0) = 0 and ${outsideOpenBatch}
     limit $2`,
    [JSON.stringify(mostByPlan), limit],
  );
}
