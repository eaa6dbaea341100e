/** Parses what a person typed into the search box. Everything except quotes, minus signs and words is ignored. */
import { apostrophes, partsAtApostrophe } from '@reelsight/contract/apostrophes';
import { isGlued, tokensOf } from '../analysis/search-tokens.ts';

/** A word, or several words that must be adjacent. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Spellings with and without an apostrophe: `don't` and `dont`. Each is one word or several adjacent ones. */
  readonly spellings: readonly (readonly string[])[];
  /** Whether the term is in quotes, so that it matches only as written, without other endings. */
  readonly quoted: boolean;
  /** Whether this is the last word typed, which may still be incomplete. */
  readonly last: boolean;
}

export interface ParsedSearch {
  readonly terms: readonly SearchTerm[];
  readonly without: readonly SearchTerm[];
  /** The text that is neither quoted nor excluded, as it was typed. */
  readonly free: string;
}

const quotes = '"“”„«»';
const part = new RegExp(
  `((?<=^|\\s)-)?(?:[${quotes}]([^${quotes}]*)[${quotes}]|([^\\s${quotes}]+))`,
  'gu',
);

export function parseSearch(text: string): ParsedSearch {
  const terms: SearchTerm[] = [];
  const without: SearchTerm[] = [];
  const free: string[] = [];

  for (const match of text.matchAll(part)) {
    const [, minus, phrase, chunk] = match;
    const quoted = phrase !== undefined;
    const last = match.index + match[0].length === text.length && !quoted;
    const list = minus === undefined ? terms : without;
    if (minus === undefined && chunk !== undefined) free.push(chunk);

    for (const words of besideEachOther(phrase ?? chunk ?? '')) {
      const spellings = chunk === undefined ? [] : otherSpellings(chunk, words);
      list.push({ words, spellings, quoted, last });
    }
  }

  return { terms: distinct(terms), without: distinct(without), free: free.join(' ') };
}

/**
 * Groups words that must be adjacent in a passage. A single character of a script without spaces becomes a group of its
 * own, because in a passage it may be part of a pair with its neighbour.
 */
function besideEachOther(text: string): string[][] {
  const { words } = tokensOf(text);
  const groups: string[][] = [[]];

  for (const { word } of words) {
    const alone = isGlued(word) && [...word].length === 1;
    if (alone) groups.push([word], []);
    else groups.at(-1)?.push(word);
  }

  return groups.filter((group) => group.length > 0);
}

const joined = new RegExp(
  `^[^\\p{L}\\p{N}]*[\\p{L}\\p{M}\\p{N}]+(?:[${apostrophes}][\\p{L}\\p{M}\\p{N}]+)+[^\\p{L}\\p{N}]*$`,
  'u',
);
const apostrophe = new RegExp(`[${apostrophes}]`, 'gu');

function otherSpellings(chunk: string, words: readonly string[]): (readonly string[])[] {
  if (joined.test(chunk)) {
    const forms = [' ', ''].map((between) => chunk.replace(apostrophe, between));
    return forms
      .map((form) => tokensOf(form).words.map(({ word }) => word))
      .filter((form) => form.join(' ') !== words.join(' '));
  }

  const [word = '', ...otherWords] = words;
  const parts = otherWords.length === 0 ? partsAtApostrophe(word) : null;

  return parts ? [parts] : [];
}

function distinct(terms: readonly SearchTerm[]): SearchTerm[] {
  const termsByKey = new Map<string, SearchTerm>();
  for (const term of terms) termsByKey.set(`${term.quoted} ${term.words.join(' ')}`, term);
  return [...termsByKey.values()];
}
