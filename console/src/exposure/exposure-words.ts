/** Turns exposure into segments of a bar, rows of a file, and text. */
import { exposureTerms } from '@reelsight/contract/exposure-words';
import type { Exposure } from '@reelsight/sdk';
import type { BrandColour } from '../format/brand-colours.ts';
import type { CsvCell } from '../format/csv.ts';
import { lengthText } from '../format/time.ts';
import type { SharePart } from '../pages/compare/share-bar.tsx';
import { partsOf } from '../pages/compare/share-parts.ts';

type Brand = Exposure['brands'][number];

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (value: number): string => currency.format(value);

/** The parts of a bar of shares, in the order of the brands. Empty if no brand is seen. */
export function shareParts(brands: readonly Brand[], colourOf: BrandColour): SharePart[] {
  const seenBrands = brands.filter((brand) => brand.share_of_voice > 0);
  return partsOf(
    seenBrands.map(({ name, share_of_voice: share, seen_seconds: amount }) => ({
      name,
      share,
      amount,
    })),
    { colourOf, text: lengthText },
  );
}

const columns: readonly (readonly [string, (brand: Brand) => CsvCell])[] = [
  [exposureTerms.brand.column, (brand) => brand.name],
  [exposureTerms.videos.column, (brand) => brand.videos],
  [exposureTerms.appearances.column, (brand) => brand.appearances],
  [exposureTerms.seen.column, (brand) => brand.seen_seconds],
  [exposureTerms.shareOfVideo.column, (brand) => brand.share_of_video],
  [exposureTerms.shareOfScreenTime.column, (brand) => brand.share_of_voice],
  [exposureTerms.alone.column, (brand) => brand.solus_seconds],
  [exposureTerms.meanSize.column, (brand) => brand.mean_size],
  [exposureTerms.largestSize.column, (brand) => brand.max_size],
  [exposureTerms.clarity.column, (brand) => brand.clarity],
  [exposureTerms.clarityMeasured.column, (brand) => brand.clarity_known],
  [exposureTerms.legiblePhone.column, (brand) => brand.legible_seconds.phone],
  [exposureTerms.legibleLaptop.column, (brand) => brand.legible_seconds.laptop],
  [exposureTerms.legibleTv.column, (brand) => brand.legible_seconds.tv],
  [exposureTerms.said.column, (brand) => brand.said.times],
  [exposureTerms.longest.column, (brand) => brand.longest_seconds],
  [exposureTerms.equivalent.column, (brand) => brand.equivalent_seconds],
  [exposureTerms.mediaValue.column, (brand) => brand.media_value_usd ?? ''],
  ['videos_not_valued', (brand) => brand.videos_not_valued ?? ''],
];

export const exposureCsv = ({ brands }: Exposure): CsvCell[][] => [
  columns.map(([title]) => title),
  ...brands.map((brand) => columns.map(([, cell]) => cell(brand))),
];
