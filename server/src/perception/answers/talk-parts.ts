/**
 * Divides a talk into parts where its words change: between two sentences the words before and after are compared, and
 * the talk is divided where they have least in common (TextTiling, Hearst 1997).
 */
import { contentStems } from '../../analysis/words.ts';

export interface TimedSentence {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Indices of the first and the last sentence of a part. */
export interface TalkPart {
  readonly first: number;
  readonly last: number;
}

/** Words that are compared on each side of a gap. */
const windowWords = 120;
/** Length of a part in seconds: seldom less, and on average about twice as much. */
const shortestSeconds = 60;
const usualSeconds = 240;
const mostParts = 30;

export function talkParts(sentences: readonly TimedSentence[], language: string): TalkPart[] {
  const [opening] = sentences;
  const closing = sentences.at(-1);
  if (!opening || !closing) return [];

  const length = closing.end - opening.start;
  const limit = Math.min(mostParts, Math.floor(length / usualSeconds));
  const gaps = deepestGaps(sentences, language, limit);
  const firsts = [0, ...gaps];

  return firsts.map((first, part) => ({
    first,
    last: (firsts[part + 1] ?? sentences.length) - 1,
  }));
}

/** Indices of the sentences with which a new part begins, in order, at most `limit`. */
function deepestGaps(
  sentences: readonly TimedSentence[],
  language: string,
  limit: number,
): number[] {
  const stems = sentences.map(({ text }) => contentStems(text, language));
  const likeness = sentences.map((_, index) =>
    index === 0 ? 1 : overlap(wordsBefore(stems, index), wordsAfter(stems, index)),
  );
  const depths = likeness.map((value, index) => ({
    index,
    depth: peak(likeness, index, -1) + peak(likeness, index, 1) - 2 * value,
  }));
  const chosen: number[] = [];

  for (const { index, depth } of depths.sort((a, b) => b.depth - a.depth)) {
    if (chosen.length >= limit || depth <= 0) break;
    const start = sentences[index]?.start ?? 0;
    const edges = [0, ...chosen].map((boundary) => sentences[boundary]?.start ?? 0);
    const end = sentences.at(-1)?.end ?? 0;
    const isApart = edges.every((edge) => Math.abs(edge - start) >= shortestSeconds);
    if (isApart && end - start >= shortestSeconds) chosen.push(index);
  }

  return chosen.sort((a, b) => a - b);
}

/** The highest likeness on one side of a gap, up to where it falls again. */
function peak(likeness: readonly number[], index: number, step: -1 | 1): number {
  let highest = likeness[index] ?? 0;
  for (let at = index + step; at > 0 && at < likeness.length; at += step) {
    const value = likeness[at] ?? 0;
    if (value < highest) break;
    highest = value;
  }
  return highest;
}

function wordsBefore(stems: readonly (readonly string[])[], index: number): Map<string, number> {
  const words: string[] = [];
  for (let at = index - 1; at >= 0 && words.length < windowWords; at -= 1)
    words.push(...(stems[at] ?? []));
  return countsOf(words);
}

function wordsAfter(stems: readonly (readonly string[])[], index: number): Map<string, number> {
  const words: string[] = [];
  for (let at = index; at < stems.length && words.length < windowWords; at += 1)
    words.push(...(stems[at] ?? []));
  return countsOf(words);
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words.slice(0, windowWords)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The cosine of two counts of words. */
function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, count] of a) shared += count * (b.get(word) ?? 0);
  const size = (counts: ReadonlyMap<string, number>) =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return shared === 0 ? 0 : shared / (size(a) * size(b));
}
