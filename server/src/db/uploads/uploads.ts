/** Queries over presigned uploads. */
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';

export interface UploadRow {
  readonly key: string;
  readonly workspace_id: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly duration_seconds: number | null;
  readonly etag: string | null;
  readonly expires_at: Date;
}

export interface NewUpload {
  readonly key: string;
  readonly workspaceId: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
  readonly now: Date;
}

/**
 * Limits of a workspace: number and bytes of uploads that no job uses (`most`, `mostBytes`), and bytes of all its
 * stored uploads (`mostHeldBytes`).
 */
export interface UploadBounds {
  readonly most: number;
  readonly mostBytes: number;
  readonly mostHeldBytes: number;
}

export interface HeldUploads {
  /** Number of uploads that no job uses. */
  readonly uploads: number;
  readonly bytes: number;
  /** Bytes of all uploads, deleted ones included while files may still arrive for them. */
  readonly held_bytes: number;
}

/**
 * Adds an upload if the workspace stays within its bounds; uploads whose URL expired without a file do not count.
 * Returns the workspace's totals before the upload, and whether it was added. The caller must have locked the
 * workspace.
 */
export async function insertUploadWithin(
  tx: Queryable,
  row: NewUpload,
  { most: maxUploads, mostBytes, mostHeldBytes }: UploadBounds,
): Promise<HeldUploads & { readonly added: boolean }> {
  const rows = await tx.query<HeldUploads & { added: boolean }>(
    `with held as (
       select count(*) filter (where used_at is null) as uploads,
         coalesce(sum(size_bytes) filter (where used_at is null), 0)::bigint as bytes,
         (coalesce(sum(size_bytes), 0) + (
           select coalesce(sum(size_bytes), 0) from late_uploads where workspace_id = $2 and until > $6
         ))::bigint as held_bytes
       from uploads where workspace_id = $2 and (used_at is not null or expires_at > $6 or stored)
     ), added as (
       insert into uploads (key, workspace_id, content_type, size_bytes, expires_at, created_at)
       select $1, $2, $3, $4, $5, $6 from held
       where uploads < $7::bigint and bytes + $4::bigint <= $8::bigint and held_bytes + $4::bigint <= $9::bigint
       returning key
     )
     select uploads, bytes, held_bytes, exists (select from added) as added from held`,
    [
      ...[row.key, row.workspaceId, row.contentType, row.sizeBytes, row.expiresAt, row.now],
      ...[maxUploads, mostBytes, mostHeldBytes],
    ],
  );
  return rows[0] ?? { uploads: 0, bytes: 0, held_bytes: 0, added: false };
}

/** SQL for the jobs that still need the upload or were completed with it. */
const usingJobs = `select 1 from jobs j where j.upload_key = u.key and j.status not in ('failed', 'cancelled')`;

/**
 * Marks uploads as unused again from `now` if all their jobs failed or were cancelled. Skips uploads that another
 * transaction has locked, because waiting could deadlock; that transaction releases such an upload itself, or else the
 * sweep does.
 */
export async function releaseUploads(
  tx: Queryable,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  // The rows are locked in a separate statement, so that the next statement sees a job that was added in the meantime.
  const locked = await tx.query<{ key: string }>(
    'select key from uploads where key = any($1) and used_at is not null for update skip locked',
    [keys],
  );
  if (locked.length === 0) return;

  await tx.query(
    `update uploads u set used_at = null, unused_since = $2, stored = true
     where key = any($1) and not exists (${usingJobs})`,
    [locked.map(({ key }) => key), now],
  );
}

/** Uploads marked as used although no job uses them. */
export async function releasableUploads(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select key from uploads u where used_at is not null and not exists (${usingJobs}) limit 500`,
  );
  return rows.map((row) => row.key);
}

/** Records that an upload's file exists, or that it was missing when the URL had expired. */
export async function setUploadStored(
  db: Queryable,
  key: string,
  isStored: boolean,
): Promise<void> {
  await db.query('update uploads set stored = $2 where key = $1 and stored is not true', [
    key,
    isStored,
  ]);
}

/** Whether the upload still exists; false once it was deleted, with its job or because it expired. */
export async function uploadExists(db: Queryable, key: string): Promise<boolean> {
  const rows = await db.query('select 1 from uploads where key = $1', [key]);
  return rows.length > 0;
}

/** Whether a file may be stored for the upload: it exists, and no job has used a file of it. */
export async function uploadIsOpen(db: Queryable, key: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from uploads where key = $1 and used_at is null and etag is null',
    [key],
  );
  return rows.length > 0;
}

/** Unused uploads whose URL expired before a given time, for which it is unknown whether a file arrived. */
export async function unknownUploads(db: Queryable, expiredBefore: Date): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select key from uploads where used_at is null and stored is null and expires_at < $1
     order by expires_at limit 500`,
    [expiredBefore],
  );
  return rows.map((row) => row.key);
}

