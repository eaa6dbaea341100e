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
  const speech = spokenStems(sentences, language);
  const likeness = sentences.map((_, index) =>
    index === 0 ? 1 : overlap(wordsBefore(speech, index), wordsAfter(speech, index)),
  );
  const before = peaksBefore(likeness);
  const after = peaksAfter(likeness);
  const depths = likeness.map((value, index) => ({
    index,
    depth: (before[index] ?? 0) + (after[index] ?? 0) - 2 * value,
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

/** For each gap, the highest likeness before it, back to where it falls again. */
function peaksBefore(likeness: readonly number[]): number[] {
  const peaks: number[] = [];
  for (const [index, value] of likeness.entries()) {
    const goesOn = index > 1 && (likeness[index - 1] ?? 0) >= value;
    peaks.push(goesOn ? (peaks[index - 1] ?? value) : value);
  }
  return peaks;
}

/** For each gap, the highest likeness after it, up to where it falls again. */
function peaksAfter(likeness: readonly number[]): number[] {
  const peaks = [...likeness];
  for (let index = likeness.length - 2; index >= 0; index -= 1) {
    const next = likeness[index + 1] ?? 0;
    if (next >= (likeness[index] ?? 0)) peaks[index] = peaks[index + 1] ?? next;
  }
  return peaks;
}

interface SpokenStems {
  /** The stems of each sentence that has any. Thousands in a row may have none, and are not searched for each gap. */
  readonly stems: readonly (readonly string[])[];
  /** For each sentence, the number of sentences with stems before it. */
  readonly countBefore: readonly number[];
}

function spokenStems(sentences: readonly TimedSentence[], language: string): SpokenStems {
  const stems: (readonly string[])[] = [];
  const countBefore = sentences.map(({ text }) => {
    const count = stems.length;
    const stemsOfSentence = contentStems(text, language);
    if (stemsOfSentence.length > 0) stems.push(stemsOfSentence);
    return count;
  });

  return { stems, countBefore };
}

function wordsBefore({ stems, countBefore }: SpokenStems, index: number): Map<string, number> {
  const words: string[] = [];
  const first = (countBefore[index] ?? 0) - 1;
  for (let place = first; place >= 0 && words.length < windowWords; place -= 1)
    words.push(...(stems[place] ?? []));
  return countsOf(words);
}

function wordsAfter({ stems, countBefore }: SpokenStems, index: number): Map<string, number> {
  const words: string[] = [];
  const first = countBefore[index] ?? 0;
  for (let place = first; place < stems.length && words.length < windowWords; place += 1)
    words.push(...(stems[place] ?? []));
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
