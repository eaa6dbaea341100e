/** Describes one end of a thing's track, with the frames between two samples. */
import type { Box } from '../../engines/engine.ts';
import type { GreyPicture } from './grey.ts';

export interface GreyFrame {
  readonly time: number;
  /** Length of the time just before this frame from which no frames were stored, in seconds; absent if it is 0. */
  readonly leftOut?: number;
  readonly picture: GreyPicture;
}

/** One end of a thing's track, and the frames around it. "Outward" leads away from the track, "inward" into it. */
export interface Ending {
  readonly box: Box;
  /** At least two frames, starting at the last sample that shows the thing and leading outward. */
  readonly outward: readonly GreyFrame[];
  /** Frames that lead inward from that sample, in which the thing is certainly visible. */
  readonly inward: readonly GreyFrame[];
  /**
   * Frames that lead outward from the next sample, in which the thing is certainly gone; null if a cut comes before
   * them.
   */
  readonly beyond: readonly GreyFrame[] | null;
  /** Outward motion of the box according to the sightings, in fractions of the picture per second; 0 if unknown. */
  readonly drift: { readonly x: number; readonly y: number };
}

/** Speed in pixels per second, outward in time. */
export interface Speed {
  readonly x: number;
  readonly y: number;
}
