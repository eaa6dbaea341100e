/**
 * Queries over jobs that wait without a task: held jobs wait for credits, and parked jobs wait until their workspace
 * may run another job.
 */
import type { Queryable } from '../database.ts';
import { type JobRow, jobColumns } from './jobs.ts';

/** The next held jobs of a workspace after a given one, oldest first, locked; skips those locked elsewhere. */
export async function lockHeldJobs(
  db: Queryable,
  workspaceId: string,
  { after: cursor, most: limit }: { readonly after: JobRow | undefined; readonly most: number },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select ${jobColumns} from jobs where workspace_id = $1 and status = 'held'
       and ($2::timestamptz is null or (created_at, id) > ($2, $3::text collate "C"))
     order by created_at, id limit $4 for update skip locked`,
    [workspaceId, cursor?.created_at ?? null, cursor?.id ?? null, limit],
    'lock held jobs',
  );
}

/** The workspaces that have held jobs. */
export async function workspacesWithHeldJobsAmong(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from unnest($1::text[]) as one (id)
     where exists (select 1 from jobs where workspace_id = one.id and status = 'held')`,
    [workspaceIds],
    'with held jobs',
  );
  return rows.map((row) => row.id);
}

/** The workspaces that have pending jobs without a task. */
export async function workspacesWithParkedJobsAmong(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from unnest($1::text[]) as one (id)
     where exists (select 1 from jobs where workspace_id = one.id and status = 'pending' and task_id is null)`,
    [workspaceIds],
    'with parked jobs',
  );
  return rows.map((row) => row.id);
}

export async function workspacesWithHeldJobs(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    `select distinct workspace_id from jobs where status = 'held' limit 1000`,
  );
  return rows.map((row) => row.workspace_id);
}

export async function heldSince(db: Queryable, cutoff: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from jobs where status = 'held' and held_at < $1 order by held_at limit 500`,
    [cutoff],
  );
  return rows.map((row) => row.id);
}

export async function isHeldWithoutMedia(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where id = $1 and status = 'held' and media_kept_at is null`,
    [id],
  );
  return rows.length > 0;
}

/** The workspace's parked jobs, oldest first, locked. */
export async function lockParkedJobs(
  tx: Queryable,
  workspaceId: string,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'workspace_id' | 'ask'>[]> {
  return tx.query(
    `select id, workspace_id, ask from jobs where workspace_id = $1 and status = 'pending' and task_id is null
     order by created_at, id limit $2 for update skip locked`,
    [workspaceId, limit],
    'lock parked jobs',
  );
}

export async function workspacesWithParkedJobs(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    `select distinct workspace_id from jobs where status = 'pending' and task_id is null limit 1000`,
  );
  return rows.map((row) => row.workspace_id);
}
