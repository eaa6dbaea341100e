/** Names that are one brand, as the service has it in a batch's results and in exposure. */

/** Letters and digits alone: names that differ only in case, accents or punctuation have the same. */
export function identityOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return key || name.trim();
}
