/**
 * While a backup runs, no process may remove a file that is named in the backup's copy of the database. With
 * PostgreSQL, processes learn of a running backup through a lock.
 */
import { advisoryLocks } from '../advisory-locks.ts';
import type { Database, Queryable } from '../database.ts';

/** Runs `work` while no process removes files; a killed process releases the lock. */
export function whileRemovalsWait<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const hold = async (tx: Queryable): Promise<T> => {
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await tx.query('select pg_advisory_xact_lock_shared($1)', [advisoryLocks.backup]);
    return work();
  };
  // The work, such as a whole backup, does not run again because another of its transactions met one.
  return db.transaction(hold, { once: true });
}

export async function removalsWait(db: Database): Promise<boolean> {
  const [row] = await db.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
    advisoryLocks.backup,
  ]);
  return row?.free !== true;
}
