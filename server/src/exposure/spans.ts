/** Stretches of time, and what they come to. */
import type { BrandResult } from '@reelsight/contract';

/** Seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Seconds as the API gives them. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Their union, in order; what only touches becomes one. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const last = union.at(-1);
    if (last && start <= last.end + touching) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** Seconds: times in results are rounded. */
const touching = 0.001;

/** Of spans that do not overlap. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** Seconds in both; each list in order and without overlaps. */
export function overlapOf(some: readonly Span[], others: readonly Span[]): number {
  let seconds = 0;
  let at = 0;
  for (const { start, end } of some) {
    while ((others[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    for (let next = at; (others[next]?.start ?? end) < end; next++) {
      const other = others[next] as Span;
      seconds += Math.min(end, other.end) - Math.max(start, other.start);
    }
  }
  return seconds;
}

/** What counts of an appearance. */
export type Appearance = Pick<
  BrandResult['appearances'][number],
  | 'timestamp'
  | 'timestamp_start'
  | 'timestamp_end'
  | 'confidence'
  | 'source'
  | 'surface'
  | 'frame_url'
  | 'bounding_box'
> & {
  readonly corrected?: true | undefined;
  /** Of what is said. */
  readonly said?: Span;
};

/** A brand of results, or of what is kept of them. */
export interface Shown {
  readonly confidence: number;
  readonly appearances: readonly Appearance[];
}

/** The spans of one appearance or none: what is only heard is not seen. */
export function spanOf({ source, ...one }: Appearance): Span | undefined {
  const { timestamp, timestamp_start: start = timestamp, timestamp_end: end = start } = one;
  return source === 'visual' && end > start ? { start, end } : undefined;
}

/** The appearances that count: without a confidence of their own they have the brand's. */
export const countedAppearances = (
  { appearances, confidence }: Shown,
  minConfidence: number,
): Appearance[] => appearances.filter((one) => (one.confidence ?? confidence) >= minConfidence);

/** When a brand is on screen: the union of its appearances. Every page and file counts its seconds by this. */
export function brandSpans(brand: Shown, minConfidence = 0): Span[] {
  return unionOf(
    countedAppearances(brand, minConfidence)
      .map(spanOf)
      .filter((span) => span !== undefined),
  );
}
