/** How often a brand is said, and for how many seconds it is said and seen at the same time. */
import type { BrandResult, TranscriptionResult } from '@reelsight/contract';
import { countUpTo } from '../analysis/ordered.ts';
import { overlapOf, type Span, unionOf } from '../analysis/spans.ts';
import { countedAppearances, type Shown } from './spans.ts';

export interface Said {
  readonly times: number;
  readonly overlapping: number;
}

/** Assumed length of a spoken name, in seconds, if the words have no times. */
const usualSeconds = 0.5;
/** Maximum seconds between the start of a word in the transcript and the start of the mention it belongs to. */
const toleranceSeconds = 0.05;

/**
 * For each appearance, when the name is said, from the words of the transcript; undefined if the brand is only seen.
 * The list is empty if no appearance is said.
 */
export function saidSpans(
  { name, appearances }: Pick<BrandResult, 'name' | 'appearances'>,
  transcription: TranscriptionResult | undefined,
): (Span | undefined)[] {
  if (!appearances.some(({ source }) => source === 'audio')) return [];

  // Two people may speak at once, so a word is only followed by words of its own segment.
  const spokenWords = (transcription?.segments ?? [])
    .flatMap(({ words = [] }) =>
      words.map((word, index) => ({ start: word.start, words, at: index })),
    )
    .sort((a, b) => a.start - b.start);
  const starts = spokenWords.map(({ start }) => start);
  const count = name.trim().split(/\s+/).length;

  return appearances.map(({ source, timestamp: start }) => {
    if (source !== 'audio') return undefined;
    const first = spokenWords[countUpTo(starts, start - toleranceSeconds)];
    if (!first || first.start > start + toleranceSeconds)
      return { start, end: start + usualSeconds };
    const { words, at: wordIndex } = first;
    const end = words[Math.min(words.length, wordIndex + count) - 1]?.end ?? start;
    return { start, end: Math.min(end, start + count) };
  });
}

export function saidOf(brand: Shown, minConfidence: number, visibleSpans: readonly Span[]): Said {
  const mentions = countedAppearances(brand, minConfidence).filter(
    ({ source }) => source === 'audio',
  );
  if (mentions.length === 0 || visibleSpans.length === 0)
    return { times: mentions.length, overlapping: 0 };
  const spans = mentions.flatMap((mention) => mention.said ?? []);
  return { times: mentions.length, overlapping: overlapOf(unionOf(spans), visibleSpans) };
}
