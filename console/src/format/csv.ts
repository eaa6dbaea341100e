/** Files that the browser saves, tables among them. */
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';

export type { CsvCell };

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
  saveFile(name, csvMark + csvText(rows), 'text/csv;charset=utf-8');
}
