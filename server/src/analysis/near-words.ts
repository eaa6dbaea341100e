/** Finds words that are spelt or sound nearly alike, by keys that an index can look up. */
import { doubleMetaphone } from 'double-metaphone';
import { isGlued } from './search-tokens.ts';

/**
 * Spellings are compared by the first letters of each word, leaving out some of these letters in turn (as SymSpell
 * does).
 */
const prefixLetters = 7;
const longWord = 8;
const shortestNear = 4;
const shortestSound = 3;

const plain = (word: string): boolean => !isGlued(word) && !/\p{N}/u.test(word);

/** Number of letters by which two spellings of a word of this length may differ. */
export const toleranceFor = (letters: number): number =>
  letters < shortestNear ? 0 : letters < longWord ? 1 : 2;

/** Index keys for a word's spelling: if two words differ by no more than the tolerance of each, they share a key. */
export function spellingKeys(word: string): string[] {
  const letters = [...word];
  const tolerance = toleranceFor(letters.length);
  if (tolerance === 0 || !plain(word)) return [];

  const keys = new Set<string>();
  let last = [letters.slice(0, prefixLetters)];
  for (const variant of last) keys.add(variant.join(''));

  for (let round = 0; round < tolerance; round += 1) {
    last = last.flatMap((variant) => variant.map((_, index) => variant.toSpliced(index, 1)));
    for (const variant of last) keys.add(variant.join(''));
  }

  return [...keys];
}

/** Codes of possible pronunciations of a word in Latin letters. For a `name`, shorter codes are included too. */
export function soundKeys(word: string, name: boolean): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const minLength = name ? 2 : shortestSound;
  return [...new Set(doubleMetaphone(word))].filter((code) => code.length >= minLength);
}

/** Number of letters to change, add, drop or swap with the next letter; more than `maximum` counts as `maximum + 1`. */
export function spellingDistance(a: string, b: string, maximum: number): number {
  const from = [...a];
  const to = [...b];
  if (Math.abs(from.length - to.length) > maximum) return maximum + 1;

  let older: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let cost = Math.min(
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previous[j - 1] as number) + Number(!isSame),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (older[j - 2] as number) + 1);
      row.push(cost);
    }

    [older, previous] = [previous, row];
  }

  return Math.min(previous[to.length] as number, maximum + 1);
}

/** Whether two words are spelt nearly alike; the shorter one determines the tolerance. */
export function nearlySpelt(a: string, b: string): boolean {
  if (!plain(a) || !plain(b)) return false;
  const limit = toleranceFor(Math.min([...a].length, [...b].length));
  return limit > 0 && spellingDistance(a, b, limit) <= limit;
}

/**
 * Whether two words that sound alike may be the same name: names written by ear differ in more letters than typing
 * errors do, but not in most of their letters.
 */
export function nearlySounding(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  return spellingDistance(a, b, longest) <= Math.ceil(longest / 2);
}
