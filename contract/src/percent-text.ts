/** Formats percentages for people to read, in the console, in reports and on the command line. Imports nothing. */

/** A fraction as a percentage, with two significant digits if it is small. */
export function percentText(fraction: number): string {
  const percent = fraction * 100;
  if (percent === 0) return '0 %';
  if (percent < 0.01) return '< 0.01 %';
  if (percent < 1) return `${percent.toFixed(2)} %`;
  return `${percent.toFixed(1)} %`;
}
