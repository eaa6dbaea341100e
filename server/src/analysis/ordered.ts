/** Binary search in sorted lists. */

/** Number of items that meet a condition, for a list in which they come before all others. */
export function countWhile<T>(list: ArrayLike<T>, meets: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meets(list[middle] as T)) low = middle + 1;
    else high = middle;
  }

  return low;
}

/** Number of the sorted numbers that are at most `value`; also the index of the first number above `value`. */
export const countUpTo = (sorted: ArrayLike<number>, value: number): number =>
  countWhile(sorted, (element) => element <= value);
