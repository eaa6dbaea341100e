/** Queries over clips. */
import type { ClipRange, ClipStatus, CreateClip } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { JobRow } from './jobs/jobs.ts';
import type { Owned } from './owned.ts';
import { workspacesOfOwners } from './workspaces/owners.ts';

export interface ClipRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly job_id: string;
  readonly ask: CreateClip;
  readonly ranges: readonly ClipRange[];
  readonly digest: string;
  readonly status: ClipStatus;
  readonly percent: number;
  readonly task_id: string | null;
  readonly attempt: number;
  readonly duration_seconds: number | null;
  readonly size_bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date | null;
}

const columns = `id, workspace_id, job_id, ask, ranges, digest, status, percent, task_id, attempt, duration_seconds,
  size_bytes, width, height, error_code, error_message, created_at, updated_at, expires_at`;

export type NewClip = Pick<
  ClipRow,
  'id' | 'workspace_id' | 'job_id' | 'ask' | 'ranges' | 'digest' | 'task_id' | 'created_at'
>;

/** Undefined if the same clip already exists or if its job is gone. */
export async function insertClip(
  db: Queryable,
  clip: NewClip,
): Promise<Owned<ClipRow> | undefined> {
  const rows = await db.query<Owned<ClipRow>>(
    `insert into clips (id, workspace_id, job_id, ask, ranges, digest, status, task_id, created_at, updated_at)
     select $1, workspace_id, id, $4::jsonb, $5::jsonb, $6, 'pending', $7, $8, $8 from jobs
     where id = $3 and workspace_id = $2
     on conflict (job_id, digest) where status <> 'failed' do nothing returning ${columns}`,
    [
      ...[clip.id, clip.workspace_id, clip.job_id, cleanJson(clip.ask), cleanJson(clip.ranges)],
      ...[clip.digest, clip.task_id, clip.created_at],
    ],
  );
  return rows[0];
}

/** The same clip, if it exists. If that clip is ready, its storage period starts again, as if it were new. */
export async function takeSameClip(
  db: Queryable,
  job: Owned<JobRow>,
  digest: string,
  expiresAt: Date,
): Promise<Owned<ClipRow> | undefined> {
  const rows = await db.query<Owned<ClipRow>>(
    `update clips set expires_at = case when status = 'ready' then $3::timestamptz end
     where job_id = $1 and digest = $2 and status <> 'failed' returning ${columns}`,
    [job.id, digest, expiresAt],
  );
  return rows[0];
}

export const countOpenClips = (db: Queryable, workspaceId: string): Promise<number> =>
  countOf(
    db,
    `select count(*) as count from clips where workspace_id = $1 and status in ('pending', 'processing')`,
    [workspaceId],
  );

/** Counts the open clips of a workspace and of all others of its owners. */
export const countOpenClipsOfOwners = (db: Queryable, workspaceId: string): Promise<number> =>
  countOf(
    db,
    `select count(*) as count from clips
     where workspace_id in (${workspacesOfOwners('$1')}) and status in ('pending', 'processing')`,
    [workspaceId],
  );

