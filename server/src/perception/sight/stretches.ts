/** Chooses the pictures of a video that describe what it looks like: one for each stretch of time. */
import type { FrameSample, MediaPass } from '../../media/media.ts';

/**
 * Longest stretch that one picture stands for, in seconds. Most shots are shorter; in a longer one, the camera or the
 * slide may have moved on.
 */
const longestSeconds = 20;
/** Maximum number of stretches of a video; a video of four hours with a cut every 7 s has about as many. */
export const mostStretches = 2000;

export interface PicturedStretch {
  readonly start: number;
  readonly end: number;
  /** Index into the pass's `frames`. */
  readonly sample: number;
}

/**
 * Divides a video into stretches, in order and without gaps. They depend only on the media, so how a job is divided
 * into parts does not matter. Each begins and ends at a border of a shot or within a long one. While the same picture
 * is shown, it is one stretch.
 */
export function stretchesOf(pass: Pick<MediaPass, 'frames' | 'shots'>): PicturedStretch[] {
  const pieces = piecesOf(pass);
  return pieces.length <= mostStretches ? pieces : evenlyJoined(pieces);
}

function piecesOf({ frames, shots }: Pick<MediaPass, 'frames' | 'shots'>): PicturedStretch[] {
  const pieces: PicturedStretch[] = [];
  let first = 0;

  for (let next = 1; next <= frames.length; next++) {
    const frame = frames[next];
    const begin = frames[first] as FrameSample;
    if (frame && !endsAt(frames, { first, next })) continue;

    const shot = shots[begin.shot];
    const previousEnd = pieces.at(-1)?.end ?? 0;
    const start = Math.max(shot?.start ?? begin.timestamp, previousEnd);
    const isLastOfShot = frame?.shot !== begin.shot;
    const end = isLastOfShot ? (shot?.end ?? begin.timestamp) : (frame?.timestamp ?? start);
    pieces.push({ start, end: Math.max(start, end), sample: (first + next - 1) >> 1 });
    first = next;
  }

  return pieces;
}

/** Whether the piece that began with the sample `first` ends before the sample `next`. */
function endsAt(
  frames: readonly FrameSample[],
  { first, next }: { readonly first: number; readonly next: number },
): boolean {
  const begin = frames[first] as FrameSample;
  const frame = frames[next] as FrameSample;
  if (frame.shot !== begin.shot) return true;

  const isLong = frame.timestamp - begin.timestamp >= longestSeconds;
  return isLong && frame.image !== frames[next - 1]?.image;
}

/** Joins neighbours, so that no more than `mostStretches` are left; each keeps the picture of its first piece. */
function evenlyJoined(pieces: readonly PicturedStretch[]): PicturedStretch[] {
  return Array.from({ length: mostStretches }, (_, index) => {
    const from = Math.floor((index * pieces.length) / mostStretches);
    const to = Math.floor(((index + 1) * pieces.length) / mostStretches);
    const first = pieces[from] as PicturedStretch;
    return { ...first, end: pieces[to - 1]?.end ?? first.end };
  });
}
