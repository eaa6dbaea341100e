/** Time spans and their union, used wherever seconds are counted. */
import { countWhile } from './ordered.ts';

/** Seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The union, in order; spans that touch become one. */
export const unionOf = (spans: readonly Span[]): Span[] =>
  unionWithMoments(spans.filter(({ start, end }) => end > start));

/** Like `unionOf`, but keeps moments, which start and end at the same time. */
export function unionWithMoments(spans: readonly Span[]): Span[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last && start <= last.end + touching) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** Maximum gap in seconds between spans that count as touching, because times in results are rounded. */
const touching = 0.001;

/** Total length; the spans must not overlap. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** Seconds that both lists cover; each list must be in order and without overlaps. */
export function overlapOf(first: readonly Span[], second: readonly Span[]): number {
  let seconds = 0;
  let index = 0;

  for (const { start, end } of first) {
    while ((second[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1;
    for (let next = index; (second[next]?.start ?? end) < end; next++) {
      const span = second[next] as Span;
      seconds += Math.min(end, span.end) - Math.max(start, span.start);
    }
  }

  return seconds;
}

/**
 * Whether the span has a moment in common with one of `spans`, which must be in order and not overlap each other.
 * Takes time that grows with the logarithm of their number.
 */
export function meetsOne({ start, end }: Span, spans: readonly Span[]): boolean {
  const next = spans[countWhile(spans, (span) => span.end < start)];
  return next !== undefined && next.start <= end;
}

/** Seconds that at least one of the spans covers. */
export const unionSeconds = (spans: readonly Span[]): number => lengthOf(unionOf(spans));
