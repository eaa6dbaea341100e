/** Tables as files for a spreadsheet. */

export type CsvCell = string | number | boolean | null | undefined;

/** RFC 4180. A text that a spreadsheet would run as a formula gets a quote before it. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? unformula(value) : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet that separates by semicolons or tabs takes our quotes for text, and begins a cell after each of these and
 * after a line's end.
 */
const unformula = (text: string): string => text.replace(/(?<=^|[;\t\r\n])(?="*[=+\-@\t\r])/g, "'");

/** The browser saves it as if it had been fetched. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser takes the file up after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  // Spreadsheets take a file without this mark for another encoding.
  saveFile(name, `\ufeff${csvText(rows)}`, 'text/csv;charset=utf-8');
}