export async function findUpload(
  db: Queryable,
  workspaceId: string,
  key: string,
): Promise<Owned<UploadRow> | undefined> {
  const rows = await db.query<Owned<UploadRow>>(
    'select * from uploads where key = $1 and workspace_id = $2',
    [key, workspaceId],
  );
  return rows[0];
}

export async function lockUpload(db: Queryable, key: string): Promise<void> {
  await db.query('select 1 from uploads where key = $1 for update', [key]);
}

/**
 * Marks the upload as used and stores the ETag of its file at the first use, so that a later file under the same key is
 * not taken for it. False if the upload is gone.
 */
export async function markUploadUsed(
  db: Queryable,
  key: string,
  etag: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update uploads set used_at = $3, etag = coalesce(etag, $2) where key = $1 returning key`,
    [key, etag, now],
  );
  return rows.length > 0;
}

export async function setUploadDuration(
  db: Queryable,
  key: string,
  seconds: number,
): Promise<void> {
  await db.query('update uploads set duration_seconds = $2 where key = $1', [key, seconds]);
}

/** Returns when the upload's URL expires; undefined if there is no such upload. */
export async function removeUpload(db: Queryable, key: string): Promise<Date | undefined> {
  const rows = await db.query<{ expires_at: Date }>(
    'delete from uploads where key = $1 returning expires_at',
    [key],
  );
  return rows[0]?.expires_at;
}

/** Makes an upload, which is about to be removed, count until `settleMs` after its URL has expired. */
export async function countLateUpload(
  tx: Queryable,
  key: string,
  { now, settleMs }: { readonly now: Date; readonly settleMs: number },
): Promise<void> {
  await tx.query(
    `insert into late_uploads (key, workspace_id, size_bytes, until)
     select key, workspace_id, size_bytes, expires_at + make_interval(secs => $3::float8 / 1000)
     from uploads where key = $1 and expires_at > $2
     on conflict (key) do nothing`,
    [key, now, settleMs],
  );
}

/** When the last presigned URL of the workspace expires, also one of an upload that was deleted; null without any. */
export async function lastUploadExpiry(db: Queryable, workspaceId: string): Promise<Date | null> {
  const rows = await db.query<{ expires_at: Date | null }>(
    `select greatest((select max(expires_at) from uploads where workspace_id = $1),
       (select max(until) from late_uploads where workspace_id = $1)) as expires_at`,
    [workspaceId],
    'last upload expiry',
  );
  return rows[0]?.expires_at ?? null;
}

export async function forgetLateUploads(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from late_uploads where until <= $1', [now]);
}

const stale = `(used_at is null and created_at < $1 and coalesce(unused_since, created_at) < $1)
  or (used_at < $2 and not exists (
    select 1 from jobs j where j.upload_key = u.key and (j.completed_at is null or j.completed_at >= $2)))`;

export interface UploadLimits {
  readonly unusedSince: Date;
  readonly keptSince: Date;
}

export async function countStaleUploads(db: Queryable, limits: UploadLimits): Promise<number> {
  return countOf(db, `select count(*)::int as count from uploads u where ${stale}`, [
    limits.unusedSince,
    limits.keptSince,
  ]);
}

/** Removes expired uploads: those unused for too long, and those used only by jobs that ended before `keptSince`. */
export async function removeStaleUploads(db: Queryable, limits: UploadLimits): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `delete from uploads u where key in (
       select key from uploads u where ${stale} limit 500 for update skip locked)
     returning key`,
    [limits.unusedSince, limits.keptSince],
  );
  return rows.map((row) => row.key);
}

export interface RestoredUpload {
  readonly key: string;
  readonly etag: string;
}

/** Replaces the stored ETags of uploads by those of the files that a restore created. */
export async function pinRestoredUploads(
  db: Queryable,
  uploads: readonly RestoredUpload[],
): Promise<void> {
  await db.query(
    `update uploads u set etag = r.etag from unnest($1::text[], $2::text[]) as r (key, etag)
     where u.key = r.key and u.etag is not null`,
    [uploads.map(({ key }) => key), uploads.map(({ etag }) => etag)],
  );
}
