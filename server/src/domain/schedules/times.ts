/** When a schedule is due, and which days its run is about. */
import type { ScheduleEvery } from '@reelsight/contract';
import { weekdays } from '@reelsight/contract';
import { Temporal } from 'temporal-polyfill';

/** First and last day, YYYY-MM-DD. */
export interface RunPeriod {
  readonly start: string;
  readonly end: string;
}

/** The first moment after `now` at which the schedule is due. */
export function nextDueAt(every: ScheduleEvery, timeZone: string, now: Date): Date {
  // From the day before, as a day may begin later than its date elsewhere says.
  for (let day = dayIn(timeZone, now).subtract({ days: 1 }); ; day = day.add({ days: 1 })) {
    const dueAt = dueOn(day, every, timeZone);
    if (dueAt && dueAt > now) return dueAt;
  }
}

/** The last moment up to `now` at which the schedule was due: after a stop, only that one is made up for. */
export function lastDueAt(every: ScheduleEvery, timeZone: string, now: Date): Date {
  for (let day = dayIn(timeZone, now).add({ days: 1 }); ; day = day.subtract({ days: 1 })) {
    const dueAt = dueOn(day, every, timeZone);
    if (dueAt && dueAt <= now) return dueAt;
  }
}

/** The week from Monday to Sunday, or the month, that was over when the schedule was due. */
export function periodBefore({ period }: ScheduleEvery, timeZone: string, dueAt: Date): RunPeriod {
  const day = dayIn(timeZone, dueAt);

  if (period === 'week') {
    const monday = day.subtract({ days: day.dayOfWeek - 1 });
    return daysOf(monday.subtract({ weeks: 1 }), monday);
  }

  const first = day.with({ day: 1 });
  return daysOf(first.subtract({ months: 1 }), first);
}

const daysOf = (first: Temporal.PlainDate, next: Temporal.PlainDate): RunPeriod => ({
  start: first.toString(),
  end: next.subtract({ days: 1 }).toString(),
});

const dayIn = (timeZone: string, at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** When the schedule is due on a day; undefined if it is not. */
function dueOn(day: Temporal.PlainDate, every: ScheduleEvery, timeZone: string): Date | undefined {
  if (!isDay(day, every)) return undefined;
  // An hour that the day skips is the next one; of an hour that the day repeats, it is the first.
  const moment = day.toPlainDateTime({ hour: every.hour }).toZonedDateTime(timeZone);
  return new Date(moment.epochMilliseconds);
}

function isDay(day: Temporal.PlainDate, every: ScheduleEvery): boolean {
  if (every.period === 'week') return weekdays[day.dayOfWeek - 1] === every.weekday;
  return day.day === (every.day === 'last' ? day.daysInMonth : every.day);
}
