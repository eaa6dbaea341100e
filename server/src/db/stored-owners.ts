/** Queries of whoever counts stored files: what they belong to, and the size of the database. */
import type { Queryable } from './database.ts';

/** What files belong to, and its column of ids. */
const owners = {
  job: 'select id from jobs where id = any($1)',
  upload: 'select key as id from uploads where key = any($1)',
  brand: 'select id from brands where id = any($1)',
} as const;
export type OwnerKind = keyof typeof owners;

/** Those of the ids that exist. */
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
