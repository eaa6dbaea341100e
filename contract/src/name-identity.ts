/** Decides when two names count as the same, in the service, its files and the console alike. */
import { withFewMarks } from './few-marks.ts';

/**
 * Version of the rules for comparing names, stored with the keys computed by them. Raise it whenever a key changes:
 * keys with an older version are computed again.
 */
export const nameRule = 2;

/**
 * Letters of scripts in which a word stays the same without its marks: accents (Latin, Greek, Cyrillic), vowel points
 * (Hebrew), harakat (Arabic, Syriac); Unicode Standard 7.1 to 7.4, 9.1 to 9.3. `Common` covers digits and signs. In all
 * other scripts a mark is part of the word: vowels and tones in Thai, vowel signs, nukta and virama in Indic scripts,
 * the voicing of kana (Unicode Standard 12, 16 and 18.4).
 */
const plainLetter =
  '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Common}]';
const markedLetters = new RegExp(`(${plainLetter})(\\p{M}+)`, 'gu');
/** All marks except madda and hamza, which make an Arabic letter a different letter. */
const optionalMarks = /[^\u0653-\u0655\u065f]/gu;

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Tatweel is ignored, because it only stretches a word. */
const stretch = '\u0640';
/** A Thai or Lao tone mark typed after the ring of the vowel am. It belongs before the ring, but looks the same. */
const toneWithinAm = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;

/** Gives texts that differ only in case, width, composition, optional marks or apostrophes the same spelling. */
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

  // Limited once more, because runs of marks that an invisible character separated are now one run.
  return withFewMarks(decomposed).normalize('NFC').toLowerCase().replaceAll('’', "'");
}

/**
 * Characters that belong to the preceding character: marks, and some characters that Unicode does not count as marks,
 * such as half-width voicing, am and jamo.
 */
const attached = '[\\p{M}\\uff9e\\uff9f\\u309b\\u309c\\u0e33\\u0eb3\\u1160-\\u11ff]';

const markedCharacters = new RegExp(`[^](?:[\\u200c\\u200d]?${attached})*`, 'gu');

const letterOrDigit = /^[\p{L}\p{M}\p{N}]/u;
const isAscii = (character: string): boolean => character.length === 1 && character < '\u0080';

/** How many characters, and of which length, are remembered with their letters. */
const remembered = { characters: 20_000, length: 8 };
const rememberedLetters = new Map<string, string>();

/** A character with its marks, folded for comparison; empty if it is neither letter nor digit. */
export function lettersOf(character: string): string {
  // A shortcut that covers most characters, because thousands of texts are compared with thousands of names.
  if (isAscii(character)) return letterOrDigit.test(character) ? character.toLowerCase() : '';

  // Folding takes microseconds, which add up to a second in hundreds of long names.
  const cachedLetters = rememberedLetters.get(character);
  if (cachedLetters !== undefined) return cachedLetters;

  const letters = letterOrDigit.test(character)
    ? fold(character)
        .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
        .replaceAll('ς', 'σ')
    : '';
  if (character.length <= remembered.length) {
    if (rememberedLetters.size >= remembered.characters) rememberedLetters.clear();
    rememberedLetters.set(character, letters);
  }
  return letters;
}

/** The characters of a text, each with its marks. */
export const charactersOf = (text: string): string[] => text.match(markedCharacters) ?? [];

/** Reduces a text to its letters and digits, folded for comparison. */
export const keyOf = (text: string): string => charactersOf(text).map(lettersOf).join('');

/** The first `length` characters of `identityOf(name)`; reads no more of the name than they take. */
export function identityStart(name: string, length: number): string {
  let key = '';
  for (const [character] of name.matchAll(markedCharacters)) {
    key += lettersOf(character);
    if (key.length >= length) break;
  }
  return (key || name.trim()).slice(0, length);
}

/**
 * Names with the same identity count as the same name. The identity is the key of the name, or the name itself if it
 * contains no letter or digit (an emoji, for example).
 */
export const identityOf = (name: string): string => keyOf(name) || name.trim();
