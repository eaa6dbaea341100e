/** A thing at one end of its track, in the frames between two samples. */
import type { Box } from '../../engines/engine.ts';
import type { GreyPicture } from './grey.ts';

export interface GreyFrame {
  readonly time: number;
  /** Seconds before this frame in which frames were shown but not stored; absent: 0. */
  readonly leftOut?: number;
  readonly picture: GreyPicture;
}

/** A thing at one end of its track, and the frames around that end. */
export interface Ending {
  readonly box: Box;
  /** Frames outward from the last sample that shows the thing; at least two. */
  readonly outward: readonly GreyFrame[];
  /** Frames inward from that sample, in which the thing is certainly visible. */
  readonly inward: readonly GreyFrame[];
  /** Frames outward from the next sample, in which the thing is certainly gone; null if a cut comes before them. */
  readonly beyond: readonly GreyFrame[] | null;
  /** How the box moves outward according to the sightings, in fractions of the picture per second; 0 if unknown. */
  readonly drift: { readonly x: number; readonly y: number };
}

/** Pixels per second, outward in time. */
export interface Speed {
  readonly x: number;
  readonly y: number;
}
