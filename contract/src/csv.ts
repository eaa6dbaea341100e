/** Writes tables as text for spreadsheets, in the service and in its pages. Imports nothing. */

export type CsvCell = string | number | boolean | null | undefined;

/** A byte order mark, without which spreadsheets assume an encoding other than UTF-8. */
export const csvMark = '\ufeff';

/** A table as CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with a quote. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${csvLine(cells)}\r\n`).join('');
}

/** A row without its line break. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(cellText).join(',');

function cellText(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? unformula(value) : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Disarms formulas. A spreadsheet that separates cells by semicolons or tabs reads our quotes as text, so for it a cell
 * may begin after any separator or line break. East Asian editions treat full-width signs like the usual ones.
 */
const unformula = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠\t\r])/g, "'");
