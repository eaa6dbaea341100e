/** Brands and objects in a common form, so that corrections need only one implementation for both. */
import type {
  BrandResult,
  Correction,
  ObjectResult,
  Results,
  TranscriptChanges,
} from '@reelsight/contract';

/** What corrections may be about, apart from paid segments and possible brands. */
export type Target = Exclude<Correction['target'], 'paid_segment' | 'possible_brand'>;
export type FoundThing = BrandResult | ObjectResult;
export type OneAppearance =
  | BrandResult['appearances'][number]
  | ObjectResult['appearances'][number];
export type OneDetection = BrandResult['frame_detections'][number] | ObjectResult['frames'][number];

/** The content of a correction; who made it, and when, does not matter to the results. */
export interface Said
  extends Pick<
    Correction,
    | 'correction_id'
    | 'kind'
    | 'target'
    | 'name'
    | 'appearance'
    | 'new_name'
    | 'appearance_added'
    | 'appearances_added'
    | 'segment'
    | 'segment_new'
  > {
  /**
   * Present if the correction was made when names were compared without accents and other marks; it is still applied in
   * that way.
   */
  readonly by_former_names?: true;
}

/** All that results are corrected by: what was said of things, and what was mended in the transcript. */
export type Applied = Said | TranscriptChanges;

export const isAboutThings = (correction: Applied): correction is Said =>
  correction.target !== 'transcript';

/** The brands or objects in the results; undefined if the job did not look for them. */
export const listOf = (results: Results, target: Target): readonly FoundThing[] | undefined =>
  target === 'brand' ? results.brands : results.objects;

/** Detections of a thing on single frames; empty if the results were read without them. */
export function detectionsOf(thing: FoundThing): readonly OneDetection[] {
  const detections = 'frame_detections' in thing ? thing.frame_detections : thing.frames;
  return (detections as readonly OneDetection[] | undefined) ?? [];
}

export const isSeen = (appearance: OneAppearance): boolean =>
  !('source' in appearance) || appearance.source !== 'audio';

export const startOf = (appearance: OneAppearance): number =>
  appearance.timestamp_start ?? appearance.timestamp;
export const endOf = (appearance: OneAppearance): number =>
  Math.max(startOf(appearance), appearance.timestamp_end ?? appearance.timestamp);

/** Rounds to the millisecond, as all times in results are. */
export const seconds = (value: number): number => Math.round(value * 1000) / 1000;
export const sameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.0015;
