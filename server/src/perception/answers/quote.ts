/** Finds a quote in a source: the same words in the same order, regardless of case and punctuation. */

/** A range of offsets into the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Quotes with fewer letters and digits than this occur nearly everywhere, so they prove nothing. */
const minLetters = 3;

/**
 * Finds the first occurrence of `quote` in `source` that consists of whole words (anywhere in scripts without spaces);
 * null if there is none. `source` must be in Unicode form C.
 */
export function findSpan(quote: string, source: string): Span | null {
  const plainQuote = plain(quote.normalize('NFC')).text;
  const { text, offsets } = plain(source);
  const letters = Array.from(plainQuote.replaceAll(' ', '')).length;
  // A shorter quote is accepted if it is the whole source, such as a view count or "5G" on a sign.
  if (letters === 0 || (letters < minLetters && plainQuote !== text)) return null;

  for (
    let index = text.indexOf(plainQuote);
    index >= 0;
    index = text.indexOf(plainQuote, index + 1)
  ) {
    const endIndex = index + plainQuote.length;
    if (joinsWords(text, index) || joinsWords(text, endIndex)) continue;

    const last = offsets[endIndex - 1];
    const start = offsets[index];
    if (start !== undefined && last !== undefined) {
      return { start, end: last + String.fromCodePoint(source.codePointAt(last) ?? 0).length };
    }
  }

  return null;
}

interface Plain {
  /** Lower-case letters, marks and digits, with one space between words. */
  readonly text: string;
  /** For each UTF-16 unit of `text`, the offset at which its character begins in the source. */
  readonly offsets: readonly number[];
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;
/** Characters to ignore: apostrophes, because they belong inside words, and invisible characters. */
const dropped = /['’ʼ\p{Cf}]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function plain(source: string): Plain {
  let text = '';
  const offsets: number[] = [];
  let offset = 0;
  let gap = false;

  for (const char of source) {
    if (wordCharacter.test(char)) {
      // A space next to a script without spaces is layout, not a word boundary.
      if (gap && text !== '' && !unspaced.test(char) && !unspaced.test(lastChar(text))) {
        text += ' ';
        offsets.push(offset);
      }

      gap = false;
      const letters = char.normalize('NFKC').toLowerCase();
      text += letters;
      for (let i = 0; i < letters.length; i += 1) offsets.push(offset);
    } else if (!dropped.test(char)) {
      gap = true;
    }
    offset += char.length;
  }

  return { text, offsets };
}

const lastChar = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';

/** True if cutting `text` at `index` would cut a word. */
function joinsWords(text: string, index: number): boolean {
  const previousChar = lastChar(text.slice(Math.max(0, index - 2), index));
  const nextChar = Array.from(text.slice(index, index + 2))[0] ?? '';
  if (previousChar === '' || nextChar === '' || previousChar === ' ' || nextChar === ' ')
    return false;
  return !unspaced.test(previousChar) && !unspaced.test(nextChar);
}
