/**
 * Compares names as releases before 0.2 did, without any combining marks. Used only for data that those releases
 * stored, and while such a release is still running.
 */

function keyOf(character: string): string {
  if (character < '\u0080') return /[\p{L}\p{N}]/u.test(character) ? character.toLowerCase() : '';
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return '';
  return character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The first `length` characters of `formerIdentityOf(name)`; reads no more of the name than they take. */
export function formerIdentityStart(name: string, length: number): string {
  let key = '';
  for (const character of name) {
    key += keyOf(character);
    if (key.length >= length) break;
  }
  return (key || name.trim()).slice(0, length);
}

/**
 * The stored form of a name in those releases. Names that `identityOf` distinguishes may share a stored form, and names
 * that it treats as one may have different stored forms.
 */
export const formerIdentityOf = (name: string): string =>
  Array.from(name, keyOf).join('') || name.trim();
