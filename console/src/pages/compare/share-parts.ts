/**
 * The parts of a share bar: the largest brands each by name, and the rest combined into one part labelled with their
 * number, which is no larger than the largest brand as long as the bar has room.
 */
import { namedShares } from '@reelsight/contract/exposure-words';
import { roundedShares, shareText } from '@reelsight/contract/share-text';
import type { BrandColour } from '../../format/brand-colours.ts';
import { number } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';
import type { BrandShare } from './brand-share.ts';
import type { SharePart } from './share-bar.tsx';

const measures = {
  seconds: {
    shareOf: (brand: BrandShare) => brand.shareOfSeconds,
    amount: (brand: BrandShare) => brand.visibleSeconds,
    text: lengthText,
  },
  mentions: {
    shareOf: (brand: BrandShare) => brand.shareOfMentions,
    amount: (brand: BrandShare) => brand.mentions,
    text: (count: number) => `${number(count)} ×`,
  },
} as const;

/**
 * The brands with the largest shares, in the order in which they are given, so that every bar of a page has its brands in
 * the order of the table. What the others have together comes last. All shares add up to one. Empty if no brand has a
 * share.
 */
export function sharePartsOf(
  shares: readonly BrandShare[],
  measure: keyof typeof measures,
  colourOf: BrandColour,
): SharePart[] {
  const { shareOf, amount, text } = measures[measure];
  const sharing = shares.filter((brand) => (shareOf(brand) ?? 0) > 0);
  return partsOf(
    sharing.map((brand) => ({
      name: brand.name,
      share: shareOf(brand) ?? 0,
      amount: amount(brand),
    })),
    { colourOf, text },
  );
}

interface Sharing {
  readonly name: string;
  readonly share: number;
  readonly amount: number;
}

interface PartWords {
  readonly colourOf: BrandColour;
  /** Formats the amount that a share stands for. */
  readonly text: (amount: number) => string;
}

export function partsOf(brands: readonly Sharing[], { colourOf, text }: PartWords): SharePart[] {
  const rounded = roundedShares(brands.map(({ share }) => share));
  const bySize = brands.toSorted((a, b) => b.share - a.share);
  const named = new Set(bySize.slice(0, namedShares(bySize.map(({ share }) => share))));
  const parts = brands.flatMap((brand, index) =>
    named.has(brand)
      ? {
          name: brand.name,
          share: brand.share,
          percent: shareText(rounded[index] ?? 0, brand.share),
          colour: colourOf(brand.name),
          value: text(brand.amount),
        }
      : [],
  );
  const rest = brands.filter((brand) => !named.has(brand));
  if (rest.length === 0) return parts;

  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const share = sum(rest.map((brand) => brand.share));
  const restRounded = sum(
    brands.map((brand, index) => (named.has(brand) ? 0 : (rounded[index] ?? 0))),
  );

  return [
    ...parts,
    {
      name: `Other (${rest.length})`,
      share,
      percent: shareText(restRounded, share),
      colour: 'var(--lane-grey)',
      value: text(sum(rest.map((brand) => brand.amount))),
      names: rest.map(({ name }) => name),
    },
  ];
}
