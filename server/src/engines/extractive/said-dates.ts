/** Reads the calendar days that a text says with their year, in English words or as ISO 8601. */

export interface SaidDate {
  /** ISO 8601, such as `1969-07-20`. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
const month = `(?<month>${months.join('|')})`;
const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?';
const year = '(?<year>[12]\\d{3})';
const edge = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';

/** Days in digits with slashes are left out, because they are read differently in different countries. */
const patterns = [
  new RegExp(`${edge}${month} (?:the )?${day},? (?:of )?${year}${end}`, 'giu'),
  new RegExp(`${edge}(?:the )?${day} (?:of )?${month},? ${year}${end}`, 'giu'),
  new RegExp(`${edge}${year}-(?<monthNumber>\\d{2})-(?<day>\\d{2})${end}`, 'gu'),
];

export function datesIn(text: string): SaidDate[] {
  const dates = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = dateOf(match.groups ?? {});
      return value === null
        ? []
        : [{ value, start: match.index, end: match.index + match[0].length }];
    }),
  );
  return dates.sort((a, b) => a.start - b.start);
}

function dateOf(groups: Readonly<Record<string, string | undefined>>): string | null {
  const monthIndex = groups.month
    ? months.indexOf(groups.month.toLowerCase())
    : Number(groups.monthNumber) - 1;
  const date = new Date(Date.UTC(Number(groups.year), monthIndex, Number(groups.day)));
  const isReal = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(groups.day);

  return isReal ? date.toISOString().slice(0, 10) : null;
}
