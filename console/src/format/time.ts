/** Seconds as people read them: one text for every point and length of time in the console, and one number for its files. */
import { counted } from './quantity.ts';

/** Above this, tenths are not shown. */
const tenthsBelowSeconds = 600;

/** `0:05.0`, `9:59.9`, `12:41`, `2:03:09`: rounded, never cut, so that a number is the same wherever it stands. */
export function timeText(seconds: number): string {
  const tenths = tenthsOf(seconds);
  if (tenths >= tenthsBelowSeconds * 10) return wholeTimeText(seconds);
  return `${wholeTimeText(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Whole seconds, for the labels of an axis. */
export function wholeTimeText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** The same for a spreadsheet: seconds to the tenth. */
export const secondsCell = (seconds: number): number => tenthsOf(seconds) / 10;

const tenthsOf = (seconds: number): number => Math.max(0, Math.round(seconds * 10));

/** For screen readers: `1 hour 2 minutes 3 seconds`, `1 minute 2.5 seconds`. */
export function spoken(seconds: number): string {
  const tenths = tenthsOf(seconds);
  const all = tenths < tenthsBelowSeconds * 10 ? tenths / 10 : Math.round(seconds);
  const parts: readonly [number, string][] = [
    [Math.floor(all / 3600), 'hour'],
    [Math.floor(all / 60) % 60, 'minute'],
    [Math.round((all % 60) * 10) / 10, 'second'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return said.join(' ') || '0 seconds';
}

/** A guess in words that claim no more than it knows: `a few seconds`, `about 40 seconds`, `about 3 minutes`. */
export function roughly(seconds: number): string {
  if (seconds < 8) return 'a few seconds';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${counted(Math.max(1, minutes), 'minute')}`;
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}
