/**
 * Gives the words of a corrected line their times: words that did not change keep those they were heard with, others
 * share the time of the words that they replace.
 */
import { fold } from './words.ts';

export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence?: number | undefined;
}

interface HeardLine {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly words?: readonly TimedWord[] | undefined;
}

/**
 * How many comparisons of words the lines of a transcript may still take, together. Once they are spent, the words of a
 * line between its first and its last change are treated as replaced all together.
 */
export class ComparisonBudget {
  #left: number;

  constructor(comparisons = 4_000_000) {
    this.#left = comparisons;
  }

  /** Whether so many are left; if so, they are spent. */
  spend(comparisons: number): boolean {
    if (comparisons > Math.min(this.#left, mostComparisonsOfLine)) return false;
    this.#left -= comparisons;
    return true;
  }
}

/** A line of a thousand words that was written anew takes as many. */
const mostComparisonsOfLine = 1_000_000;

/** Words are separated by spaces; in scripts without spaces each character counts as a word. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}\p{P}]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

export const wordsIn = (text: string): string[] => text.match(wordPattern) ?? [];

/** The words of `text`, which is what was really said in the line, in order and within the time of the line. */
export function correctedWords(
  line: HeardLine,
  text: string,
  budget = new ComparisonBudget(),
): TimedWord[] {
  const originals = heardWords(line);
  const texts = wordsIn(text);
  const words: TimedWord[] = [];
  let from = 0;
  let heardFrom = 0;

  for (const [heardIndex, index] of [
    ...pairsOf(originals, texts, budget),
    [originals.length, texts.length],
  ]) {
    const before = originals[heardFrom - 1]?.end ?? line.start;
    const after = originals[heardIndex as number]?.start ?? line.end;
    const replaced = originals.slice(heardFrom, heardIndex);
    const start = replaced[0]?.start ?? before;
    const end = replaced.at(-1)?.end ?? after;
    words.push(...spread(texts.slice(from, index), start, Math.max(start, end)));

    const same = originals[heardIndex as number];
    const sameText = texts[index as number];
    if (same && sameText !== undefined) words.push({ ...same, text: sameText });
    heardFrom = (heardIndex as number) + 1;
    from = (index as number) + 1;
  }

  return words;
}

/** The words as heard, each as short as `wordsIn` makes it; with times by length if the engine gave none. */
function heardWords({ text, start, end, words }: HeardLine): TimedWord[] {
  if (!words || words.length === 0) return spread(wordsIn(text), start, end);

  return words.flatMap(({ text: wordText, start: from, end: to, confidence }) => {
    const pieces = wordsIn(wordText);
    if (pieces.length === 0) return [];
    return spread(pieces, from, Math.max(from, to)).map((piece) => ({
      ...piece,
      ...(confidence !== undefined && { confidence }),
    }));
  });
}

/** Distributes the time among the words in proportion to their length. */
function spread(texts: readonly string[], start: number, end: number): TimedWord[] {
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  let offset = 0;

  return texts.map((text) => {
    const from = start + ((end - start) * offset) / total;
    offset += text.length;
    return {
      text,
      start: milliseconds(from),
      end: milliseconds(start + ((end - start) * offset) / total),
    };
  });
}

const milliseconds = (value: number): number => Math.round(value * 1000) / 1000;

/** Indexes of the words that both have, in order: the longest common sequence. */
function pairsOf(
  originals: readonly TimedWord[],
  texts: readonly string[],
  budget: ComparisonBudget,
): [number, number][] {
  const left = originals.map(({ text }) => keyOf(text));
  const right = texts.map(keyOf);
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(left.length, right.length) - head &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  )
    tail += 1;

  const pairs: [number, number][] = Array.from({ length: head }, (_, index) => [index, index]);
  const middle = commonOf(
    left.slice(head, left.length - tail),
    right.slice(head, right.length - tail),
    budget,
  );
  for (const [a, b] of middle) pairs.push([a + head, b + head]);
  for (let back = tail; back > 0; back -= 1) pairs.push([left.length - back, right.length - back]);

  return pairs;
}

/** A word regardless of case and punctuation; a sign that stands alone is itself. */
function keyOf(text: string): string {
  const key = fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return key === '' ? text : key;
}

function commonOf(
  left: readonly string[],
  right: readonly string[],
  budget: ComparisonBudget,
): [number, number][] {
  if (left.length === 0 || right.length === 0) return [];
  if (!budget.spend(left.length * right.length)) return [];

  // lengths[i][j]: how many words the rest of `left` from i and the rest of `right` from j have in common.
  const columns = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * columns);
  const at = (i: number, j: number): number => lengths[i * columns + j] as number;
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * columns + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));

  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }

  return pairs;
}
