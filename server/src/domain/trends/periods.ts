/** Divides a stretch of days into days, weeks or months, and knows when each begins in a time zone. */
import { invalidInput, type TrendPeriod, trendLimits } from '@reelsight/contract';
import { Temporal } from 'temporal-polyfill';

export interface Period {
  /** First and last day, YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  readonly startsAt: Date;
  /** When the next one begins. */
  readonly endsAt: Date;
  /** Whether the period is over, and neither the first nor the last day cuts it. */
  readonly complete: boolean;
}

export interface Stretch {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly by: TrendPeriod;
  readonly timeZone: string;
}

export interface Periods {
  /** First and last day, YYYY-MM-DD. */
  readonly since: string;
  readonly until: string;
  readonly periods: readonly [Period, ...Period[]];
  /** When the stretch of the same number of days before the first period begins. */
  readonly previousStartsAt: Date;
}

/** How many periods are shown if neither the first nor the last day is given. */
const usualPeriods = 12;
/** Days outside these years are refused: no video is older, and databases write other years in different ways. */
const yearRange = { least: 1900, most: 2200 } as const;

/**
 * The periods of the stretch, of which the first and last may be cut. Throws Fault VALIDATION_FAILED if the stretch ends
 * before it begins or has too many periods.
 */
export function periodsOf({ since, until, by, timeZone }: Stretch, now: Date): Periods {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const first = since === undefined ? undefined : dayOf('since', since);
  const last = until === undefined ? laterOf(today, first) : dayOf('until', until);
  const begin = first ?? startOf(last, by).subtract(lengthOf(by, usualPeriods - 1));
  if (Temporal.PlainDate.compare(begin, last) > 0)
    throw invalidInput('until: the last day must not be before the first.');

  const periods: Period[] = [];
  for (let start = begin; Temporal.PlainDate.compare(start, last) <= 0; ) {
    if (periods.length === trendLimits.periods)
      throw invalidInput(
        `by: from ${begin} to ${last} there are more than ${trendLimits.periods} periods. Take longer ones, or fewer days.`,
      );

    const next = startOf(start, by).add(lengthOf(by, 1));
    const end = earlierOf(next.subtract({ days: 1 }), last);
    const endsAt = startsAt(end.add({ days: 1 }), timeZone);
    const isWhole = start.equals(startOf(start, by)) && end.add({ days: 1 }).equals(next);
    periods.push({
      start: start.toString(),
      end: end.toString(),
      startsAt: startsAt(start, timeZone),
      endsAt,
      complete: isWhole && endsAt.getTime() <= now.getTime(),
    });
    start = next;
  }

  const days = begin.until(last).days + 1;
  return {
    since: begin.toString(),
    until: last.toString(),
    periods: periods as [Period, ...Period[]],
    previousStartsAt: startsAt(begin.subtract({ days }), timeZone),
  };
}

/** The week or month that a time lies in. */
export function periodAround(
  time: Date,
  by: TrendPeriod,
  timeZone: string,
): Pick<Period, 'start' | 'startsAt' | 'endsAt'> {
  const day = Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const start = startOf(day, by);
  return {
    start: start.toString(),
    startsAt: startsAt(start, timeZone),
    endsAt: startsAt(start.add(lengthOf(by, 1)), timeZone),
  };
}

/** Before and after all videos. */
const always = { from: new Date(0), to: new Date('2200-01-01T00:00:00Z') } as const;

/**
 * The times between which the days from the first to the last lie, `to` exclusive. A missing day does not limit them. A
 * day does not always begin at midnight.
 */
export function timesOf(
  {
    since,
    until,
  }: { readonly since?: string | null | undefined; readonly until?: string | null | undefined },
  timeZone: string,
): { readonly from: Date; readonly to: Date } {
  return {
    from: since == null ? always.from : startsAt(Temporal.PlainDate.from(since), timeZone),
    to:
      until == null
        ? always.to
        : startsAt(Temporal.PlainDate.from(until).add({ days: 1 }), timeZone),
  };
}

function dayOf(field: string, text: string): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(text);
  if (day.year < yearRange.least || day.year > yearRange.most)
    throw invalidInput(`${field}: must be from ${yearRange.least} to ${yearRange.most}.`);
  return day;
}

const startsAt = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds);

function startOf(day: Temporal.PlainDate, by: TrendPeriod): Temporal.PlainDate {
  if (by === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return by === 'month' ? day.with({ day: 1 }) : day;
}

const lengthOf = (by: TrendPeriod, count: number): Temporal.DurationLike =>
  by === 'day' ? { days: count } : by === 'week' ? { weeks: count } : { months: count };

const earlierOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? a : b;

/** Today, or a later first day: a stretch from tomorrow on has one empty period. */
const laterOf = (
  today: Temporal.PlainDate,
  first: Temporal.PlainDate | undefined,
): Temporal.PlainDate => (first && Temporal.PlainDate.compare(first, today) > 0 ? first : today);
