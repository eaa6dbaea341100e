/** What the thread that sums videos is asked for, and what it gives back. */
import type { JobHighlights } from '@reelsight/contract';
import type { ExposureOptions } from './formula.ts';
import type { ExposureVideo, VideoExposure } from './video-exposure.ts';

export type ExposureOrder =
  | SumOrder
  /** What is to be stored of one video. Its results are JSON, of some of their fields. */
  | { readonly kind: 'keep'; readonly jobId: string; readonly results: string }
  /** Of one form, of a video so long; null: unknown. */
  | {
      readonly kind: 'highlights';
      readonly stored: Uint8Array;
      readonly seconds: number | null;
    };

export interface SumOrder {
  readonly kind: 'sum';
  /** Of each video what `of` names of what is stored. */
  readonly videos: readonly (Omit<ExposureVideo, 'brands'> & { readonly stored: Uint8Array })[];
  /** `sums`: by the usual weights. */
  readonly of: 'form' | 'sums';
  readonly options: ExposureOptions;
}

export type ExposureMade =
  /** In the order of the videos; null: its results hold no brands. */
  | { readonly kind: 'sums'; readonly videos: readonly (VideoExposure | null)[] }
  | { readonly kind: 'kept'; readonly form: Uint8Array; readonly sums: Uint8Array }
  | { readonly kind: 'highlights'; readonly highlights: JobHighlights };
