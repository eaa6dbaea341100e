/** How long a video file is, read from its own headers: mp4, mov and webm, fragmented and live ones too. */
import { matroskaSeconds } from './matroska.ts';
import { mp4Seconds } from './mp4.ts';
import type { ReadAt } from './read-at.ts';

export type { ReadAt };

export interface StatedLength {
  /** By its first bytes; `other` is what only FFmpeg can tell. */
  readonly kind: 'mp4' | 'webm' | 'other';
  /** Null if its headers do not tell, or only after more of them than may be read. */
  readonly seconds: number | null;
}

/** Boxes that an mp4 or mov file begins with. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof', 'sidx'];

/** More are in no honest file. */
const mostElements = 5_000_000;

/** `elementsAtMost`: how many parts of a webm file are looked at. What `read` throws is passed on, but for RangeError. */
export async function statedLength(
  read: ReadAt,
  size: number,
  elementsAtMost = mostElements,
): Promise<StatedLength> {
  const head = await read(0, 12);
  if (firstBoxes.includes(head.subarray(4, 8).toString('latin1')))
    return { kind: 'mp4', seconds: await known(mp4Seconds(read, size)) };
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3)
    return { kind: 'webm', seconds: await known(matroskaSeconds(read, size, elementsAtMost)) };
  return { kind: 'other', seconds: null };
}

/** Seconds; a header that states more than two weeks is damaged or lies. */
const longestStated = 14 * 86_400;

/** A damaged header may say anything. */
async function known(length: Promise<number | null>): Promise<number | null> {
  const seconds = await length.catch((error: unknown) => {
    // A read beyond what is there, or a length that cannot be: the file is damaged.
    if (error instanceof RangeError) return null;
    throw error;
  });
  return seconds !== null && seconds > 0 && seconds <= longestStated ? seconds : null;
}
