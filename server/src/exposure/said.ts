/** How often a brand is said, and for how long while it is in view. */
import type { BrandResult, TranscriptionResult } from '@reelsight/contract';
import { countUpTo } from '../analysis/ordered.ts';
import { overlapOf, type Span, unionOf } from '../analysis/spans.ts';
import { countedAppearances, type Shown } from './spans.ts';

export interface Said {
  readonly times: number;
  readonly overlapping: number;
}

/** Seconds a name takes where the words have no times. */
const usualSeconds = 0.5;
/** Seconds between a word of the transcript and the mention of it. */
const near = 0.05;

/** For each appearance that is said, when the name is, by the words of the transcript. */
export function saidSpans(
  { name, appearances }: Pick<BrandResult, 'name' | 'appearances'>,
  transcription: TranscriptionResult | undefined,
): (Span | undefined)[] {
  if (!appearances.some(({ source }) => source === 'audio')) return [];
  const words = (transcription?.segments ?? []).flatMap((segment) => segment.words ?? []);
  const starts = words.map(({ start }) => start);
  const count = name.trim().split(/\s+/).length;
  return appearances.map(({ source, timestamp: start }) => {
    if (source !== 'audio') return undefined;
    const at = countUpTo(starts, start - near);
    const first = words[at];
    if (!first || first.start > start + near) return { start, end: start + usualSeconds };
    const last = words[Math.min(words.length, at + count) - 1] ?? first;
    return { start, end: Math.min(last.end, start + count) };
  });
}

export function saidOf(brand: Shown, minConfidence: number, seen: readonly Span[]): Said {
  const said = countedAppearances(brand, minConfidence).filter(({ source }) => source === 'audio');
  if (said.length === 0 || seen.length === 0) return { times: said.length, overlapping: 0 };
  const spans = said.flatMap((one) => one.said ?? []);
  return { times: said.length, overlapping: overlapOf(unionOf(spans), seen) };
}
