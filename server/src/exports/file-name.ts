/**
 * Makes file names from titles that other people wrote. The names are safe on every system and in a header (RFC 6266,
 * RFC 8187).
 */
import { lineOf } from './text.ts';

const mostCharacters = 80;
/** Names that Windows reserves for devices, with any extension: `aux.notes` is reserved too. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i;

/**
 * Makes the name of a file, without extension, from a title. `fallback` is a name of our own, for a title without
 * usable characters.
 */
export function fileStem(title: string, fallback: string): string {
  const plain = lineOf(title)
    .normalize('NFC')
    .replace(/\.(mp4|m4v|mov|qt|webm|mkv)$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} .,_()-]+/gu, '_');
  const stem = Array.from(plain)
    .slice(0, mostCharacters)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (!/[\p{L}\p{N}]/u.test(stem)) return fallback;

  return unreserved(stem);
}

/**
 * Puts `_` before a name that Windows reserves. Windows treats superscript digits in such a name like ordinary ones.
 */
const unreserved = (stem: string): string =>
  reserved.test(stem.normalize('NFKC')) ? `_${stem}` : stem;

/**
 * A form of the name that is equal for names which a file system may treat as the same, because it ignores case or how
 * letters are composed.
 */
export const fileIdentity = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/**
 * The value `attachment` of a Content-Disposition header, with the file name in ASCII for old clients and in full for
 * all others.
 */
export function attachment(stem: string, extension: string, fallback: string): string {
  const name = `${stem}.${extension}`;
  const ascii = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_');
  const asciiName = /[a-z0-9]/i.test(ascii) ? unreserved(ascii) : fallback;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

  return `attachment; filename="${asciiName}.${extension}"; filename*=UTF-8''${encoded}`;
}
