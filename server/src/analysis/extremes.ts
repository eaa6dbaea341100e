/**
 * Largest and smallest of any number of numbers. `Math.max(...numbers)` passes each of them as an argument, and fails
 * above some 120,000: a name that flickers through hours of video appears more often than that.
 */

/** Negative infinity if there are none. */
export function largestOf(numbers: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** Infinity if there are none. */
export function smallestOf(numbers: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}
