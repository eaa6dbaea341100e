/** Parses schedules, which are cron lines of five fields, in UTC. */

/** Smallest and largest value of each field: minute, hour, day of the month, month, day of the week. */
const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** The values that each field allows, in ascending order. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /**
   * True if both the day of the month and the day of the week are restricted; a day then needs to match only one of
   * them.
   */
  readonly eitherDay: boolean;
}

/** Parses a line with numbers, `*`, lists, ranges and steps; null for any other line. */
export function cronFields(line: string): CronFields | null {
  const texts = line.trim().split(/\s+/);
  if (texts.length !== ranges.length) return null;

  const values = ranges.map((range, index) => valuesOf(texts[index] ?? '', range));
  const [minutes, hours, daysOfMonth, months, weekdays] = values;
  if (!minutes || !hours || !daysOfMonth || !months || !weekdays) return null;

  const daysOfWeek = [...new Set(weekdays.map((day) => day % 7))];
  const eitherDay = !texts[2]?.startsWith('*') && !texts[4]?.startsWith('*');

  return { minutes, hours, daysOfMonth, months, daysOfWeek, eitherDay };
}

const itemForm = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

function valuesOf(field: string, [lowest, highest]: readonly [number, number]): number[] | null {
  const values = new Set<number>();

  for (const item of field.split(',')) {
    const match = itemForm.exec(item);
    if (!match) return null;

    const [, first, last, every] = match;
    const from = first === undefined ? lowest : Number(first);
    // `5/15` means every 15th value from 5 on.
    const open = first === undefined || every !== undefined;
    const to = last === undefined ? (open ? highest : from) : Number(last);
    const step = every === undefined ? 1 : Number(every);
    if (from < lowest || to > highest || from > to || step < 1) return null;
    for (let value = from; value <= to; value += step) values.add(value);
  }

  return [...values].sort((a, b) => a - b);
}

const dayMs = 86_400_000;
/** Number of days to search for matches; even February 29 occurs twice in this period. */
const daysLooked = 9 * 366;

/** Longest time between two scheduled moments, in seconds; 0 for an invalid line. */
export function longestPauseSeconds(line: string, from = new Date()): number {
  const fields = cronFields(line);
  if (!fields) return 0;

  const times = fields.hours.flatMap((hour) =>
    fields.minutes.map((minute) => hour * 3600 + minute * 60),
  );
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  let longest = Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  const today = Math.floor(from.getTime() / dayMs);
  let previousDay: number | undefined;
  for (let day = today; day < today + daysLooked; day++) {
    if (!isDay(fields, new Date(day * dayMs))) continue;
    if (previousDay !== undefined)
      longest = Math.max(longest, ((day - previousDay) * dayMs) / 1000 + first - last);
    previousDay = day;
  }

  return longest;
}

function isDay(fields: CronFields, day: Date): boolean {
  if (!fields.months.includes(day.getUTCMonth() + 1)) return false;
  const inMonth = fields.daysOfMonth.includes(day.getUTCDate());
  const inWeek = fields.daysOfWeek.includes(day.getUTCDay());
  return fields.eitherDay ? inMonth || inWeek : inMonth && inWeek;
}
