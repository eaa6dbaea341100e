/** The one clock of all processes: those of the machines may differ, and jump. */
import type { Queryable } from './database.ts';

/** Now, as the database sees it: when its transaction began. */
export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select now()::timestamptz(3) as now', [], 'now');
  return row?.now as Date;
}
