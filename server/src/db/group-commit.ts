/**
 * Group commit: calls that arrive while a write is running are grouped into the next one, as a single statement. A call
 * that arrives alone is written at once. (The term: DeWitt et al., "Implementation techniques for main memory database
 * systems", SIGMOD 1984.)
 */
import { isAway } from './database.ts';
import { withoutTurn } from './without-turn.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes the items and returns a result for each, in order. It is called only after the last of the items has
   * arrived.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum items per write. */
  readonly most: number;
  /** Called when no call is waiting any more. */
  readonly onIdle?: () => void;
}

/**
 * A single item may have caused the error of its group, so after an error each item is written again on its own, while
 * the next group goes ahead. After a lost connection nothing is written again, because the items may have been written
 * after all.
 */
export function groupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { write, most: limit, onIdle } = options;
  let queue: Waiting<Item, Result>[] = [];
  let busy = false;

  const commit = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      // Calls from several workspaces share this queue, so the write does not wait in the queue of any one workspace.
      const results = await withoutTurn(() => write(group.map(({ item }) => item)));
      for (const [index, waiter] of group.entries()) waiter.resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1 || isAway(error)) for (const waiter of group) waiter.reject(error);
      else for (const waiter of group) void commit([waiter]);
    }
  };
  const run = async (): Promise<void> => {
    busy = true;

    while (queue.length > 0) {
      const group = queue.slice(0, limit);
      queue = queue.slice(limit);
      await commit(group);
    }

    busy = false;
    onIdle?.();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!busy) void run();
    });
}
