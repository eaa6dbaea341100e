/** Formats seconds for people to read, for screen readers to speak, and for files. */
import {
  lengthText,
  tenthsBelowSeconds,
  tenthsOf,
  timeText,
  wholeTimeText,
} from '@reelsight/contract/time-text';
import { counted } from './quantity.ts';

export { lengthText, timeText, wholeTimeText };

/** Seconds rounded to a tenth, for a spreadsheet. */
export const secondsCell = (seconds: number): number => tenthsOf(seconds) / 10;

/** For screen readers: `1 hour 2 minutes 3 seconds`, `1 minute 2.5 seconds`. */
export function spoken(seconds: number): string {
  const tenths = tenthsOf(seconds);
  const roundedSeconds = tenths < tenthsBelowSeconds * 10 ? tenths / 10 : Math.round(seconds);
  const parts: readonly [number, string][] = [
    [Math.floor(roundedSeconds / 3600), 'hour'],
    [Math.floor(roundedSeconds / 60) % 60, 'minute'],
    [Math.round((roundedSeconds % 60) * 10) / 10, 'second'],
  ];
  const phrases = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));

  return phrases.join(' ') || '0 seconds';
}

/**
 * A rough duration in words, because an estimate is not exact: `a few seconds`, `about 40 seconds`, `about 3 minutes`.
 */
export function roughly(seconds: number): string {
  if (seconds < 8) return 'a few seconds';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${counted(Math.max(1, minutes), 'minute')}`;
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}
