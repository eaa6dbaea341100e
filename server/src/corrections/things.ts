/** Brands and objects of results in a common form, so that corrections only have to handle one form. */
import type { BrandResult, Correction, ObjectResult, Results } from '@reelsight/contract';

export type Target = Correction['target'];
export type FoundThing = BrandResult | ObjectResult;
export type OneAppearance =
  | BrandResult['appearances'][number]
  | ObjectResult['appearances'][number];
export type OneDetection = BrandResult['frame_detections'][number] | ObjectResult['frames'][number];

/** The content of a correction; who made it, and when, does not matter to the results. */
export interface Said
  extends Pick<
    Correction,
    'correction_id' | 'kind' | 'target' | 'name' | 'appearance' | 'new_name' | 'appearance_added'
  > {
  /** The correction was made when names were compared without any marks, and keeps that meaning. */
  readonly by_former_names?: true;
}

/** Undefined if the job did not look for brands or, depending on `target`, objects. */
export const listOf = (results: Results, target: Target): readonly FoundThing[] | undefined =>
  target === 'brand' ? results.brands : results.objects;

/** Empty if results were read without their detections. */
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

/** Results are rounded to the millisecond. */
export const seconds = (value: number): number => Math.round(value * 1000) / 1000;
export const sameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.0015;
