/** What the thread that makes reports is told, and what it answers. */
import type { ReportFormat } from '@reelsight/contract';
import type { ReportContent } from './content.ts';
import type { VideoChoice, VideoFacts } from './video-of.ts';

export type ReportOrder =
  /** One video after the other, each as it is kept for exposure. */
  | {
      readonly kind: 'video';
      readonly facts: VideoFacts;
      readonly stored: Uint8Array;
      readonly choice: VideoChoice;
    }
  /** All but the videos: which frames are on the pages? */
  | { readonly kind: 'rest'; readonly rest: Omit<ReportContent, 'videos'> }
  /** JPEG by path, as stored; those that are gone are absent. */
  | { readonly kind: 'frames'; readonly frames: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: 'make'; readonly format: ReportFormat };

export type ReportAnswer =
  /** Whether the results of the video hold brands. */
  | { readonly kind: 'taken'; readonly counted: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: string };
