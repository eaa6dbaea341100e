/** Formats times, sizes and tables for the terminal. */
import { type CsvCell, csvLine } from '@reelsight/contract/csv';

export { percentText } from '@reelsight/contract/percent-text';
export { sizeText as bytes } from '@reelsight/contract/size-text';
export { lengthText, timeText } from '@reelsight/contract/time-text';

/** Running time: `1:02:03`, `2:03`, `0:07` */
export function clockTime(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor(wholeSeconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(wholeSeconds % 60)}`
    : `${minutes}:${two(wholeSeconds % 60)}`;
}

/** Formats a duration: `0.4 s`, `42 s`, `3 min 20 s`. */
export function span(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const wholeSeconds = Math.round(seconds);
  return `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
}

export function plural(count: number, singular: string, pluralForm = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : pluralForm}`;
}

/** Makes columns only as wide as needed, two spaces apart, with numbers right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((row) => (row[column] ?? '').length)),
  );
  const numeric = head.map((_, column) =>
    rows.every((row) =>
      /^((< )?[-+]?\d[\d:.,]*( ?(s|%|×|min \d+ s))?|-|)$/.test(row[column] ?? ''),
    ),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();

  return lines.map(line);
}

/** Breaks text at spaces into lines of at most `width` characters, if the words allow it. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];

  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }

  return lines;
}

/** A line of CSV (RFC 4180) that ends in a line feed, as terminals expect. */
export const csv = (cells: readonly CsvCell[]): string => `${csvLine(cells)}\n`;
