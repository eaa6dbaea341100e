/** Finds the moment at which a brand's exposure is greatest. */
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
  /** Used to choose the best moment among several videos. */
  readonly worth: number;
}

interface Candidate extends Pick<Found, 'at' | 'box' | 'clarity'> {
  readonly frame: string | null;
}

/** The best moment of a brand; moments with a proof frame are preferred. */
export function bestMoment(
  job_id: string,
  appearances: readonly Appearance[],
  pieces: readonly Piece[],
  weights: ExposureWeights,
): BestMoment | null {
  const clarityAt = new Map(pieces.flatMap(({ from, to }) => [from, to]).map(clarityEntry));
  const proven = appearances.flatMap(({ timestamp, frame_url, bounding_box }): Candidate[] => {
    if (frame_url === undefined || !bounding_box) return [];
    const box = clipped(bounding_box);
    return [{ at: timestamp, box, clarity: clarityAt.get(timestamp) ?? null, frame: frame_url }];
  });
  const [first, ...rest] =
    proven.length > 0
      ? proven
      : pieces
          .flatMap(({ from, to }) => [from, to])
          .map((detection) => ({ ...detection, frame: null }));
  if (!first) return null;

  let best = first;
  let bestWorth = worthOf(first, weights);

  for (const candidate of rest) {
    const worth = worthOf(candidate, weights);
    if (worth > bestWorth) [best, bestWorth] = [candidate, worth];
  }

  const { at: timestamp, frame: frame_url, box: bounding_box } = best;
  return { job_id, timestamp, frame_url, bounding_box, worth: bestWorth };
}

const clarityEntry = ({ at: time, clarity }: Found): [number, number | null] => [time, clarity];
