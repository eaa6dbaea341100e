/** Queries for counting stored files: which owners of files still exist, and how large the database is. */
import type { Queryable } from '../database.ts';

/** SQL for each kind of file that selects, of the ids `$1`, those of owners that may still need their files. */
const owners = {
  media: `select id from jobs where id = any($1)
     and (media_kept_at is not null or status not in ('completed', 'failed', 'cancelled'))`,
  parts: `select id from jobs where id = any($1) and status not in ('completed', 'failed', 'cancelled')`,
  frames: `select id from jobs where id = any($1) and status not in ('failed', 'cancelled')`,
  upload: 'select key as id from uploads where key = any($1)',
  clip: 'select id from clips where id = any($1)',
  report: 'select id from reports where id = any($1)',
  brand: 'select id from brands where id = any($1)',
} as const;
export type OwnerKind = keyof typeof owners;

/** The ids among those given whose owner (a job, an upload, a clip …) exists and may still need its stored files. */
export async function existing(
  db: Queryable,
  kind: OwnerKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(owners[kind], [ids]);
  return new Set(rows.map(({ id }) => id));
}

export async function databaseBytes(db: Queryable): Promise<number> {
  const rows = await db.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(rows[0]?.bytes ?? 0);
}
