/** Formats shares of a whole, which add up to 100.0 %. Imports nothing. */

/** Tenths of a percent in a whole. */
const tenths = 1000;

/**
 * Rounds shares to tenths of a percent by the method of the largest remainder, so that they add up to what they are
 * shares of: to 100.0 % if they are all the parts of a whole. Returns fractions in the same order.
 */
export function roundedShares(shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * tenths);
  const rounded = exact.map(Math.floor);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const missing = Math.round(sum(exact)) - sum(rounded);
  const byRemainder = exact
    .map((number, index) => ({ index, remainder: number - Math.floor(number) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);

  for (const { index } of byRemainder.slice(0, missing)) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded.map((number) => number / tenths);
}

/** The texts for all shares of a whole, in the same order; they add up as `roundedShares` does. */
export const shareTexts = (shares: readonly number[]): string[] =>
  roundedShares(shares).map((rounded, index) => shareText(rounded, shares[index]));

/** The text for a share that `roundedShares` rounded; one that is not zero but rounded to it says so. */
export function shareText(rounded: number, exact: number = rounded): string {
  if (rounded === 0) return exact > 0 ? '< 0.1 %' : '0 %';
  return `${(rounded * 100).toFixed(1)} %`;
}
