/** How releases before 0.2 compared names: without any mark. Only for what they stored, and for those that still run. */

function keyOf(character: string): string {
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return '';
  return character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** What was kept of a name. Names that `identityOf` tells apart may have it in common, and the other way round. */
export const formerIdentityOf = (name: string): string =>
  Array.from(name, keyOf).join('') || name.trim();
