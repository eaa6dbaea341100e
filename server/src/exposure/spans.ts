/** When brands are on screen. */
import type { BrandResult } from '@reelsight/contract';
import { type Span, unionOf } from '../analysis/spans.ts';

/** Seconds as the API gives them. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 100) / 100;

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
  /** By hand: no engine found it. */
  readonly added?: true;
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
): Appearance[] =>
  appearances.filter((appearance) => (appearance.confidence ?? confidence) >= minConfidence);

/** When a brand is on screen: the union of its appearances. Every page and file counts its seconds by this. */
export function brandSpans(brand: Shown, minConfidence = 0): Span[] {
  return unionOf(
    countedAppearances(brand, minConfidence)
      .map(spanOf)
      .filter((span) => span !== undefined),
  );
}
