/** The orders given to the thread that makes reports, and its answers. */
import type { ReportFormat } from '@reelsight/contract';
import type { ExposureOptions } from '../exposure/formula.ts';
import type { Slots } from './colours.ts';
import type { ReportContent } from './content.ts';
import type { VideoFacts } from './video-of.ts';

export type ReportOrder =
  /** Videos are sent one after the other, each as it is stored for exposure. */
  | {
      readonly kind: 'video';
      readonly facts: VideoFacts;
      readonly form: Uint8Array;
      /** Absent if the sums are to be computed with other weights. */
      readonly sums: Uint8Array | undefined;
      /** The same for all videos. */
      readonly options: ExposureOptions;
    }
  /**
   * Everything except the videos, their sums and colours; the answer lists the frames that the pages need and the names
   * of brands.
   */
  | { readonly kind: 'rest'; readonly rest: Omit<ReportContent, 'videos' | 'exposure' | 'slots'> }
  /** JPEG by path, as stored; frames that no longer exist are absent. */
  | {
      readonly kind: 'frames';
      readonly frames: ReadonlyMap<string, Uint8Array>;
      readonly slots: Slots;
    }
  | { readonly kind: 'make'; readonly format: ReportFormat };

export type ReportAnswer =
  /** `counted`: whether the results of the video contain brands. */
  | { readonly kind: 'taken'; readonly counted: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly names: readonly string[] }
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: string };
