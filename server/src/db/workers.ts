/** Queries over the processes that do parts. */
import type { Queryable } from './database.ts';

export interface WorkerRow {
  readonly id: string;
  readonly serves: readonly string[];
  readonly hosts: number;
  readonly started_at: Date;
  readonly heartbeat_at: Date;
}

/** Heartbeat; inserts the row if there is none. False if the worker had been taken for dead. */
export async function touchWorker(
  db: Queryable,
  worker: Pick<WorkerRow, 'id' | 'serves' | 'hosts'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query<{ fresh: boolean }>(
    `insert into workers (id, serves, hosts, started_at, heartbeat_at) values ($1, $2, $3, $4, $4)
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
     returning started_at = heartbeat_at as fresh`,
    [worker.id, worker.serves, worker.hosts, now],
    'touch worker',
  );
  return rows[0]?.fresh !== true;
}

export async function workerIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from workers');
  return rows.map(({ id }) => id);
}

export async function removeWorker(db: Queryable, id: string): Promise<void> {
  await db.query('delete from workers where id = $1', [id]);
}

/** Deletes the rows of workers without a heartbeat since then, null: all. Parts without a worker row are given back. */
export async function removeSilentWorkers(db: Queryable, before: Date | null): Promise<void> {
  await db.query('delete from workers where $1::timestamptz is null or heartbeat_at < $1', [
    before,
  ]);
}
