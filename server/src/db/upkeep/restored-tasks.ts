/** Queries over the tasks that a restore left for the next start. */
import type { Queryable } from '../database.ts';

export interface RestoredTask {
  readonly queue: string;
  readonly id: string;
  readonly data: object;
  readonly priority: number;
  readonly group_id: string | null;
  readonly start_after: Date;
}

/** Removes at most `limit` tasks and returns them. */
export async function takeRestoredTasks(tx: Queryable, limit: number): Promise<RestoredTask[]> {
  return tx.query<RestoredTask>(
    `delete from restored_tasks where ctid = any(array(select ctid from restored_tasks limit $1))
     returning queue, id, data, priority, group_id, start_after`,
    [limit],
  );
}
