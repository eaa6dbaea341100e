/** Turns exposure into segments of a bar, rows of a file, and text. */
import type { Exposure } from '@reelsight/sdk';
import type { BrandColour } from '../format/brand-colours.ts';
import type { CsvCell } from '../format/csv.ts';
import { lengthText } from '../format/time.ts';
import type { SharePart } from '../pages/compare/share-bar.tsx';

type Brand = Exposure['brands'][number];

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (value: number): string => currency.format(value);

const namedParts = 8;

/**
 * The largest shares come first; the smaller ones are combined into one part labelled with the number of brands in it.
 * Empty if no brand is seen.
 */
export function shareParts(brands: readonly Brand[], colourOf: BrandColour): SharePart[] {
  const voiced = brands
    .filter((brand) => brand.share_of_voice > 0)
    .sort((a, b) => b.share_of_voice - a.share_of_voice);
  const largest = voiced.slice(0, namedParts).map((brand) => ({
    name: brand.name,
    share: brand.share_of_voice,
    colour: colourOf(brand.name),
    value: lengthText(brand.seen_seconds),
  }));
  const rest = voiced.slice(namedParts);
  if (rest.length === 0) return largest;

  const sum = (of: (brand: Brand) => number) => rest.reduce((total, brand) => total + of(brand), 0);
  return [
    ...largest,
    {
      name: `Other (${rest.length})`,
      share: sum((brand) => brand.share_of_voice),
      colour: 'var(--lane-grey)',
      value: lengthText(sum((brand) => brand.seen_seconds)),
      names: rest.map(({ name }) => name),
    },
  ];
}

const columns: readonly (readonly [string, (brand: Brand) => CsvCell])[] = [
  ['brand', (brand) => brand.name],
  ['videos', (brand) => brand.videos],
  ['appearances', (brand) => brand.appearances],
  ['seen_seconds', (brand) => brand.seen_seconds],
  ['share_of_video', (brand) => brand.share_of_video],
  ['share_of_voice', (brand) => brand.share_of_voice],
  ['solus_seconds', (brand) => brand.solus_seconds],
  ['mean_size', (brand) => brand.mean_size],
  ['max_size', (brand) => brand.max_size],
  ['clarity', (brand) => brand.clarity],
  ['legible_phone_seconds', (brand) => brand.legible_seconds.phone],
  ['legible_laptop_seconds', (brand) => brand.legible_seconds.laptop],
  ['legible_tv_seconds', (brand) => brand.legible_seconds.tv],
  ['said_times', (brand) => brand.said.times],
  ['longest_seconds', (brand) => brand.longest_seconds],
  ['equivalent_seconds', (brand) => brand.equivalent_seconds],
  ['media_value_usd', (brand) => brand.media_value_usd ?? ''],
  ['videos_not_valued', (brand) => brand.videos_not_valued ?? ''],
];

export const exposureCsv = ({ brands }: Exposure): CsvCell[][] => [
  columns.map(([title]) => title),
  ...brands.map((brand) => columns.map(([, cell]) => cell(brand))),
];
