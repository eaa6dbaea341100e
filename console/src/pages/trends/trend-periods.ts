/** Words for days and periods. */
import type { TrendPeriod, Trends } from '@reelsight/contract';
import { periodText } from '@reelsight/contract/period-text';

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

/** What stands in place of numbers where there was no video in which a brand could be. */
export const noVideo = 'no video';

/**
 * The numbers from the first period with a video on: those before it would look as if no brand had been there. Without a
 * video they stay as they are.
 */
export function fromFirstVideo(trends: Trends): Trends {
  const first = trends.periods.findIndex(({ videos }) => videos > 0);
  const begin = trends.periods[first];
  if (first <= 0 || !begin) return trends;

  return {
    ...trends,
    since: begin.start,
    periods: trends.periods.slice(first),
    series: trends.series.map((series) => ({ ...series, periods: series.periods.slice(first) })),
  };
}

/** The days of a period, and whether it is not over or not whole. */
export const periodTitle = ({ start, end, complete }: Period): string =>
  `${periodText(start, end)}${complete ? '' : ', not complete'}`;
