import type { Queryable } from './database.ts';

/** The count from a statement with the single column `count`. */
export async function countOf(
  db: Queryable,
  sql: string,
  params: readonly unknown[] = [],
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql, params);
  if (!row) throw new Error('a statement that counts has one row');
  return row.count;
}
