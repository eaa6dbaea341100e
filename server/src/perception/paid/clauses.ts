/** Divides a transcript into clauses with their times, and finds what is said word for word more than once. */
import type { SpokenSegment, Word } from '../../engines/speech.ts';

export interface Clause {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly wordCount: number;
  /** Whether another person speaks than in the clause before; false if speakers are not told apart. */
  readonly changesSpeaker: boolean;
  /** Share of its words that belong to a passage which is said again much earlier or later, 0 to 1. */
  readonly repeatedShare: number;
}

/** A clause ends with a sentence of at least this many words, at a pause or change of speaker, or after `mostWords`. */
const leastWords = 4;
const mostWords = 24;
const pauseSeconds = 1.2;
/** A word that is longer is cut: nobody says it, and patterns would be slow on it. */
const mostWordCharacters = 40;
/** A passage is repeated if this many words in a row are said again, at least so many seconds away. */
const repeatedWords = 6;
const farSeconds = 120;
/** Maximum number of places that are remembered of one passage: what is said more often is a figure of speech. */
const mostPlaces = 50;

interface SpokenWord extends Word, Pick<SpokenSegment, 'speaker'> {}

export function clausesOf(segments: readonly SpokenSegment[]): Clause[] {
  const groups = wordGroups(segments.flatMap(spokenWords));
  const clauses = groups.map((words, index) => ({
    text: textOf(words),
    start: (words[0] as SpokenWord).start,
    end: (words.at(-1) as SpokenWord).end,
    wordCount: words.length,
    changesSpeaker: isOtherSpeaker(groups[index - 1]?.[0], words[0]),
  }));
  const shares = repeatedShares(clauses);
  return clauses.map((clause, index) => ({ ...clause, repeatedShare: shares[index] as number }));
}

const isOtherSpeaker = (before: SpokenWord | undefined, word: SpokenWord | undefined): boolean =>
  before?.speaker !== undefined && word?.speaker !== undefined && before.speaker !== word.speaker;

const spokenWords = (segment: SpokenSegment): SpokenWord[] =>
  wordsWithTimes(segment).map((word) =>
    segment.speaker === undefined ? word : { ...word, speaker: segment.speaker },
  );

/** Without word times, a steady pace is assumed. */
function wordsWithTimes({ start, end, text, words = [] }: SpokenSegment): readonly Word[] {
  if (words.length > 0) return words;
  const texts = text.split(/\s+/u).filter(Boolean);
  const pace = (end - start) / Math.max(1, texts.length);
  return texts.map((word, index) => ({
    text: word,
    start: start + index * pace,
    end: start + (index + 1) * pace,
  }));
}

function wordGroups(words: readonly SpokenWord[]): SpokenWord[][] {
  const groups: SpokenWord[][] = [];
  let group: SpokenWord[] = [];

  for (const word of words) {
    const last = group.at(-1);
    const isOver =
      last &&
      (word.start - last.end > pauseSeconds ||
        isOtherSpeaker(last, word) ||
        group.length >= mostWords ||
        (group.length >= leastWords && /[.?!]["”’)]?$/u.test(last.text)));
    if (isOver) {
      groups.push(group);
      group = [];
    }
    group.push(word);
  }

  if (group.length > 0) groups.push(group);
  return groups;
}

/** Some recognisers write ".com" and the parts of "all-in-one" as words of their own; these are put together. */
const textOf = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text.trim().slice(0, mostWordCharacters))
    .join(' ')
    .replace(/ (?=\.\p{L}{2,5}(?!\p{L}))/gu, '')
    .replace(/ -(?=\p{L})/gu, '-');

function repeatedShares(clauses: readonly Omit<Clause, 'repeatedShare'>[]): number[] {
  const words = clauses.flatMap(({ text, start }, clause) =>
    (text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).map((word) => ({ word, start, clause })),
  );
  const places = new Map<string, number[]>();
  for (let first = 0; first + repeatedWords <= words.length; first += 1) {
    const passage = words.slice(first, first + repeatedWords).map(({ word }) => word);
    const key = passage.join(' ');
    places.set(key, [...(places.get(key) ?? []).slice(-mostPlaces), first]);
  }

  const isRepeated = new Uint8Array(words.length);
  for (const [first, ...later] of places.values()) {
    const last = later.at(-1);
    if (first === undefined || last === undefined) continue;
    const timeOf = (place: number) => (words[place] as { start: number }).start;
    const isFar = timeOf(last) - timeOf(first) > farSeconds;
    if (!isFar) continue;
    for (const place of [first, ...later]) isRepeated.fill(1, place, place + repeatedWords);
  }

  const counts = clauses.map(() => ({ words: 0, repeated: 0 }));
  for (const [index, { clause }] of words.entries()) {
    const count = counts[clause] as { words: number; repeated: number };
    count.words += 1;
    count.repeated += isRepeated[index] as number;
  }
  return counts.map(({ words: total, repeated }) => repeated / Math.max(1, total));
}
