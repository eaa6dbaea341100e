/** Leaves out results with a lower confidence than the caller wants. */
import type { Results } from '@reelsight/contract';
import { withDisclosures } from '../analysis/brand-disclosure.ts';
import { largestOf, smallestOf } from '../analysis/extremes.ts';
import { type Span, unionSeconds } from '../analysis/spans.ts';
import { seconds } from '../corrections/things.ts';

/**
 * The results as if nothing with a confidence below `minConfidence` (0–1) had been found. An entry without a confidence
 * has that of its brand or object.
 */
export function surely(results: Results, minConfidence: number): Results {
  if (minConfidence === 0) return results;

  const sureOf =
    (thing: Rated) =>
    (entry: Rated): boolean =>
      (entry.confidence ?? thing.confidence ?? 1) >= minConfidence;
  const { brands, objects, on_screen_text, possible_brands } = results;
  const isSure = sureOf({});
  const paid_segments = results.paid_segments?.filter(isSure);
  const disclosures = results.disclosures?.filter(isSure);

  return {
    ...results,
    ...(on_screen_text && { on_screen_text: on_screen_text.filter(isSure) }),
    ...(paid_segments && { paid_segments }),
    ...(disclosures && { disclosures }),
    ...(possible_brands && { possible_brands: possible_brands.filter(isSure) }),
    ...(brands && {
      brands: withDisclosures(
        brands.flatMap((brand) => {
          const appearances = brand.appearances.filter(sureOf(brand));
          const frame_detections = (brand.frame_detections ?? []).filter(sureOf(brand));
          const { total_visible_duration: _, ...rest } = brand;
          return appearances.length === 0
            ? []
            : [{ ...rest, appearances, frame_detections, ...sums(appearances) }];
        }),
        { disclosures, paid_segments },
      ),
    }),
    ...(objects && {
      objects: objects.flatMap((object) => {
        const appearances = object.appearances.filter(sureOf(object));
        const frames = (object.frames ?? []).filter(sureOf(object));
        return appearances.length === 0
          ? []
          : [{ ...object, appearances, frames, ...sums(appearances) }];
      }),
    }),
  };
}

interface Rated {
  readonly confidence?: number | undefined;
}

interface Timed {
  readonly source?: string;
  readonly timestamp: number;
  readonly timestamp_start?: number | undefined;
  readonly timestamp_end?: number | undefined;
}

/** Sums over appearances. Those that are only heard add no seconds on screen. */
function sums(appearances: readonly Timed[]) {
  const spans = appearances.filter(({ source }) => source !== 'audio').map(spanOf);
  return {
    total_appearances: appearances.length,
    ...(spans.length > 0 && { total_visible_duration: seconds(unionSeconds(spans)) }),
    first_seen: smallestOf(appearances.map((appearance) => spanOf(appearance).start)),
    last_seen: largestOf(appearances.map((appearance) => spanOf(appearance).end)),
  };
}

function spanOf({ timestamp, timestamp_start: start = timestamp, timestamp_end }: Timed): Span {
  return { start, end: Math.max(start, timestamp_end ?? timestamp) };
}
