/** Long work on the event loop that regularly yields to other work. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before yielding. */
const stretchMs = 10;
/** Steps between two checks of the clock, which cost more than most steps. */
const stepsPerLook = 64;

/** `Array.map` that yields to the event loop whenever it has run for a while. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  run: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let since = performance.now();

  for (const [index, item] of items.entries()) {
    results.push(run(item, index));
    const isCheckpoint = index % stepsPerLook === stepsPerLook - 1 || index === items.length - 1;
    if (!isCheckpoint || performance.now() - since < stretchMs) continue;
    await setImmediate();
    since = performance.now();
  }

  return results;
}
