/** How often a brand is said, and for how long while it is in view. */
import type { BrandResult, TranscriptionResult } from '@reelsight/contract';
import { placeAfter } from './linked.ts';
import { countedAppearances, overlapOf, type Span, unionOf } from './spans.ts';

export interface Said {
  readonly times: number;
  readonly overlapping: number;
}

/** Seconds a name takes where the words have no times. */
const usualSeconds = 0.5;
/** Seconds between a word of the transcript and the mention of it. */
const near = 0.05;

export function saidOf(
  brand: BrandResult,
  minConfidence: number,
  seen: readonly Span[],
  transcription: TranscriptionResult | undefined,
): Said {
  const said = countedAppearances(brand, minConfidence).filter(({ source }) => source === 'audio');
  if (said.length === 0 || seen.length === 0) return { times: said.length, overlapping: 0 };
  const words = (transcription?.segments ?? []).flatMap((segment) => segment.words ?? []);
  const starts = words.map(({ start }) => start);
  const count = brand.name.trim().split(/\s+/).length;
  const spans = said.map(({ timestamp: start }): Span => {
    const at = placeAfter(starts, start - near);
    const first = words[at];
    if (!first || first.start > start + near) return { start, end: start + usualSeconds };
    const last = words[Math.min(words.length, at + count) - 1] ?? first;
    return { start, end: Math.min(last.end, start + count) };
  });
  return { times: said.length, overlapping: overlapOf(unionOf(spans), seen) };
}
