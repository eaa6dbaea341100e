/** Formats stretches of days for people to read, in mail, in reports and in the console. Imports nothing. */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `2 to 8 November 2026`, `26 October to 1 November 2026`; of a whole month `November 2026`. Days are YYYY-MM-DD. */
export function periodText(start: string, end: string): string {
  const [firstYear, firstMonth, first] = partsOf(start);
  const [lastYear, lastMonth, last] = partsOf(end);
  const until = `${last} ${months[lastMonth - 1]} ${lastYear}`;

  if (firstYear !== lastYear) return `${first} ${months[firstMonth - 1]} ${firstYear} to ${until}`;
  if (firstMonth !== lastMonth) return `${first} ${months[firstMonth - 1]} to ${until}`;
  if (first === 1 && last === daysOfMonth(lastYear, lastMonth))
    return `${months[lastMonth - 1]} ${lastYear}`;
  return first === last ? until : `${first} to ${until}`;
}

const daysOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

function partsOf(day: string): readonly [year: number, month: number, day: number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
}
