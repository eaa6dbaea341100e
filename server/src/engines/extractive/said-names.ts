/** Reads the names that a text says: capitalised words in a row that are not only the beginning of a sentence. */
import { isKnownWord } from '../../analysis/related-words.ts';
import { emptyWords } from '../../analysis/words.ts';

export interface SaidName {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const nameWord = "(?!I(?:['’]|\\b))\\p{Lu}[\\p{L}\\p{N}'’&-]*";
const name = new RegExp(
  `(?<![\\p{L}\\p{N}'’])${nameWord}(?: (?:(?:of|de|van|von|der|la|&|and the) )?(?:${nameWord}|\\d{1,4}(?![\\p{L}\\p{N}])))*`,
  'gu',
);
const calendar =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

export function namesIn(text: string): SaidName[] {
  return [...text.matchAll(name)].flatMap((match) => {
    const trimmed = match[0].replace(/(?<![.'’-])[.'’-]+$|['’]s$/u, '');
    const words = trimmed.split(' ');
    const [first = ''] = words;
    const skipped = words.length > 1 && isCommon(first) ? first.length + 1 : 0;
    const value = trimmed.slice(skipped);
    const opens = /(?:^|[.?!]["”]?\s)$/u.test(text.slice(0, match.index)) || match.index === 0;
    const single = !value.includes(' ');
    if (
      single &&
      (isCommon(value) || calendar.test(value) || (opens && isKnownWord(value.toLowerCase())))
    )
      return [];
    if (value.length < 2) return [];

    const start = match.index + skipped;
    return [{ value, start, end: start + value.length }];
  });
}

/** Whether a word is one that says nothing by itself, such as "The" or "I'm". */
const isCommon = (word: string): boolean =>
  emptyWords('en').has(word.toLowerCase().replace(/['’].*$/s, '')) || /^I['’]?\p{L}*$/u.test(word);
