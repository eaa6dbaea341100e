/**
 * A text as a search index sees it: folded words with their positions, and pairs of characters in scripts without
 * spaces.
 */
import { fold } from './words.ts';

export interface SearchToken {
  readonly word: string;
  /** UTF-16 positions in the text. */
  readonly from: number;
  readonly to: number;
}

/** Scripts written without spaces, or with endings attached to names, as in Korean. */
const glued = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const gluedRun = `(?:(?=[\\p{L}\\p{M}\\p{N}])[${glued}])+`;
const spacedRun = `(?:(?![${glued}])[\\p{L}\\p{N}])(?:(?![${glued}])[\\p{L}\\p{N}\\p{M}])*`;
const run = new RegExp(`(${gluedRun})|${spacedRun}|\\p{Extended_Pictographic}`, 'gu');

/** Each letter followed by its replacement. */
const letters = new Map(
  'ßss æae œoe øo łl đd ðd þth ıi أا إا آا ٱا ىي ةه'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const foldedLetter = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu');

/** Gives words that people spell in several ways the same spelling. */
export const foldWord = (word: string): string =>
  fold(word).replace(foldedLetter, (letter) => letters.get(letter) as string);

/** Longer words are cut to this length, because they are links or noise. */
const longestWord = 64;

export interface SearchTokens {
  /** Words in order; a run of characters without spaces becomes overlapping pairs. */
  readonly words: readonly SearchToken[];
  /** The single characters of runs without spaces, unless they are among `words`. */
  readonly characters: readonly SearchToken[];
}

export function tokensOf(text: string): SearchTokens {
  const words: SearchToken[] = [];
  const characters: SearchToken[] = [];

  for (const match of text.matchAll(run)) {
    const from = match.index;

    if (match[1] === undefined) {
      const word = foldWord(match[0]).slice(0, longestWord);
      if (word !== '') words.push({ word, from, to: from + match[0].length });
      continue;
    }

    const single = [...eachCharacter(match[1], from)];
    if (single.length === 1) words.push(...single);
    else characters.push(...single);

    for (const [index, next] of single.slice(1).entries()) {
      const first = single[index] as SearchToken;
      words.push({ word: first.word + next.word, from: first.from, to: next.to });
    }
  }

  return { words, characters };
}

/**
 * Yields characters with the marks that belong to them, including half-width voicing marks, which mean nothing alone.
 */
function* eachCharacter(text: string, offset: number): Generator<SearchToken> {
  for (const match of text.matchAll(/[^\p{M}][\p{M}\uff9e\uff9f]*|\p{M}+/gu)) {
    const from = offset + match.index;
    const word = foldWord(match[0]);
    if (word !== '') yield { word, from, to: from + match[0].length };
  }
}

const startsGlued = new RegExp(`^(?=[\\p{L}\\p{M}\\p{N}])[${glued}]`, 'u');

/**
 * Whether a word is one or two characters of a script without spaces: such words have no endings or variant spellings.
 */
export const isGlued = (word: string): boolean => startsGlued.test(word);
