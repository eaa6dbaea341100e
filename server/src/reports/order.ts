/** What the thread that makes reports is told, and what it answers. */
import type { ReportFormat } from '@reelsight/contract';
import type { ExposureOptions } from '../exposure/formula.ts';
import type { Slots } from './colours.ts';
import type { ReportContent } from './content.ts';
import type { VideoFacts } from './video-of.ts';

export type ReportOrder =
  /** One video after the other, each as it is kept for exposure. */
  | {
      readonly kind: 'video';
      readonly facts: VideoFacts;
      readonly form: Uint8Array;
      /** Absent where the sums are to be by other weights. */
      readonly sums: Uint8Array | undefined;
      /** The same for all videos. */
      readonly options: ExposureOptions;
    }
  /** All but the videos, their sums and colours; answered by the frames that the pages need, and the names of brands. */
  | { readonly kind: 'rest'; readonly rest: Omit<ReportContent, 'videos' | 'exposure' | 'slots'> }
  /** JPEG by path, as stored; those that are gone are absent. */
  | {
      readonly kind: 'frames';
      readonly frames: ReadonlyMap<string, Uint8Array>;
      readonly slots: Slots;
    }
  | { readonly kind: 'make'; readonly format: ReportFormat };

export type ReportAnswer =
  /** Whether the results of the video hold brands. */
  | { readonly kind: 'taken'; readonly counted: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly names: readonly string[] }
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: string };
