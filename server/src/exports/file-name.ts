/** File names of strangers' titles, safe on every system and in a header (RFC 6266, RFC 8187). */
import { lineOf } from './text.ts';

const mostCharacters = 80;
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** `fallback` is a name of ours, for a title of which nothing can stay. */
export function fileStem(title: string, fallback: string): string {
  const plain = lineOf(title)
    .replace(/\.(mp4|m4v|mov|qt|webm|mkv)$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, '_');
  const stem = Array.from(plain)
    .slice(0, mostCharacters)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  return /[\p{L}\p{N}]/u.test(stem) && !reserved.test(stem) ? stem : fallback;
}

/** `attachment`, with the name in ASCII for old clients and in full for all others. */
export function attachment(stem: string, ending: string, fallback: string): string {
  const name = `${stem}.${ending}`;
  const ascii = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_');
  const known = /[a-z0-9]/i.test(ascii) ? ascii : fallback;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${known}.${ending}"; filename*=UTF-8''${encoded}`;
}
