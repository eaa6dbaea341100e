/** Results without what is less sure than the caller wants. */
import type { Results } from '@reelsight/contract';
import { unionSeconds } from '../corrections/corrected.ts';

/** The same results as if nothing below `least` (0–1) had been found; what has no confidence is kept. */
export function surely(results: Results, least: number): Results {
  if (least === 0) return results;
  const isSure = (one: { readonly confidence?: number | undefined }) =>
    (one.confidence ?? 1) >= least;
  const { brands, objects, on_screen_text, paid_segments } = results;
  return {
    ...results,
    ...(on_screen_text && { on_screen_text: on_screen_text.filter(isSure) }),
    ...(paid_segments && { paid_segments: paid_segments.filter(isSure) }),
    ...(brands && {
      brands: brands.flatMap((brand) => {
        const appearances = brand.appearances.filter(isSure);
        const frame_detections = (brand.frame_detections ?? []).filter(isSure);
        return appearances.length === 0
          ? []
          : [{ ...brand, appearances, frame_detections, ...sums(appearances) }];
      }),
    }),
    ...(objects && {
      objects: objects.flatMap((object) => {
        const appearances = object.appearances.filter(isSure);
        const frames = (object.frames ?? []).filter(isSure);
        return appearances.length === 0
          ? []
          : [{ ...object, appearances, frames, ...sums(appearances) }];
      }),
    }),
  };
}

interface Timed {
  readonly source?: string;
  readonly timestamp: number;
  readonly timestamp_start?: number | undefined;
  readonly timestamp_end?: number | undefined;
}

function sums(appearances: readonly Timed[]) {
  const seconds = appearances.map(({ timestamp }) => timestamp);
  return {
    total_appearances: appearances.length,
    total_visible_duration: seenSeconds(appearances),
    first_seen: Math.min(...seconds),
    last_seen: Math.max(...seconds),
  };
}

/** Seconds in which at least one is in the picture. */
function seenSeconds(appearances: readonly Timed[]): number {
  const spans = appearances
    .filter(({ source }) => source !== 'audio')
    .map(({ timestamp, timestamp_start: start = timestamp, timestamp_end: end = start }) => ({
      start,
      end,
    }));
  return Math.round(unionSeconds(spans) * 100) / 100;
}
