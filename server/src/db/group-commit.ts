/**
 * Group commit: calls that arrive while a write is running are grouped into the next one, as one statement. A single call
 * is written at once. (The term: DeWitt et al., "Implementation techniques for main memory database systems", SIGMOD 1984.)
 */
import { isAway } from './database.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Result> {
  /** Returns a result for each item, in order; starts after the last of them arrived. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Most items of one write. */
  readonly most: number;
  /** Nothing is waiting any more. */
  readonly onIdle?: () => void;
}

/**
 * An error of a group may be caused by one item, so each is written again on its own, and the next group does not wait for
 * them; but not if the connection was lost, as they may have been written all the same.
 */
export function groupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { write, most, onIdle } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  const commit = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [index, one] of group.entries()) one.resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1 || isAway(error)) for (const one of group) one.reject(error);
      else for (const one of group) void commit([one]);
    }
  };
  const run = async (): Promise<void> => {
    busy = true;

    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await commit(group);
    }

    busy = false;
    onIdle?.();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void run();
    });
}