export async function findClip(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<ClipRow> | undefined> {
  const rows = await db.query<Owned<ClipRow>>(
    `select ${columns} from clips where id = $1 and workspace_id = $2`,
    [id, workspaceId],
  );
  return rows[0];
}

export async function hasClip(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select 1 from clips where id = $1', [id])).length > 0;
}

export interface ClipPage {
  readonly before: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

/** Newest first. */
export const clipPage = (
  db: Queryable,
  job: Owned<JobRow>,
  { before: cursor, limit }: ClipPage,
): Promise<Owned<ClipRow>[]> =>
  db.query<Owned<ClipRow>>(
    `select ${columns} from clips where job_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
     order by created_at desc, id desc limit $4`,
    [job.id, cursor?.createdAt ?? null, cursor?.id ?? null, limit],
  );

/**
 * Starts making a clip for the task that owns it; undefined if the clip is gone, has ended, or belongs to another task.
 */
export async function beginClip(
  db: Queryable,
  id: string,
  taskId: string,
  now: Date,
): Promise<ClipRow | undefined> {
  const rows = await db.query<ClipRow>(
    `update clips set status = 'processing', attempt = attempt + 1, percent = 0, updated_at = $3
     where id = $1 and task_id = $2 and status in ('pending', 'processing') returning ${columns}`,
    [id, taskId, now],
  );
  return rows[0];
}

type Attempt = Pick<ClipRow, 'id' | 'attempt'>;
const ofAttempt = `id = $1 and attempt = $2 and status = 'processing'`;

/** False if the clip is gone, or belongs to another attempt. */
export async function noteClipPercent(
  db: Queryable,
  { id, attempt }: Attempt,
  percent: number,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update clips set percent = $3, updated_at = $4 where ${ofAttempt} returning id`,
    [id, attempt, percent, now],
  );
  return rows.length > 0;
}

/** Returns the clip to waiting when the worker shuts down; this attempt does not count. */
export async function putClipBack(db: Queryable, { id, attempt }: Attempt, now: Date) {
  await db.query(
    `update clips set status = 'pending', attempt = attempt - 1, percent = 0, updated_at = $3 where ${ofAttempt}`,
    [id, attempt, now],
  );
}

/** Returns the clip to waiting, for another task. False if the clip is gone, or belongs to another attempt. */
export async function passClipOn(
  db: Queryable,
  { id, attempt }: Attempt,
  taskId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update clips set status = 'pending', percent = 0, task_id = $3, updated_at = $4 where ${ofAttempt} returning id`,
    [id, attempt, taskId, now],
  );
  return rows.length > 0;
}

export type ClipEnd =
  | (Required<Pick<ClipRow, 'duration_seconds' | 'size_bytes' | 'width' | 'height'>> & {
      readonly status: 'ready';
    })
  | (Pick<ClipRow, 'error_code' | 'error_message'> & { readonly status: 'failed' });

/** False if the clip is gone, or belongs to another attempt. */
export async function endClip(
  db: Queryable,
  { id, attempt }: Attempt,
  end: ClipEnd,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const ready = end.status === 'ready' ? end : null;
  const failed = end.status === 'failed' ? end : null;
  const rows = await db.query(
    `update clips set status = $3, percent = case when $3 = 'ready' then 100 else percent end,
       duration_seconds = $4, size_bytes = $5, width = $6, height = $7, error_code = $8, error_message = $9,
       updated_at = $10, expires_at = $11
     where ${ofAttempt} returning id`,
    [
      ...[id, attempt, end.status],
      ...[ready?.duration_seconds ?? null, ready?.size_bytes ?? null],
      ...[ready?.width ?? null, ready?.height ?? null],
      ...[failed?.error_code ?? null, failed?.error_message ?? null, now, expiresAt],
    ],
  );

  return rows.length > 0;
}

/** Removes a clip and returns its row. */
export async function removeClip(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<ClipRow | undefined> {
  const rows = await db.query<ClipRow>(
    `delete from clips where id = $1 and workspace_id = $2 returning ${columns}`,
    [id, workspaceId],
  );
  return rows[0];
}

export const removeExpiredClips = (db: Queryable, now: Date): Promise<ClipRow[]> =>
  db.query<ClipRow>(
    `delete from clips where id in (select id from clips where expires_at < $1 order by expires_at limit 500
       for update skip locked) returning ${columns}`,
    [now],
  );

/**
 * Removes ready clips of workspaces that store more bytes of clips than their quota, starting with the clips requested
 * longest ago. `quotas` holds the bytes allowed by plan.
 */
export const removeClipsBeyond = (
  db: Queryable,
  quotas: Readonly<Record<string, number>>,
): Promise<ClipRow[]> =>
  db.query<ClipRow>(
    `delete from clips where id in (
       select stored.id from (
         select clips.id, clips.workspace_id,
           sum(size_bytes) over (partition by workspace_id order by expires_at desc, id desc) as bytes
         from clips where status = 'ready') stored
       join workspaces w on w.id = stored.workspace_id
       where bytes > ($1::jsonb ->> w.plan)::bigint limit 500)
     returning ${columns}`,
    [JSON.stringify(quotas)],
  );

/** Fails clips whose task the queue gave up because the task killed the workers that took it. */
export async function failLostClips(
  db: Queryable,
  error: { readonly code: string; readonly message: string },
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `update clips set status = 'failed', error_code = $1, error_message = $2, updated_at = $3, expires_at = $4
     where status in ('pending', 'processing') and not exists (
       select 1 from pgboss.job task where task.name in ('clip', 'long_clip') and task.state < 'completed'
         and task.id = clips.task_id::uuid)`,
    [error.code, error.message, now, expiresAt],
  );
}
