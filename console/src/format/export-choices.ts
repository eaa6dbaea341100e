/** The formats that the console offers as files: for one job, and for selected jobs. */
import {
  type ExportFormat,
  exportFormatTable,
  type FormatEntry,
  formatsWhere,
  missingNeed,
} from '@reelsight/contract/export-formats';
import type { Results } from '@reelsight/sdk';

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
}

type Place = 'jobPlace' | 'selectionPlace';

function choicesBy(place: Place, fits: (entry: FormatEntry) => boolean): ExportChoice[] {
  const placeOf = (format: ExportFormat): number => exportFormatTable[format].console[place] ?? 0;
  return formatsWhere((entry) => entry.console[place] !== undefined && fits(entry))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(exportChoice);
}

function exportChoice(format: ExportFormat): ExportChoice {
  const { console: choice, options } = exportFormatTable[format];
  return {
    format,
    label: choice.label,
    // The byte order mark tells spreadsheets that the file is UTF-8.
    query: options.includes('bom') ? { bom: 'true' } : {},
  };
}

/** The files that can be made from the results of a job. */
export function jobExportChoices(results: Results): ExportChoice[] {
  const hasFrameRate = Boolean(results.meta.video?.fps);
  return choicesBy(
    'jobPlace',
    ({ needs, options }) =>
      missingNeed(needs, results) === null &&
      (hasFrameRate || !(options.includes('frame_rate') || options.includes('frame_size'))),
  );
}

/** The formats offered for several jobs. If a job lacks the data for a format, the manifest in the ZIP file says so. */
export const selectionExportChoices = (): ExportChoice[] => choicesBy('selectionPlace', () => true);
