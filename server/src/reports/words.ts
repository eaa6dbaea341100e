/** Formats numbers for a report. */
import type { VideoAudience } from '@reelsight/contract';
import { lengthText } from '@reelsight/contract/time-text';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a number of seconds; zero becomes a dash. */
export const secondsText = (seconds: number): string => (seconds > 0 ? lengthText(seconds) : '–');

/** What stands in place of a proof frame that was removed, or is no picture any more. */
export const frameGone = 'The frame is no longer stored, or is damaged.';

export const countText = (count: number): string => grouped.format(count);

/** Formats a confidence as the console does. */
export const confidenceText = (confidence: number): string => `${Math.round(confidence * 100)} %`;

export const fractionText = (fraction: number): string => fraction.toFixed(2);
export const dollarsText = (amount: number | null): string =>
  amount === null ? '–' : dollars.format(amount);
export const dayText = (iso: string): string => day.format(new Date(iso));

/** Where an audience comes from that is not the platform's. */
const audienceSources = { manual: 'by hand', default: 'default', given: 'as given' } as const;

/** What a column "As of" says: the day on which the platform gave the views, or where they come from. */
export const audienceDate = ({ source, read_at: readAt }: VideoAudience): string =>
  source === 'platform' ? (readAt ?? '').slice(0, 10) : audienceSources[source];
