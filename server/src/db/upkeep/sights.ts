/**
 * Reads the status and the time of the last change of jobs and batches, so that a caller can tell whether they have
 * changed.
 */
import type { Queryable } from '../database.ts';

export interface Sight {
  readonly id: string;
  readonly status: string;
  readonly updated_at: Date;
}

export function sightsOf(db: Queryable, ids: readonly string[]): Promise<Sight[]> {
  return db.query<Sight>(
    `select id, status, updated_at from jobs where id = any ($1)
     union all select id, status, updated_at from batches where id = any ($1)`,
    [ids],
    'sights',
  );
}
