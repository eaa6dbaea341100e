/** The length of a file on this machine, from its headers. */
import { type FileHandle, open } from 'node:fs/promises';
import { type ReadAt, type StatedLength, statedLength } from '@reelsight/contract/media-length';

export async function readLocalVideo(path: string): Promise<StatedLength> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await statedLength(readerOf(file), size);
  } finally {
    await file.close();
  }
}

/** Maximum number of bytes read at once; no header is longer. */
const mostBytes = 16 * 1024 ** 2;

function readerOf(file: FileHandle): ReadAt {
  return async (offset, length) => {
    if (length < 0 || length > mostBytes) throw new RangeError('no header is that long');
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}
