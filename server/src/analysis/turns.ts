/** Long work on the event loop that lets others have their turn. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two turns of the others. */
const stretchMs = 10;
/** Steps between two looks at the clock, which cost more than most steps. */
const stepsPerLook = 64;

/** `Array.map` that gives the event loop a turn whenever it has had it for a while. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  run: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let since = performance.now();

  for (const [index, item] of items.entries()) {
    results.push(run(item, index));
    const looks = index % stepsPerLook === stepsPerLook - 1 || index === items.length - 1;
    if (!looks || performance.now() - since < stretchMs) continue;
    await setImmediate();
    since = performance.now();
  }

  return results;
}
