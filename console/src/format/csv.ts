/** Saves text and tables as files. */
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';

export type { CsvCell };

/** Makes the browser save the text or the bytes as if they were a download. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');

  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The address has to stay valid for a while, because the browser reads the file only after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(name, csvMark + csvText(rows), 'text/csv;charset=utf-8');
}
