/**
 * Reads the database's clock, which all processes share, because the clocks of their machines may differ and may jump.
 */
import type { Queryable } from './database.ts';

/** The database's current time; within a transaction, always the time at which it began. */
export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select now()::timestamptz(3) as now', [], 'now');
  return row?.now as Date;
}
