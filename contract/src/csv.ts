/** Tables as text for spreadsheets, in the service and in its pages. Imports nothing. */

export type CsvCell = string | number | boolean | null | undefined;

/** A byte order mark, without which spreadsheets assume an encoding other than UTF-8. */
export const csvMark = '\ufeff';

/** RFC 4180. A text that a spreadsheet would run as a formula is prefixed with a quote. */
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
 * A spreadsheet that separates cells by semicolons or tabs takes our quotes as text, so a cell may begin after any
 * separator or line break. East Asian editions treat the full-width signs like the narrow ones.
 */
const unformula = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠\t\r])/g, "'");
