/** Reads the outermost boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Maximum number of boxes to read. A fragmented file of ten hours has 36,000 fragments of two boxes each. */
const mostBoxes = 200_000;
const headerBytes = 16;

/** Types of the boxes in file order, up to the first damaged one. */
export function readTopLevelBoxes(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(headerBytes);
    const types: string[] = [];
    let offset = 0;
    while (offset + 8 <= size && types.length < mostBoxes) {
      readSync(file, header, 0, headerBytes, offset);
      const length = boxLength(header, size - offset);
      if (length < 8) break;
      types.push(header.toString('latin1', 4, 8));
      offset += length;
    }

    return types;
  } finally {
    closeSync(file);
  }
}

/**
 * Length of a box in bytes. In the header, 1 means that a 64-bit length follows, 0 that the box extends to the end of
 * the file.
 */
function boxLength(header: Buffer, restBytes: number): number {
  const short = header.readUInt32BE(0);
  if (short === 0) return restBytes;
  return short === 1 ? Number(header.readBigUInt64BE(8)) : short;
}
