/** Long work on the event loop that regularly yields to other work. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before yielding. */
const stretchMs = 10;
/** Maximum number of steps between two checks of the clock, which cost more than most steps. */
const mostSteps = 64;

/** `Array.map` that yields to the event loop whenever it has run for a while. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  run: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let since = performance.now();
  // Starts with one step between two checks of the clock and doubles the number while steps are short, because even a
  // single step may take long.
  let stepsUntilLook = 1;
  let steps = 0;

  for (const [index, item] of items.entries()) {
    results.push(run(item, index));
    steps += 1;
    if (steps < stepsUntilLook && index < items.length - 1) continue;

    steps = 0;
    if (performance.now() - since < stretchMs) {
      stepsUntilLook = Math.min(mostSteps, 2 * stepsUntilLook);
      continue;
    }
    stepsUntilLook = Math.max(1, stepsUntilLook / 2);
    await setImmediate();
    since = performance.now();
  }

  return results;
}
