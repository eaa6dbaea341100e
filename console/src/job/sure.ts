/** The confidence filter: anything below the minimum is left out of totals, lanes and boxes. */
import type { Results } from '@reelsight/sdk';
import { seenSeconds } from './things/union.ts';

/** The choices for the minimum confidence, 0 to 1. The first, 0, shows everything. */
export const leastChoices = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

/** Returns the minimum confidence from the address; 0 if it is not valid. */
export function leastOf(text: string | null): number {
  const minConfidence = Number(text ?? 0);
  return minConfidence > 0 && minConfidence <= 1 ? minConfidence : 0;
}

/** The results without anything below `minConfidence`. */
export function surelyFound(results: Results, minConfidence: number): Results {
  if (minConfidence === 0) return results;

  // An appearance without a confidence of its own has that of its brand, in the same way as in exposure and exports.
  const sureOf = (thing: Rated) => (finding: Rated) =>
    (finding.confidence ?? thing.confidence ?? 1) >= minConfidence;
  const brands = results.brands?.flatMap((brand) => {
    const appearances = brand.appearances.filter(sureOf(brand));
    if (appearances.length === 0) return [];
    const frame_detections = brand.frame_detections.filter(sureOf(brand));
    const { disclosure } = brand;
    return [
      {
        ...brand,
        appearances,
        frame_detections,
        ...(disclosure && { disclosure: sureRecord(disclosure, sureOf({})) }),
        ...sums(appearances, brand),
      },
    ];
  });

  const objects = results.objects?.flatMap((object) => {
    const appearances = object.appearances.filter(sureOf(object));
    if (appearances.length === 0) return [];
    const frames = object.frames.filter(sureOf(object));
    return [{ ...object, appearances, frames, ...sums(appearances, object) }];
  });

  const paid_segments = results.paid_segments?.filter(sureOf({}));
  const disclosures = results.disclosures?.filter(sureOf({}));

  return {
    ...results,
    ...(brands && { brands }),
    ...(objects && { objects }),
    ...(paid_segments && { paid_segments }),
    ...(disclosures && { disclosures }),
  };
}

type BrandRecord = NonNullable<NonNullable<Results['brands']>[number]['disclosure']>;

function sureRecord(disclosure: BrandRecord, isSure: (entry: Rated) => boolean): BrandRecord {
  const signs = disclosure.signs.filter(isSure);
  const disclosed = signs.some(({ names_brand: namesBrand }) => namesBrand);
  return { ...disclosure, signs, disclosed };
}

interface Rated {
  readonly confidence?: number;
}

type Timed = Parameters<typeof seenSeconds>[0];

/**
 * Keeps the service's own totals if nothing was left out; otherwise counts and rounds in the same way as the service.
 */
function sums(appearances: Timed, { appearances: originals }: { readonly appearances: Timed }) {
  if (appearances.length === originals.length) return {};
  return {
    total_appearances: appearances.length,
    total_visible_duration: Math.round(seenSeconds(appearances) * 1000) / 1000,
  };
}
