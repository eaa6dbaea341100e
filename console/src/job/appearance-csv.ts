/** Appearances as a spreadsheet: one line each, with all that an analyst computes with. */

import { type CsvCell, csvText } from '@reelsight/contract/csv';
import type { BrandResult, ObjectResult, Results } from '@reelsight/sdk';
import { secondsCell } from '../format/time.ts';

type Appearance = BrandResult['appearances'][number] | ObjectResult['appearances'][number];

export interface CsvSource {
  readonly jobId: string;
  readonly video: string;
  readonly results: Results;
  /** Address of the job's page at a second, and of a picture that results name; both absolute. */
  readonly momentUrl: (second: number) => string;
  readonly frameUrl: (path: string) => string;
}

interface Line {
  readonly kind: 'brand' | 'object';
  readonly name: string;
  readonly source: string;
  readonly one: Appearance;
}

type Column = readonly [title: string, cell: (line: Line, source: CsvSource) => CsvCell];

/** Boxes are fractions of the picture from its top left, as in the API; the size is that of the box. */
const columns: readonly Column[] = [
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['source', ({ source }) => source],
  ['start_seconds', ({ one }) => secondsCell(startOf(one))],
  ['end_seconds', ({ one }) => secondsCell(one.timestamp_end ?? one.timestamp)],
  ['visible_seconds', (line) => visibleSeconds(line)],
  ['confidence', ({ one }) => one.confidence],
  ['size_percent_of_picture', ({ one }) => sizePercent(one)],
  ['box_x', ({ one }) => rounded(one.bounding_box?.x)],
  ['box_y', ({ one }) => rounded(one.bounding_box?.y)],
  ['box_width', ({ one }) => rounded(one.bounding_box?.width)],
  ['box_height', ({ one }) => rounded(one.bounding_box?.height)],
  ['surface', ({ one }) => ('surface' in one ? one.surface : undefined)],
  ['context', ({ one }) => one.context],
  ['quote', ({ one }) => ('speech_context' in one ? one.speech_context : undefined)],
  ['moment_url', ({ one }, { momentUrl }) => momentUrl(startOf(one))],
  ['frame_url', ({ one }, { frameUrl }) => one.frame_url && frameUrl(one.frame_url)],
  ['video', (_, { video }) => video],
  ['job_id', (_, { jobId }) => jobId],
];

export function appearanceCsv(source: CsvSource): string {
  const { brands = [], objects = [] } = source.results;
  const lines: Line[] = [
    ...brands.flatMap(({ name, appearances }) =>
      appearances.map((one) => ({ kind: 'brand' as const, name, source: one.source, one })),
    ),
    ...objects.flatMap(({ name, appearances }) =>
      appearances.map((one) => ({ kind: 'object' as const, name, source: 'visual', one })),
    ),
  ];
  return csvText([
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, cell]) => cell(line, source))),
  ]);
}

const startOf = ({ timestamp, timestamp_start = timestamp }: Appearance): number => timestamp_start;

/** What is said is not seen. */
function visibleSeconds({ source, one }: Line): CsvCell {
  if (source !== 'visual') return undefined;
  if ('visible_duration' in one && one.visible_duration !== undefined)
    return secondsCell(one.visible_duration);
  return secondsCell((one.timestamp_end ?? one.timestamp) - startOf(one));
}

function sizePercent({ bounding_box: box }: Appearance): CsvCell {
  return box && Math.round(box.width * box.height * 10_000) / 100;
}

const rounded = (fraction: number | undefined): CsvCell =>
  fraction === undefined ? undefined : Math.round(fraction * 10_000) / 10_000;
