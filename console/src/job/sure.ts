/** The confidence filter: what is less sure is left out of totals, lanes and boxes alike. */
import type { Results } from '@reelsight/sdk';
import { seenSeconds } from './union.ts';

/** Least confidence one can choose, 0 to 1; the first means everything. */
export const leastChoices = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

/** What the address says, if it is a share. */
export function leastOf(text: string | null): number {
  const least = Number(text ?? 0);
  return least > 0 && least <= 1 ? least : 0;
}

/** The same results as if nothing less sure had been found. */
export function surelyFound(results: Results, least: number): Results {
  if (least === 0) return results;

  // As exposure and exports count: without a confidence of its own it has that of its brand.
  const sureOf = (thing: Rated) => (one: Rated) =>
    (one.confidence ?? thing.confidence ?? 1) >= least;
  const brands = results.brands?.flatMap((brand) => {
    const appearances = brand.appearances.filter(sureOf(brand));
    if (appearances.length === 0) return [];
    const frame_detections = brand.frame_detections.filter(sureOf(brand));
    return [{ ...brand, appearances, frame_detections, ...sums(appearances, brand) }];
  });

  const objects = results.objects?.flatMap((object) => {
    const appearances = object.appearances.filter(sureOf(object));
    if (appearances.length === 0) return [];
    const frames = object.frames.filter(sureOf(object));
    return [{ ...object, appearances, frames, ...sums(appearances, object) }];
  });

  return { ...results, ...(brands && { brands }), ...(objects && { objects }) };
}

interface Rated {
  readonly confidence?: number;
}

type Timed = Parameters<typeof seenSeconds>[0];

/** The service's own numbers where nothing was left out; else counted, and rounded, as it does. */
function sums(appearances: Timed, { appearances: all }: { readonly appearances: Timed }) {
  if (appearances.length === all.length) return {};
  return {
    total_appearances: appearances.length,
    total_visible_duration: Math.round(seenSeconds(appearances) * 1000) / 1000,
  };
}
