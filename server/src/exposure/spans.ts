/** When brands are on screen. */
import type { BrandResult } from '@reelsight/contract';
import { type Span, unionOf } from '../analysis/spans.ts';

/** Seconds rounded as in the API. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 100) / 100;

/** The fields of an appearance that exposure uses. */
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
  /** Added by hand: no engine found it. */
  readonly added?: true;
  /** When the name is said. */
  readonly said?: Span;
};

/** A brand from results, or from their stored form. */
export interface Shown {
  readonly confidence: number;
  readonly appearances: readonly Appearance[];
}

/** When an appearance is on screen; undefined if the brand is only heard. */
export function spanOf({ source, ...appearance }: Appearance): Span | undefined {
  const { timestamp, timestamp_start: start = timestamp, timestamp_end: end = start } = appearance;
  return source === 'visual' && end > start ? { start, end } : undefined;
}

/** The appearances with enough confidence; an appearance without its own confidence has that of the brand. */
export const countedAppearances = (
  { appearances, confidence }: Shown,
  minConfidence: number,
): Appearance[] =>
  appearances.filter((appearance) => (appearance.confidence ?? confidence) >= minConfidence);

/** When a brand is on screen: the union of its appearances. All pages and files count its seconds this way. */
export function brandSpans(brand: Shown, minConfidence = 0): Span[] {
  return unionOf(
    countedAppearances(brand, minConfidence)
      .map(spanOf)
      .filter((span) => span !== undefined),
  );
}
