/**
 * Gives a length to words that a recogniser placed at a single moment: two tokens of one frame, or a word after the end
 * of the speech. These words take the gap around them or, if there is none, a share of their neighbours' time. Pure.
 */
import type { TimeSpan } from './engine.ts';

interface Spoken extends TimeSpan {
  readonly text: string;
}

/** Minimum time to say a word, in milliseconds; a shorter word counts as a word without a length. */
const leastMs = 20;
/** Milliseconds per letter: fast speech has up to 15 letters a second. */
const letterMs = 70;

/**
 * `words`: ordered by start, in whole milliseconds, inside `span`. Returns the same number of words in the same order,
 * each with its start before its end; returns none if the span has less than a millisecond for each.
 */
export function withLengths<T extends Spoken>(words: readonly T[], span: TimeSpan): T[] {
  const { start, end } = millisecondsInside(span);
  if (end - start < words.length) return [];

  const timed: T[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] as T;
    if (lengthMs(word) >= leastMs) {
      timed.push(word);
      index++;
      continue;
    }

    const last = endOfRun(words, index);
    const run = words.slice(index, last);
    const previous = timed.at(-1);
    const following = words[last];
    const gap = {
      start: previous ? milliseconds(previous.end) : start,
      end: following ? milliseconds(following.start) : end,
    };
    index = last;

    if (gap.end - gap.start >= leastMs * run.length) timed.push(...inGap(run, gap));
    else {
      // Adds the neighbours to the run, so that their time is divided among all of them.
      if (previous) run.unshift(timed.pop() as T);

      if (following) {
        run.push(following);
        index++;
      }

      const from = previous ? milliseconds(previous.start) : start;
      const to = Math.max(gap.end, ...run.map((runWord) => milliseconds(runWord.end)));
      // Words may overlap, so the run must end before the next word begins.
      const next = words[index];
      const limit = next ? Math.min(end, milliseconds(next.start)) : end;
      timed.push(...divided(run, from, Math.min(to, limit)));
    }
  }

  const isOrdered = timed.every(
    (word, index) => lengthMs(word) > 0 && word.start >= (timed[index - 1]?.start ?? 0),
  );

  return isOrdered ? timed : divided(words, start, end);
}

/** The whole milliseconds inside a span, corrected for rounding errors of the multiplication. */
function millisecondsInside(span: TimeSpan): TimeSpan {
  let start = milliseconds(span.start);
  let end = milliseconds(span.end);
  if (start / 1000 < span.start) start += 1;
  if (end / 1000 > span.end) end -= 1;
  return { start, end };
}

function endOfRun(words: readonly Spoken[], from: number): number {
  let index = from;
  while (index < words.length && lengthMs(words[index] as Spoken) < leastMs) index++;
  return index;
}

/** Gives the words the time it takes to say them, as close as possible to where they were heard. */
function inGap<T extends Spoken>(run: readonly T[], gap: TimeSpan): T[] {
  const letters = run.reduce((sum, { text }) => sum + text.length, 0);
  const spokenMs = Math.max(leastMs * run.length, letterMs * letters);
  const first = milliseconds(run[0]?.start ?? 0);
  const from = Math.max(gap.start, Math.min(first, gap.end - spokenMs));

  return divided(run, from, Math.min(gap.end, from + spokenMs));
}

/** Maximum number of letters of a word that count, so that a very long word leaves time for a short neighbour. */
const mostLetters = 12;
const weightOf = ({ text }: Spoken): number => 1 + Math.min(text.length, mostLetters);

function divided<T extends Spoken>(words: readonly T[], from: number, to: number): T[] {
  const totalWeight = words.reduce((sum, word) => sum + weightOf(word), 0);
  // Each word has a millisecond of its own, so that rounding can't take its whole time.
  const shared = to - from - words.length;
  let weight = 0;

  return words.map((word, index) => {
    const start = from + index + Math.round((shared * weight) / totalWeight);
    weight += weightOf(word);
    const end = from + index + 1 + Math.round((shared * weight) / totalWeight);
    return { ...word, start: start / 1000, end: end / 1000 };
  });
}

const milliseconds = (seconds: number): number => Math.round(1000 * seconds);
const lengthMs = ({ start, end }: TimeSpan): number => milliseconds(end) - milliseconds(start);
