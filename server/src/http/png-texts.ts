/**
 * Removes the texts from a PNG, because decoders unpack them: 2 MB of texts can take seconds, and they say nothing about
 * the picture.
 */

const signatureBytes = 8;
/** Length, type and checksum of a chunk. */
const frameBytes = 12;
const textTypes: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);

/** Returns the file without its text chunks. From the first chunk that is broken on, the file is returned as it is. */
export function withoutTexts(png: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let keptFrom = 0;
  let offset = signatureBytes;

  while (offset + frameBytes <= png.length) {
    const end = offset + frameBytes + png.readUInt32BE(offset);
    if (end > png.length) break;

    if (textTypes.has(png.toString('latin1', offset + 4, offset + 8))) {
      pieces.push(png.subarray(keptFrom, offset));
      keptFrom = end;
    }
    offset = end;
  }

  pieces.push(png.subarray(keptFrom));
  return Buffer.concat(pieces);
}
