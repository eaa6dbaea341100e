/** The length of a video file, read from its own headers: mp4, mov and webm, including fragmented and live ones. */
import { matroskaSeconds } from './matroska.ts';
import { mp4Seconds } from './mp4.ts';
import type { ReadAt } from './read-at.ts';

export type { ReadAt };

export interface StatedLength {
  /** Determined from the first bytes. A file of the kind `other` may still be a video, which only FFmpeg can tell. */
  readonly kind: 'mp4' | 'webm' | 'other';
  /** Null if the headers do not state the length, or state it beyond the part of the file that may be read. */
  readonly seconds: number | null;
}

/** Boxes that an mp4 or mov file can begin with. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof', 'sidx'];

/** Maximum number of elements to read; no genuine file has more. */
const mostElements = 5_000_000;

/**
 * Reads the kind and length of a file. `elementsAtMost` limits the elements that are read of a webm file. Throws any
 * error of `readAt` except RangeError.
 */
export async function statedLength(
  readAt: ReadAt,
  size: number,
  elementsAtMost = mostElements,
): Promise<StatedLength> {
  const head = await readAt(0, 12);
  if (firstBoxes.includes(head.subarray(4, 8).toString('latin1')))
    return { kind: 'mp4', seconds: await plausibleLength(mp4Seconds(readAt, size)) };
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3)
    return {
      kind: 'webm',
      seconds: await plausibleLength(matroskaSeconds(readAt, size, elementsAtMost)),
    };
  return { kind: 'other', seconds: null };
}

/** Maximum plausible length in seconds, two weeks; a header that states more is damaged or false. */
const longestStated = 14 * 86_400;

/** Replaces impossible values by null, because a damaged header may contain anything. */
async function plausibleLength(length: Promise<number | null>): Promise<number | null> {
  const seconds = await length.catch((error: unknown) => {
    // A RangeError means that the file is damaged: its headers point beyond its end, or state an impossible length.
    if (error instanceof RangeError) return null;
    throw error;
  });
  return seconds !== null && seconds > 0 && seconds <= longestStated ? seconds : null;
}
