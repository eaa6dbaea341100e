/** Binary search in sorted lists. */

/** How many items at the start of a list meet a condition, if all that meet it come before all that do not. */
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

/** How many of the sorted numbers are at most `value`, which is the index of the first above it. */
export const countUpTo = (sorted: ArrayLike<number>, value: number): number =>
  countWhile(sorted, (element) => element <= value);
