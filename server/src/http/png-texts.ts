/**
 * Removes the texts from a PNG, because decoders unpack them: 2 MB of texts can take seconds, and they say nothing about
 * the picture.
 */

const signatureBytes = 8;
/** Length, type and checksum of a chunk. */
const frameBytes = 12;
const textTypes: ReadonlySet<number> = new Set(
  ['tEXt', 'zTXt', 'iTXt'].map((type) => Buffer.from(type, 'latin1').readUInt32BE()),
);
/** Far more than encoders write: a chunk of pixels has at least some kilobytes. */
export const maxChunks = 4096;

/**
 * Returns the file without its text chunks. From the first chunk that is broken on, the file is returned as it is. Null
 * if it has too many chunks: 2 MB of empty ones would take a tenth of a second to look through.
 */
export function withoutTexts(png: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  let keptFrom = 0;
  let offset = signatureBytes;

  for (let chunks = 1; offset + frameBytes <= png.length; chunks += 1) {
    if (chunks > maxChunks) return null;
    const end = offset + frameBytes + png.readUInt32BE(offset);
    if (end > png.length) break;

    if (textTypes.has(png.readUInt32BE(offset + 4))) {
      pieces.push(png.subarray(keptFrom, offset));
      keptFrom = end;
    }
    offset = end;
  }

  pieces.push(png.subarray(keptFrom));
  return Buffer.concat(pieces);
}
