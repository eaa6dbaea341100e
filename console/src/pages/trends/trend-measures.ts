/** The numbers that the charts can show. */
import type { TrendNumbers, TrendOrder } from '@reelsight/contract';
import { counted, number } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';

export interface Measure {
  readonly id: string;
  readonly title: string;
  /** The number of the interface that orders series as this one does. */
  readonly orderBy: TrendOrder;
  readonly value: (numbers: TrendNumbers) => number;
  /** The value in words. */
  readonly text: (value: number) => string;
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const share = (value: number): string => `${(value * 100).toFixed(1)} %`;

export const measures: readonly Measure[] = [
  {
    id: 'seconds',
    title: 'Seconds on screen',
    orderBy: 'seen_seconds',
    value: ({ seen_seconds: seconds }) => seconds,
    text: lengthText,
  },
  {
    id: 'equivalent',
    title: 'Equivalent seconds',
    orderBy: 'equivalent_seconds',
    value: ({ equivalent_seconds: seconds }) => seconds,
    text: lengthText,
  },
  {
    id: 'share',
    title: 'Share of seconds on screen',
    orderBy: 'seen_seconds',
    value: ({ share_of_voice: part }) => part,
    text: share,
  },
  {
    id: 'videos',
    title: 'Videos with it',
    orderBy: 'videos',
    value: ({ videos }) => videos,
    text: (value) => counted(value, 'video'),
  },
  {
    id: 'mentions',
    title: 'Times said',
    orderBy: 'mentions',
    value: ({ mentions }) => mentions,
    text: number,
  },
  {
    id: 'paid',
    title: 'Videos that name it as paying',
    orderBy: 'videos_paid',
    value: ({ videos_paid: videos }) => videos,
    text: (value) => counted(value, 'video'),
  },
  {
    id: 'value',
    title: 'Media value',
    orderBy: 'media_value_usd',
    value: ({ media_value_usd: value }) => value ?? 0,
    text: (value) => dollarFormat.format(value),
  },
];

export const measureOf = (id: string | null): Measure =>
  measures.find((measure) => measure.id === id) ?? (measures[0] as Measure);

/** How a value differs from that of the time before: `+12 %`, `new`; null if there is nothing to compare. */
export function changeText(value: number, previous: number): string | null {
  if (previous === 0) return value === 0 ? null : 'new';
  const percent = Math.round((100 * (value - previous)) / previous);
  if (percent === 0) return 'unchanged';
  return `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`;
}
