/** Words for days and periods. */
import type { TrendPeriod, Trends } from '@reelsight/contract';

type Period = Trends['periods'][number];

// A day is a date without a time, so it is shown as it is in any time zone.
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const longFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `2 Nov 2026`. */
export const dayText = (day: string): string => longFormat.format(dateOf(day));

/** For an axis: `2 Nov`, or `Nov 2026` for a month. */
export const tickText = ({ start }: Period, by: TrendPeriod): string =>
  (by === 'month' ? monthFormat : dayFormat).format(dateOf(start));

/** `2 Nov 2026`, `2 Nov 2026 to 8 Nov 2026`. */
export const stretchText = (since: string, until: string): string =>
  since === until ? dayText(since) : `${dayText(since)} to ${dayText(until)}`;

/** As `stretchText`, with the word that a period is not over or not whole. */
export const periodText = ({ start, end, complete }: Period): string =>
  `${stretchText(start, end)}${complete ? '' : ', not complete'}`;
