/**
 * The parts of a share bar: the largest brands each by name, and the rest combined into one part labelled with their
 * number.
 */
import type { BrandColour } from '../../format/brand-colours.ts';
import { number } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import type { BrandShare } from './brand-share.ts';
import type { SharePart } from './share-bar.tsx';

const measures = {
  seconds: {
    shareOf: (brand: BrandShare) => brand.shareOfSeconds,
    amount: (brand: BrandShare) => brand.visibleSeconds,
    text: timeText,
  },
  mentions: {
    shareOf: (brand: BrandShare) => brand.shareOfMentions,
    amount: (brand: BrandShare) => brand.mentions,
    text: (count: number) => `${number(count)} ×`,
  },
} as const;

const namedParts = 8;

/** The largest share comes first, and all shares add up to one. Empty if no brand has a share. */
export function sharePartsOf(
  shares: readonly BrandShare[],
  measure: keyof typeof measures,
  colourOf: BrandColour,
): SharePart[] {
  const { shareOf, amount, text } = measures[measure];
  const sharing = shares
    .filter((share) => (shareOf(share) ?? 0) > 0)
    .sort((a, b) => (shareOf(b) ?? 0) - (shareOf(a) ?? 0));
  const largest = sharing.slice(0, namedParts).map((brand) => ({
    name: brand.name,
    share: shareOf(brand) ?? 0,
    colour: colourOf(brand.name),
    value: text(amount(brand)),
  }));
  const rest = sharing.slice(namedParts);
  if (rest.length === 0) return largest;

  const sum = (value: (brand: BrandShare) => number) =>
    rest.reduce((total, brand) => total + value(brand), 0);

  return [
    ...largest,
    {
      name: `Other (${rest.length})`,
      share: sum((brand) => shareOf(brand) ?? 0),
      colour: 'var(--lane-grey)',
      value: text(sum(amount)),
      names: rest.map(({ name }) => name),
    },
  ];
}
