/**
 * Formats seconds for people to read, so that the console and reports show the same text for the same time or length.
 */

/** Times of at least this many seconds are shown without tenths. */
export const tenthsBelowSeconds = 600;

/** `0:05.0`, `9:59.9`, `12:41`, `2:03:09`. The time is rounded, never cut off, so that it is the same everywhere. */
export function timeText(seconds: number): string {
  const tenths = tenthsOf(seconds);
  if (tenths >= tenthsBelowSeconds * 10) return wholeTimeText(seconds);
  return `${wholeTimeText(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Lengths of less than this many seconds are shown in seconds, because a clock for two of them is hard to read. */
const clockFromSeconds = 60;

/**
 * The text for a length: `2.2 s`, from a minute on as a clock, `1:12.4`. It is `< 0.1 s` if it is not zero but too short
 * for tenths.
 */
export function lengthText(seconds: number): string {
  const tenths = tenthsOf(seconds);
  if (tenths >= clockFromSeconds * 10) return timeText(seconds);
  if (seconds > 0 && tenths === 0) return '< 0.1 s';
  return `${(tenths / 10).toFixed(1)} s`;
}

/** The text for a time in whole seconds, for the labels of an axis. */
export function wholeTimeText(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor(wholeSeconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(wholeSeconds % 60)}`
    : `${minutes}:${two(wholeSeconds % 60)}`;
}

export const tenthsOf = (seconds: number): number => Math.max(0, Math.round(seconds * 10));
