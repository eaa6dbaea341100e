/** Does the same work on many items, several at a time. */
import { setImmediate } from 'node:timers/promises';

/** Like `Promise.all` over `items.map(run)`, but with at most `limit` calls running at the same time. */
export async function mapSome<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) {
      results[index] = await run(item);
      // The embedded engine computes without pausing, so timers, including heartbeats, get a chance to run between two
      // items.
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));

  return results;
}
