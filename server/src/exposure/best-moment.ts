/** The moment in which a brand counts most. */
import type { BoundingBox, ExposureWeights } from '@reelsight/contract';
import { clipped } from './formula.ts';
import type { Found, Piece } from './piece.ts';
import type { Appearance } from './spans.ts';
import { worthOf } from './summed.ts';

export interface BestMoment {
  readonly job_id: string;
  readonly timestamp: number;
  readonly frame_url: string | null;
  readonly bounding_box: BoundingBox;
  /** Used to find the best of several videos. */
  readonly worth: number;
}

interface Candidate extends Pick<Found, 'at' | 'box' | 'clarity'> {
  readonly frame: string | null;
}

/** One with a proof frame, if there is any. */
export function bestMoment(
  job_id: string,
  shown: readonly Appearance[],
  pieces: readonly Piece[],
  weights: ExposureWeights,
): BestMoment | null {
  const clarityAt = new Map(pieces.flatMap(({ from, to }) => [from, to]).map(known));
  const proven = shown.flatMap(({ timestamp, frame_url, bounding_box }): Candidate[] => {
    if (frame_url === undefined || !bounding_box) return [];
    const box = clipped(bounding_box);
    return [{ at: timestamp, box, clarity: clarityAt.get(timestamp) ?? null, frame: frame_url }];
  });
  const [first, ...rest] =
    proven.length > 0
      ? proven
      : pieces.flatMap(({ from, to }) => [from, to]).map((one) => ({ ...one, frame: null }));
  if (!first) return null;

  let best = first;
  let most = worthOf(first, weights);

  for (const one of rest) {
    const worth = worthOf(one, weights);
    if (worth > most) [best, most] = [one, worth];
  }

  const { at: timestamp, frame: frame_url, box: bounding_box } = best;
  return { job_id, timestamp, frame_url, bounding_box, worth: most };
}

const known = ({ at, clarity }: Found): [number, number | null] => [at, clarity];
