/** A thing at one end of its track, in the frames between two samples. */
import type { Box } from '../../engines/engine.ts';
import type { GreyPicture } from './grey.ts';

export interface GreyFrame {
  readonly time: number;
  /** Seconds before it in which frames were shown that are not held; none if absent. */
  readonly leftOut?: number;
  readonly picture: GreyPicture;
}

/** A thing at one end of its track, and the frames around that end. */
export interface Ending {
  readonly box: Box;
  /** Frames outward from the last sample that shows it; at least two. */
  readonly outward: readonly GreyFrame[];
  /** Frames inward from that sample, in which it is certainly there. */
  readonly inward: readonly GreyFrame[];
  /** Frames outward from the next sample, in which it is certainly gone; null if a cut lies before them. */
  readonly beyond: readonly GreyFrame[] | null;
  /** How the box moves outward, judging by the sightings, in fractions of the picture a second; 0 if unknown. */
  readonly drift: { readonly x: number; readonly y: number };
}

/** Pixels a second, outward in time. */
export interface Speed {
  readonly x: number;
  readonly y: number;
}
