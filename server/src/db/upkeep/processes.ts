/** Queries over the processes running on this database. */
import type { Queryable } from '../database.ts';

export interface ProcessRow {
  readonly id: string;
  readonly role: string;
}

/** Records that the process is running. */
export async function touchProcess(db: Queryable, { id, role }: ProcessRow): Promise<void> {
  await db.query(
    `insert into processes (id, role, seen_at) values ($1, $2, now())
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [id, role],
  );
}

/** Processes seen within this many milliseconds. */
export async function liveProcesses(db: Queryable, ms: number): Promise<ProcessRow[]> {
  return db.query<ProcessRow>(
    `select id, role from processes where seen_at > now() - $1 * interval '1 ms' order by id`,
    [ms],
  );
}

export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.query('delete from processes where id = $1', [id]);
}

/** Removes processes not seen for this many milliseconds; returns their ids. */
export async function removeSilentProcesses(db: Queryable, ms: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `delete from processes where seen_at < now() - $1 * interval '1 ms' returning id`,
    [ms],
  );
  return rows.map(({ id }) => id);
}
