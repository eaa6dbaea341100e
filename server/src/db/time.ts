/** The clock shared by all processes, because the machines' own clocks may differ, and jump. */
import type { Queryable } from './database.ts';

/** The database's current time, which is when the transaction began. */
export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select now()::timestamptz(3) as now', [], 'now');
  return row?.now as Date;
}
