/** The orders given to the thread that makes a report. */
import type { VideoAudience } from '@reelsight/contract';
import type { ExposureOptions } from '../exposure/formula.ts';
import type { Slots } from './colours.ts';
import type { ReportContent } from './content.ts';
import type { VideoFacts } from './video-of.ts';

/** One video, in the form in which it is stored for exposure. Each video is sent in an order of its own. */
export interface VideoOrder {
  readonly facts: VideoFacts;
  readonly form: Uint8Array;
  /** Absent if the sums have to be computed again with different weights. */
  readonly sums: Uint8Array | undefined;
  /** Options of the exposure, the same for all videos of a report. */
  readonly options: ExposureOptions;
  /** Audience and price of the video, if videos are priced one by one; null if no audience is known. */
  readonly audience: VideoAudience | null;
}

/** The content of a report except for its videos, exposure and colour slots, which come with other orders. */
export type RestOrder = Omit<ReportContent, 'videos' | 'exposure' | 'slots'>;

export interface FramesOrder {
  /** JPEG files by path, as stored; frames that no longer exist are absent. */
  readonly frames: ReadonlyMap<string, Uint8Array>;
  readonly slots: Slots;
}
