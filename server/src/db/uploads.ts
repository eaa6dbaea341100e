/** Queries over presigned uploads. */
import type { Queryable } from './database.ts';

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
 * Adds an upload if no more than `most` of the workspace are unused with it, `mostBytes` in all; those whose URL expired
 * without a file do not count. Returns what was there before, and whether it was added. With the workspace locked.
 */
export async function insertUploadWithin(
  tx: Queryable,
  row: NewUpload,
  { most, mostBytes }: { readonly most: number; readonly mostBytes: number },
): Promise<{ readonly uploads: number; readonly bytes: number; readonly added: boolean }> {
  const rows = await tx.query<{ uploads: number; bytes: number; added: boolean }>(
    `with unused as (
       select count(*) as uploads, coalesce(sum(size_bytes), 0) as bytes from uploads
       where workspace_id = $2 and used_at is null and (expires_at > $6 or stored)
     ), added as (
       insert into uploads (key, workspace_id, content_type, size_bytes, expires_at, created_at)
       select $1, $2, $3, $4, $5, $6 from unused
       where uploads < $7::bigint and bytes + $4::bigint <= $8::bigint
       returning key
     )
     select uploads, bytes, exists (select from added) as added from unused`,
    [
      ...[row.key, row.workspaceId, row.contentType, row.sizeBytes, row.expiresAt, row.now],
      ...[most, mostBytes],
    ],
  );
  return rows[0] ?? { uploads: 0, bytes: 0, added: false };
}

/** The file of an upload is there, or was not when its URL had expired. */
export async function setUploadStored(db: Queryable, key: string, stored: boolean): Promise<void> {
  await db.query('update uploads set stored = $2 where key = $1 and stored is not true', [
    key,
    stored,
  ]);
}

/** Unused uploads whose URL expired before a time and of which nobody knows whether the file came. */
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
): Promise<UploadRow | undefined> {
  const rows = await db.query<UploadRow>(
    'select * from uploads where key = $1 and workspace_id = $2',
    [key, workspaceId],
  );
  return rows[0];
}

export async function lockUpload(db: Queryable, key: string): Promise<void> {
  await db.query('select 1 from uploads where key = $1 for update', [key]);
}

/** Pins the stored file at its first use; false if the upload is gone. */
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

export async function removeUpload(db: Queryable, key: string): Promise<void> {
  await db.query('delete from uploads where key = $1', [key]);
}

/** Uploads past their time: never used, or used by jobs that all ended before `keptSince`. */
export async function removeStaleUploads(
  db: Queryable,
  limits: { unusedSince: Date; keptSince: Date },
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `delete from uploads u where key in (
       select key from uploads u where (used_at is null and created_at < $1)
         or (used_at < $2 and not exists (
           select 1 from jobs j where j.upload_key = u.key
             and (j.completed_at is null or j.completed_at >= $2)))
       limit 500 for update skip locked)
     returning key`,
    [limits.unusedSince, limits.keptSince],
  );
  return rows.map((row) => row.key);
}
