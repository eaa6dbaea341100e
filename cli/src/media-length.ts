/** How long a video file is, read from its own headers: mp4, mov and webm, fragmented and live ones too. */
import { type FileHandle, open } from 'node:fs/promises';
import { matroskaSeconds } from './matroska-length.ts';
import { mp4Seconds } from './mp4-length.ts';
import type { ReadAt } from './read-at.ts';

export interface LocalVideo {
  /** By its first bytes; `other` is what only the service can tell. */
  readonly kind: 'mp4' | 'webm' | 'other';
  /** Null if its headers do not tell. */
  readonly seconds: number | null;
}

/** Boxes that an mp4 or mov file begins with. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof', 'sidx'];

export async function readLocalVideo(path: string): Promise<LocalVideo> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = readerOf(file);
    const head = await read(0, 12);
    const box = head.subarray(4, 8).toString('latin1');
    if (firstBoxes.includes(box)) {
      return { kind: 'mp4', seconds: await known(mp4Seconds(read, size)) };
    }
    if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) {
      return { kind: 'webm', seconds: await known(matroskaSeconds(read, size)) };
    }
    return { kind: 'other', seconds: null };
  } finally {
    await file.close();
  }
}

/** No header is longer. */
const mostBytes = 16 * 1024 ** 2;

function readerOf(file: FileHandle): ReadAt {
  return async (offset, length) => {
    if (length < 0 || length > mostBytes) throw new RangeError('no header is that long');
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}

/** A damaged header may say anything. */
async function known(length: Promise<number | null>): Promise<number | null> {
  const seconds = await length.catch((error: unknown) => {
    // A read beyond what is there, or a length that cannot be: the file is damaged.
    if (error instanceof RangeError) return null;
    throw error;
  });
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
