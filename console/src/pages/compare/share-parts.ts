/** The parts of a share bar: the largest brands by name, the rest as one part that gives their number. */
import type { BrandColour } from '../../format/brand-colours.ts';
import { number } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import type { BrandShare } from './brand-share.ts';
import type { SharePart } from './share-bar.tsx';

const measures = {
  seconds: {
    shareOf: (one: BrandShare) => one.shareOfSeconds,
    amount: (one: BrandShare) => one.visibleSeconds,
    text: timeText,
  },
  mentions: {
    shareOf: (one: BrandShare) => one.shareOfMentions,
    amount: (one: BrandShare) => one.mentions,
    text: (count: number) => `${number(count)} ×`,
  },
} as const;

const namedParts = 8;

/** Largest first; the shares add up to one. Empty if there is nothing to share. */
export function sharePartsOf(
  shares: readonly BrandShare[],
  measure: keyof typeof measures,
  colourOf: BrandColour,
): SharePart[] {
  const { shareOf, amount, text } = measures[measure];
  const some = shares
    .filter((share) => (shareOf(share) ?? 0) > 0)
    .sort((a, b) => (shareOf(b) ?? 0) - (shareOf(a) ?? 0));
  const named = some.slice(0, namedParts).map((one) => ({
    name: one.name,
    share: shareOf(one) ?? 0,
    colour: colourOf(one.name),
    value: text(amount(one)),
  }));
  const rest = some.slice(namedParts);
  if (rest.length === 0) return named;

  const sum = (value: (one: BrandShare) => number) =>
    rest.reduce((all, one) => all + value(one), 0);

  return [
    ...named,
    {
      name: `Other (${rest.length})`,
      share: sum((one) => shareOf(one) ?? 0),
      colour: 'var(--lane-grey)',
      value: text(sum(amount)),
      names: rest.map(({ name }) => name),
    },
  ];
}
