/** Exposure as segments of a bar, as lines of a file, and as text. */
import type { Exposure } from '@reelsight/sdk';
import type { BrandColour } from '../format/brand-colours.ts';
import type { CsvCell } from '../format/csv.ts';
import { lengthText } from '../format/time.ts';
import type { SharePart } from '../pages/compare/share-bar.tsx';

type Brand = Exposure['brands'][number];

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (value: number): string => whole.format(value);

const namedParts = 8;

/** Largest first, the smaller ones as one part that gives their number; empty if no brand is seen. */
export function shareParts(brands: readonly Brand[], colourOf: BrandColour): SharePart[] {
  const some = brands
    .filter((brand) => brand.share_of_voice > 0)
    .sort((a, b) => b.share_of_voice - a.share_of_voice);
  const named = some.slice(0, namedParts).map((one) => ({
    name: one.name,
    share: one.share_of_voice,
    colour: colourOf(one.name),
    value: lengthText(one.seen_seconds),
  }));
  const rest = some.slice(namedParts);
  if (rest.length === 0) return named;

  const sum = (of: (one: Brand) => number) => rest.reduce((all, one) => all + of(one), 0);
  return [
    ...named,
    {
      name: `Other (${rest.length})`,
      share: sum((one) => one.share_of_voice),
      colour: 'var(--lane-grey)',
      value: lengthText(sum((one) => one.seen_seconds)),
      names: rest.map(({ name }) => name),
    },
  ];
}

const columns: readonly (readonly [string, (one: Brand) => CsvCell])[] = [
  ['brand', (one) => one.name],
  ['videos', (one) => one.videos],
  ['appearances', (one) => one.appearances],
  ['seen_seconds', (one) => one.seen_seconds],
  ['share_of_video', (one) => one.share_of_video],
  ['share_of_voice', (one) => one.share_of_voice],
  ['solus_seconds', (one) => one.solus_seconds],
  ['mean_size', (one) => one.mean_size],
  ['max_size', (one) => one.max_size],
  ['clarity', (one) => one.clarity],
  ['legible_phone_seconds', (one) => one.legible_seconds.phone],
  ['legible_laptop_seconds', (one) => one.legible_seconds.laptop],
  ['legible_tv_seconds', (one) => one.legible_seconds.tv],
  ['said_times', (one) => one.said.times],
  ['longest_seconds', (one) => one.longest_seconds],
  ['equivalent_seconds', (one) => one.equivalent_seconds],
  ['media_value_usd', (one) => one.media_value_usd ?? ''],
];

export const exposureCsv = ({ brands }: Exposure): CsvCell[][] => [
  columns.map(([title]) => title),
  ...brands.map((brand) => columns.map(([, cell]) => cell(brand))),
];
