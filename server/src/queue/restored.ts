/**
 * Enqueues the tasks of a restored backup, so that they run as if the service had never stopped. They keep their ids,
 * because jobs and parts refer to them.
 */
import type { Database } from '../db/database.ts';
import { takeRestoredTasks } from '../db/upkeep/restored-tasks.ts';
import type { Queue, QueueName } from './queue.ts';

const atOnce = 1000;

/** Passes the restored tasks to the queue in batches, each in a transaction. Must be called inside `db.alone`. */
export async function takeUpRestoredTasks(db: Database, queue: Queue): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await db.transaction(async (tx) => {
      const tasks = await takeRestoredTasks(tx, atOnce);
      for (const [name, queueTasks] of Map.groupBy(tasks, (task) => task.queue as QueueName)) {
        const newTasks = queueTasks.map(({ id, data, priority, group_id, start_after }) => ({
          id,
          data,
          priority,
          delayMs: start_after.getTime() - Date.now(),
          ...(group_id !== null && { group: { id: group_id } }),
        }));
        await queue.enqueueAll(tx, name, newTasks);
      }

      return tasks.length === atOnce;
    });
  }
}
