/** Orders for the thread that sums videos, and its answers. */
import type { JobHighlights } from '@reelsight/contract';
import type { ExposureOptions } from './formula.ts';
import type { ExposureVideo, VideoExposure } from './video-exposure.ts';

export type ExposureOrder =
  | SumOrder
  /** Makes the stored data of one video. `results`: JSON of the fields that exposure needs. */
  | { readonly kind: 'keep'; readonly jobId: string; readonly results: string }
  /** `stored` is a form; `seconds` is the length of its video, null if unknown. */
  | {
      readonly kind: 'highlights';
      readonly stored: Uint8Array;
      readonly seconds: number | null;
    };

export interface SumOrder {
  readonly kind: 'sum';
  /** `stored`: the column named by `of`, for each video. */
  readonly videos: readonly (Omit<ExposureVideo, 'brands'> & { readonly stored: Uint8Array })[];
  /** `sums` use the default weights; with other weights they are computed from the `form`. */
  readonly of: 'form' | 'sums';
  readonly options: ExposureOptions;
}

export type ExposureMade =
  /** In the order of the videos; null: the results hold no brands. */
  | { readonly kind: 'sums'; readonly videos: readonly (VideoExposure | null)[] }
  | { readonly kind: 'kept'; readonly form: Uint8Array; readonly sums: Uint8Array }
  | { readonly kind: 'highlights'; readonly highlights: JobHighlights };
