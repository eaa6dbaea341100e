/** Messages to the thread that sums up videos. */
import type { ExposureOptions } from './formula.ts';
import type { ExposureVideo } from './video-exposure.ts';

export interface SumOrder {
  /** In each video, `stored` is the content of the database column that `of` names. */
  readonly videos: readonly (Omit<ExposureVideo, 'brands'> & { readonly stored: Uint8Array })[];
  /** `sums` use the default weights; with other weights they are computed from the `form`. */
  readonly of: 'form' | 'sums';
  readonly options: ExposureOptions;
}

export interface HighlightsOrder {
  /** The stored form of the video. */
  readonly form: Uint8Array;
  /** Length of the video; null if unknown. */
  readonly seconds: number | null;
}

export interface MomentsOrder {
  /** The stored form of the video. */
  readonly form: Uint8Array;
  /** Identities of the brands. */
  readonly keys: readonly string[];
}

/** Makes the stored data of one video. */
export interface KeepOrder {
  readonly jobId: string;
  /** JSON of the fields that exposure needs. */
  readonly results: string;
}
