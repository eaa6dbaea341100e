/** Compares the clock of this machine with that of the database, so that a wrong one removes nothing. */
import type { Queryable } from '../../db/database.ts';
import { databaseTime } from '../../db/time.ts';

/** Far more than synchronized clocks differ by. */
const mostSeconds = 300;

/**
 * Seconds by which this machine's clock is ahead of the database's, negative if it is behind; null if the difference is
 * small enough to go by it.
 */
export async function clockError(db: Queryable, nowMs: number): Promise<number | null> {
  const seconds = Math.round((nowMs - (await databaseTime(db)).getTime()) / 1000);
  return Math.abs(seconds) > mostSeconds ? seconds : null;
}
