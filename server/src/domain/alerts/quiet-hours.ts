/** Knows when quiet hours end, in a time zone whose clocks may change meanwhile. */
import { Temporal } from 'temporal-polyfill';

export interface QuietHours {
  /** Times of the day, HH:MM. They end on the next day if `end` is before `start`. */
  readonly start: string;
  readonly end: string;
}

/** When the quiet hours end that `now` is in; null if it is in none. */
export function endOfQuiet({ start, end }: QuietHours, timeZone: string, now: Date): Date | null {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const local = instant.toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime();
  const beginTime = Temporal.PlainTime.from(start);
  const endTime = Temporal.PlainTime.from(end);
  const isAfterBegin = Temporal.PlainTime.compare(time, beginTime) >= 0;
  const isBeforeEnd = Temporal.PlainTime.compare(time, endTime) < 0;
  const spansMidnight = Temporal.PlainTime.compare(beginTime, endTime) > 0;
  if (spansMidnight ? !(isAfterBegin || isBeforeEnd) : !(isAfterBegin && isBeforeEnd)) return null;

  const day = local.toPlainDate().add({ days: spansMidnight && isAfterBegin ? 1 : 0 });
  const ends = day.toPlainDateTime(endTime);
  // Where clocks are set back, the end may come twice; if the first is over, the second counts.
  const first = ends.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  const last = ends.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const next = first.epochMilliseconds > now.getTime() ? first : last;

  return new Date(next.epochMilliseconds);
}
