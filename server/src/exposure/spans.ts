/** When brands are on screen. */

import type { BrandResult } from '@reelsight/contract';
import { type Span, unionOf } from '../analysis/spans.ts';

export { lengthOf, overlapOf, type Span, unionOf } from '../analysis/spans.ts';

/** Seconds as the API gives them. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 100) / 100;

export type Appearance = BrandResult['appearances'][number];

/** The spans of one appearance or none: what is only heard is not seen. */
export function spanOf({ source, ...one }: Appearance): Span | undefined {
  const { timestamp, timestamp_start: start = timestamp, timestamp_end: end = start } = one;
  return source === 'visual' && end > start ? { start, end } : undefined;
}

/** The appearances that count: without a confidence of their own they have the brand's. */
export const countedAppearances = (
  { appearances, confidence }: Pick<BrandResult, 'appearances' | 'confidence'>,
  minConfidence: number,
): Appearance[] => appearances.filter((one) => (one.confidence ?? confidence) >= minConfidence);

/** When a brand is on screen: the union of its appearances. Every page and file counts its seconds by this. */
export function brandSpans(
  brand: Pick<BrandResult, 'appearances' | 'confidence'>,
  minConfidence = 0,
): Span[] {
  return unionOf(
    countedAppearances(brand, minConfidence)
      .map(spanOf)
      .filter((span) => span !== undefined),
  );
}
