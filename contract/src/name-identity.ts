/** Decides when two names count as one, the same in the service, its files and the console. */
import { withFewMarks } from './few-marks.ts';

/**
 * Version of the comparison of names, stored with the keys computed from them. Raise it whenever a key changes: keys
 * with an older number are computed again.
 */
export const nameRule = 2;

/**
 * In these scripts a word stays the same without its marks: accents (Latin, Greek, Cyrillic), vowel points (Hebrew),
 * harakat (Arabic, Syriac); Unicode Standard 7.1 to 7.4, 9.1 to 9.3. `Common` covers digits and signs. In all other
 * scripts a mark is part of the word, such as vowels and tones of Thai, vowel signs, nukta and virama of Indic scripts,
 * or the voicing of kana; Unicode Standard 12, 16 and 18.4.
 */
const plainLetter =
  '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Common}]';
const markedLetters = new RegExp(`(${plainLetter})(\\p{M}+)`, 'gu');
/** Madda and hamza are not optional, because they make an Arabic letter a different one. */
const optionalMarks = /[^\u0653-\u0655\u065f]/gu;

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Tatweel only stretches a word, so it is ignored. */
const stretch = '\u0640';
/** In Thai and Lao, a tone mark belongs before the ring of am, but looks the same if it is typed after the ring. */
const toneWithinAm = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;

/** One spelling for texts that differ only in case, width, composition, optional marks or apostrophes. */
export function fold(text: string): string {
  const decomposed = withFewMarks(text)
    // Voicing marks that are separate characters belong to the kana before them.
    .replaceAll('\u309b', '\u3099')
    .replaceAll('\u309c', '\u309a')
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(
      markedLetters,
      (_, letter: string, marks: string) => letter + marks.replace(optionalMarks, ''),
    )
    .replaceAll(stretch, '')
    .replace(toneWithinAm, '$2$1');

  // Marks that something invisible kept apart are one run now.
  return withFewMarks(decomposed).normalize('NFC').toLowerCase().replaceAll('’', "'");
}

/**
 * Characters that belong to the one before them: marks, and some characters that Unicode does not count as marks, such
 * as half-width voicing, am and jamo.
 */
const attached = '[\\p{M}\\uff9e\\uff9f\\u309b\\u309c\\u0e33\\u0eb3\\u1160-\\u11ff]';

const markedCharacters = new RegExp(`[^](?:[\\u200c\\u200d]?${attached})*`, 'gu');

const letterOrDigit = /^[\p{L}\p{M}\p{N}]/u;
const isAscii = (character: string): boolean => character.length === 1 && character < '\u0080';

/** The form in which one character with its marks is compared: folded; empty if it is neither letter nor digit. */
export function lettersOf(character: string): string {
  if (!letterOrDigit.test(character)) return '';
  // A shortcut for most characters of most texts, because thousands of texts are compared with
  // thousands of names.
  if (isAscii(character)) return character.toLowerCase();
  return fold(character)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ς', 'σ');
}

/** The characters of a text, each with its marks. */
export const charactersOf = (text: string): string[] => text.match(markedCharacters) ?? [];

/** Only the letters and digits of a text. */
export const keyOf = (text: string): string => charactersOf(text).map(lettersOf).join('');

/**
 * Names with the same identity count as the same name. The identity is the key of the name, or the name itself if it
 * has no letter or digit (emoji).
 */
export const identityOf = (name: string): string => keyOf(name) || name.trim();
