import type { Queryable } from './database.ts';

/** What a statement with the one column `count` counts. */
export async function countOf(
  db: Queryable,
  sql: string,
  params: readonly unknown[] = [],
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql, params);
  if (!row) throw new Error('a statement that counts has one row');
  return row.count;
}
