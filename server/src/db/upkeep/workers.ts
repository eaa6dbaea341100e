/** Queries over the processes that work on parts of jobs. */
import type { Queryable } from '../database.ts';

export interface WorkerRow {
  readonly id: string;
  readonly serves: readonly string[];
  readonly hosts: number;
  readonly started_at: Date;
  readonly heartbeat_at: Date;
}

/**
 * Records a heartbeat with the database's time; inserts the worker's row if there is none. False if the worker had been
 * declared dead.
 */
export async function touchWorker(
  db: Queryable,
  worker: Pick<WorkerRow, 'id' | 'serves' | 'hosts'>,
): Promise<boolean> {
  const rows = await db.query<{ fresh: boolean }>(
    `insert into workers (id, serves, hosts, started_at, heartbeat_at) values ($1, $2, $3, now(), now())
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
     returning started_at = heartbeat_at as fresh`,
    [worker.id, worker.serves, worker.hosts],
    'touch worker',
  );
  return rows[0]?.fresh !== true;
}

export async function workerIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from workers');
  return rows.map(({ id }) => id);
}

/** Workers heard from within `silentMs`, with the queues they serve and their hosts. */
export const servingWorkers = (
  db: Queryable,
  silentMs: number,
): Promise<Pick<WorkerRow, 'serves' | 'hosts'>[]> =>
  db.query(
    `select serves, hosts from workers where heartbeat_at >= now() - $1 * interval '1 ms'`,
    [silentMs],
    'serving workers',
  );

export async function removeWorker(db: Queryable, id: string): Promise<void> {
  await db.query('delete from workers where id = $1', [id]);
}

/**
 * Deletes the rows of workers that have sent no heartbeat for `ms`, or of all workers if `ms` is null. Parts of a
 * worker without a row are given to other workers.
 */
export async function removeSilentWorkers(db: Queryable, ms: number | null): Promise<void> {
  await db.query(
    `delete from workers where $1::float8 is null or heartbeat_at < now() - $1 * interval '1 ms'`,
    [ms],
  );
}

/** Whether the worker has sent a heartbeat within the last `ms` milliseconds. */
export async function isWorkerAlive(db: Queryable, id: string, ms: number): Promise<boolean> {
  const rows = await db.query(
    `select 1 from workers where id = $1 and heartbeat_at >= now() - $2 * interval '1 ms'`,
    [id, ms],
  );
  return rows.length > 0;
}
