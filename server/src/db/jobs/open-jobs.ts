/** Counts jobs in processing and waiting jobs, by workspace and by platform. */

import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { workspacesOfOwners } from '../workspaces/owners.ts';
import type { JobRow } from './jobs.ts';

export async function countJobsCreated(
  db: Queryable,
  filter: { workspaceId: string; start: Date; end: Date },
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from jobs where workspace_id = $1 and created_at >= $2 and created_at <= $3`,
    [filter.workspaceId, filter.start, filter.end],
  );
}

/**
 * Returns SQL that counts the open jobs of a workspace and of all others of its owner, up to 100: they decide where the
 * next job is queued, and a person with many workspaces takes turns as one. The rows are ordered like the index, because
 * otherwise the planner expects to find the few rows early and reads a large table from its beginning.
 */
export const openJobCountSql = (workspaceId: string): string =>
  `select least(100, count(*)) from (${workspacesOfOwners(workspaceId)}) as workspace_of_owner (id), lateral (
     (select 1 from jobs where workspace_id = workspace_of_owner.id collate "C" and status = 'pending'
       order by created_at desc, jobs.id desc limit 100)
     union all
     (select 1 from jobs where workspace_id = workspace_of_owner.id collate "C" and status = 'processing'
       order by created_at desc, jobs.id desc limit 100)
   ) open_jobs`;

/**
 * Number of the workspace's own jobs in processing, which its plan bounds, and number of open jobs (processing or
 * pending) of all workspaces of its owner, counted up to 100.
 */
export async function countOpenJobs(
  db: Queryable,
  workspaceId: string,
): Promise<{ processing: number; open: number }> {
  const rows = await db.query<{ processing: number; open: number }>(
    `select (select count(*) from jobs where workspace_id = $1 and status = 'processing') as processing,
       (${openJobCountSql('$1')}) as open`,
    [workspaceId],
    'count open jobs',
  );
  return rows[0] ?? { processing: 0, open: 0 };
}

/** Number of jobs in processing of all workspaces of the workspace's owner. */
export async function countProcessingOfOwner(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from jobs
     where workspace_id in (${workspacesOfOwners('$1')}) and status = 'processing'`,
    [workspaceId],
  );
}

/** Jobs in processing, by workspace. */
export async function countProcessing(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ workspace_id: string; count: number }>(
    `select workspace_id, count(*) as count from jobs where workspace_id = any ($1) and status = 'processing'
     group by workspace_id`,
    [workspaceIds],
    'count processing',
  );
  return new Map(rows.map((row) => [row.workspace_id, row.count]));
}

/** Number of a group's tasks in a queue that wait or are being done. */
export async function countOpenTasks(db: Queryable, queue: string, group: string): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from pgboss.job
     where name = $1 and group_id = $2 and state < 'completed'`,
    [queue, group],
  );
}

/** Number of the workspace's pending jobs on the job's platform, counted up to `limit`. */
export async function countPlatformJobs(
  db: Queryable,
  { workspace_id: workspaceId, platform }: Pick<JobRow, 'workspace_id' | 'platform'>,
  limit: number,
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from (
       select 1 from jobs where workspace_id = $1 and status = 'pending' and platform = $2 limit $3) counted`,
    [workspaceId, platform, limit],
  );
}

/**
 * Postpones the workspace's tasks that are due and would access the job's platform: each by `waitMs` plus a random time
 * up to `spreadMs`. Skips tasks that are locked.
 */
export async function postponePlatformJobs(
  tx: Queryable,
  { workspace_id: workspaceId, platform }: Pick<JobRow, 'workspace_id' | 'platform'>,
  { waitMs, spreadMs }: { readonly waitMs: number; readonly spreadMs: number },
): Promise<void> {
  await tx.query(
    `update pgboss.job set start_after = now() + make_interval(secs => ($3::float8 + random() * $4::float8) / 1000)
     where name = 'analysis' and id in (
       select task.id from pgboss.job task join jobs on task.id = jobs.task_id::uuid
       where jobs.workspace_id = $1 and jobs.status = 'pending' and jobs.platform = $2 and jobs.attempt = 0
         and task.name = 'analysis' and task.state = 'created' and task.start_after <= now()
       for update of task skip locked)`,
    [workspaceId, platform, waitMs, spreadMs],
  );
}

/**
 * Locks the open jobs of a workspace in a fixed order and returns them: all of them or, with `bounds`, at most `most`
 * of those created by `until`.
 */
export async function lockOpenJobs(
  db: Queryable,
  workspaceId: string,
  bounds?: { readonly most: number; readonly until: Date },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from jobs where status in ('pending', 'processing', 'held') and id in (
       select id from jobs where workspace_id = $1 and status in ('pending', 'processing', 'held')
         and created_at <= coalesce($2::timestamptz, 'infinity')
       -- Others would begin in place of those in processing.
       order by status = 'processing' limit $3::bigint)
     order by id for update`,
    [workspaceId, bounds?.until ?? null, bounds?.most ?? null],
  );
}

/** Whether jobs of the workspace created by a given time are still open. */
export async function hasOpenJobs(
  db: Queryable,
  workspaceId: string,
  until: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where workspace_id = $1 and status in ('pending', 'processing', 'held')
       and created_at <= $2 limit 1`,
    [workspaceId, until],
  );
  return rows.length > 0;
}
