/** When two names are one, the same in the service, its files and the console. Stands alone. */

/** One spelling for what differs only in case, width, accents or apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'");
}

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;

/** What one character of a name is compared by: its letters and digits, folded; empty if it is neither. */
export const lettersOf = (character: string): string =>
  letterOrDigit.test(character) ? fold(character).replace(/[^\p{L}\p{N}]/gu, '') : '';

/** The letters and digits of a text alone. */
export const keyOf = (text: string): string => Array.from(text, lettersOf).join('');

/** Names with one identity are one name: by their key, or as they are if they have no letter or digit (emoji). */
export const identityOf = (name: string): string => keyOf(name) || name.trim();
