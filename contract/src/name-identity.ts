/** When two names are one, the same in the service, its files and the console. Stands alone. */

/**
 * How names are compared, stored beside keys that were made of them. Raise it whenever a key changes: what holds an
 * older number is made again.
 */
export const nameRule = 2;

/**
 * In these scripts a mark may be left out and the word stays the same: accents (Latin, Greek, Cyrillic), vowel points
 * (Hebrew), harakat (Arabic, Syriac); Unicode Standard 7.1 to 7.4, 9.1 to 9.3. `Common` are digits and signs. Everywhere
 * else a mark is part of the word, as vowels and tones of Thai, vowel signs, nukta and virama of Indic scripts, or the
 * voicing of kana; 12, 16 and 18.4.
 */
const plainLetter =
  '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Common}]';
const markedLetters = new RegExp(`(${plainLetter})(\\p{M}+)`, 'gu');
/** Madda and hamza: with them an Arabic letter is another one. */
const optionalMarks = /[^\u0653-\u0655\u065f]/gu;

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Tatweel only stretches a word. */
const stretch = '\u0640';
/** A tone typed after the ring of Thai and Lao am looks the same as before it, where it belongs. */
const toneWithinAm = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;

/** One spelling for what differs only in case, width, composition, optional marks or apostrophes. */
export function fold(text: string): string {
  return (
    text
      // The signs of voicing that take a place of their own belong to the kana before them.
      .replaceAll('\u309b', '\u3099')
      .replaceAll('\u309c', '\u309a')
      .normalize('NFKD')
      .replace(invisible, '')
      .replace(
        markedLetters,
        (_, letter: string, marks: string) => letter + marks.replace(optionalMarks, ''),
      )
      .replaceAll(stretch, '')
      .replace(toneWithinAm, '$2$1')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('’', "'")
  );
}

/** What belongs to the character before it, some of which Unicode counts as letters: half-width voicing, am, jamo. */
const attached = '[\\p{M}\\uff9e\\uff9f\\u309b\\u309c\\u0e33\\u0eb3\\u1160-\\u11ff]';

const markedCharacters = new RegExp(`[^](?:[\\u200c\\u200d]?${attached})*`, 'gu');

const letterOrDigit = /^[\p{L}\p{M}\p{N}]/u;
const isAscii = (character: string): boolean => character.length === 1 && character < '\u0080';

/** What one character with its marks is compared by: folded; empty if it is neither letter nor digit. */
export function lettersOf(character: string): string {
  if (!letterOrDigit.test(character)) return '';
  // Most characters of most texts, of which thousands are compared with thousands of names.
  if (isAscii(character)) return character.toLowerCase();
  return fold(character)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ς', 'σ');
}

/** The characters of a text, each with its marks. */
export const charactersOf = (text: string): string[] => text.match(markedCharacters) ?? [];

/** The letters and digits of a text alone. */
export const keyOf = (text: string): string => charactersOf(text).map(lettersOf).join('');

/** Names with one identity are one name: by their key, or as they are if they have no letter or digit (emoji). */
export const identityOf = (name: string): string => keyOf(name) || name.trim();
