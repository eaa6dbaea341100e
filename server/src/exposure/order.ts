/** What the thread that sums videos is asked for, and what it gives back. */
import type { ExposureOptions } from './formula.ts';
import type { ExposureVideo, VideoExposure } from './video-exposure.ts';

export interface ExposureOrder {
  readonly video: Omit<ExposureVideo, 'results'>;
  /** JSON of results, or of some of their fields each. */
  readonly results: readonly string[];
  readonly options: ExposureOptions;
}

/** Null: the results hold no brands. */
export type ExposureMade = VideoExposure | null;
