/** Writes shots, text on screen, paid segments and disclosures as spreadsheets, with one row for each. */
import type { Disclosure } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { roundSeconds } from '../exposure/spans.ts';
import { rounded, sizePercent } from './appearance-csv.ts';
import { type ExportedJob, type ExportOptions, type Pieces, titleOf } from './exported.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

type Column<Row> = readonly [title: string, cell: (row: Row, number: number) => CsvCell];

/**
 * Returns the writer of a table whose rows have a start and an end: these times come first, then the row's own columns,
 * then its source, and at the end the columns that came to the table later, because programs may count columns.
 */
function table<Row extends Span>(
  rowsOf: (job: ExportedJob) => readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  laterColumns: readonly Column<Row>[] = [],
) {
  const titles = [
    ...['start_seconds', 'end_seconds', 'seconds', ...columns.map(([title]) => title)],
    ...['moment_url', 'video', 'job_id', ...laterColumns.map(([title]) => title)],
  ];
  return {
    head: ({ mark }: ExportOptions): string => (mark ? csvMark : '') + csvText([titles]),
    *write(job: ExportedJob, { links }: ExportOptions): Pieces {
      for (const [index, row] of (rowsOf(job) ?? []).entries()) {
        const { start, end } = row;
        const cellsOf = (chosen: readonly Column<Row>[]) =>
          chosen.map(([, cell]) => cell(row, index + 1));
        const from = [links.origin + jobPath(job.job_id, start), titleOf(job), job.job_id];
        const times = [roundSeconds(start), roundSeconds(end), roundSeconds(end - start)];
        yield csvText([[...times, ...cellsOf(columns), ...from, ...cellsOf(laterColumns)]]);
      }
    },
  };
}

/** Keyed by the name of the format. */
export const momentTables = {
  'shots.csv': table(
    ({ results }) => results.shots,
    [
      ['shot', (_, number) => number],
      ['transition', ({ transition }) => transition],
    ],
  ),
  'on-screen-text.csv': table(
    ({ results }) => results.on_screen_text,
    [
      ['text', ({ text }) => text],
      ['confidence', ({ confidence }) => confidence],
      ['size_percent_of_picture', ({ bounding_box: box }) => sizePercent(box)],
      ['box_x', ({ bounding_box: box }) => rounded(box.x)],
      ['box_y', ({ bounding_box: box }) => rounded(box.y)],
      ['box_width', ({ bounding_box: box }) => rounded(box.width)],
      ['box_height', ({ bounding_box: box }) => rounded(box.height)],
    ],
  ),
  'paid-segments.csv': table(
    ({ results }) => results.paid_segments,
    [
      ['brand', ({ brand }) => brand],
      ['confidence', ({ confidence }) => confidence],
      ['evidence_seconds', ({ evidence: [first] }) => first && roundSeconds(first.timestamp)],
      ['evidence_source', ({ evidence: [first] }) => first?.source],
      ['quote', ({ evidence }) => evidence.map(({ quote }) => quote).join(' … ')],
    ],
    [['corrected', ({ corrected }) => corrected === true]],
  ),
  'disclosures.csv': table(
    ({ results }) => results.disclosures?.map(withTimes),
    [
      ['sign', ({ sign }) => sign],
      ['brand', ({ brand }) => brand],
      ['language', ({ language }) => language],
      ['confidence', ({ confidence }) => confidence],
      ['quote', ({ quote }) => quote],
    ],
  ),
};

function withTimes(disclosure: Disclosure): Disclosure & Span {
  const { timestamp, duration_seconds: duration = 0 } = disclosure;
  return { ...disclosure, start: timestamp, end: timestamp + duration };
}
