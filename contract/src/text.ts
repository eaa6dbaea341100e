/**
 * Building blocks of the request schemas, such as texts counted in Unicode characters and optional fields that accept
 * null.
 */
import { z } from 'zod';
import { characterCount, hasControlCharacters } from './plain-text.ts';

export { characterCount } from './plain-text.ts';

/**
 * Text of 1 to `max` Unicode characters. It must be well-formed and not blank, and have no control characters except
 * tab and line breaks.
 */
export function textOf(max: number) {
  return z
    .string()
    .refine((value) => characterCount(value) <= max, `must have at most ${max} characters`)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => !hasControlCharacters(value), 'must not contain control characters')
    .meta({ minLength: 1, maxLength: max });
}

/**
 * A date, or a date and time, in ISO 8601; without a zone it is read as UTC. In a query an unencoded `+` becomes a
 * space. A space before a zone can mean nothing else, so `2026-11-01T00:00:00 02:00` is read as two hours ahead of UTC.
 */
export const isoDate = z
  .string()
  .refine(isIsoDate, 'must be an ISO 8601 date or date-time')
  .meta({ format: 'date-time', examples: ['2026-11-01T00:00:00.000Z'] });

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+ -]\d{2}:?\d{2})?)?$/;

function isIsoDate(value: string): boolean {
  const parts = isoPattern.exec(value);
  if (!parts) return false;

  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return false;

  // Outside the years 1 to 9999 the databases write dates in nonstandard formats. The year is taken in UTC, because a
  // time zone can push a date over the limit.
  const utcYear = parseIsoDate(value).getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999;
}

/** Whether the text is a calendar day, such as `2026-11-02`. */
export const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && isIsoDate(value);

/** Whether the text is a time of the day to the minute, such as `22:00`. */
export const isTimeOfDay = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

/** The time that an `isoDate` denotes. */
export function parseIsoDate(value: string): Date {
  const normal = value
    .replace(' ', '+')
    .replace(',', '.')
    .replace(/(\.\d{3})\d+/, '$1');
  const zoned = /T/.test(normal) && !/(Z|[+-]\d{2}:?\d{2})$/.test(normal) ? `${normal}Z` : normal;
  return new Date(zoned.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
}

/** A timestamp in an answer: ISO 8601 with milliseconds and `Z`. */
export const timestamp = z.string().meta({
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
});

type Present<T> = { [K in keyof T]: Exclude<T[K], null> };

/** Drops fields that are null, because null in an optional field means absent (interface.md "Requests and answers"). */
export function withoutNulls<T extends object>(value: T): Present<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  ) as Present<T>;
}
