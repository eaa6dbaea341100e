/**
 * Compares names as releases before 0.2 did, without any combining marks. Used only for data that those releases
 * stored, and while such a release is still running.
 */

function keyOf(character: string): string {
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return '';
  return character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The stored form of a name in those releases. Names that `identityOf` distinguishes may share a stored form, and names
 * that it treats as one may have different stored forms.
 */
export const formerIdentityOf = (name: string): string =>
  Array.from(name, keyOf).join('') || name.trim();
