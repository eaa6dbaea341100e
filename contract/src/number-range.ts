/**
 * A number that is known exactly or within bounds: as a request states it, and as people type it (`2`, `2-4`, `2-` for
 * two or more, `-4` for four or fewer).
 */

/** The exact number, or its bounds; at least one of the bounds is given. */
export type NumberRange = number | { min?: number | null; max?: number | null };

/** Both bounds inclusive; a missing lower bound is 1, a missing upper bound is null. */
export interface NumberBounds {
  readonly min: number;
  readonly max: number | null;
}

/** The bounds that a range sets; null if none was given. */
export function boundsOf(range: NumberRange | null | undefined): NumberBounds | null {
  if (range == null) return null;
  if (typeof range === 'number') return { min: range, max: range };
  return { min: range.min ?? 1, max: range.max ?? null };
}

const typedPattern = /^(\d{1,9})?(?:\s*([-–])\s*(\d{1,9})?)?$/;

/** The range that a person typed; null if the text is none. */
export function typedRange(text: string): NumberRange | null {
  const [match, first, dash, second] = typedPattern.exec(text.trim()) ?? [];
  if (!match || (first === undefined && second === undefined)) return null;
  if (dash === undefined) return Number(first);

  return {
    ...(first !== undefined && { min: Number(first) }),
    ...(second !== undefined && { max: Number(second) }),
  };
}

/** The range as a person would type it. */
export function rangeText(range: NumberRange): string {
  if (typeof range === 'number') return String(range);
  return `${range.min ?? ''}-${range.max ?? ''}`;
}
