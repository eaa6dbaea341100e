/** Appearances as a spreadsheet: one line each, with all that an analyst computes with. */
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { unionSeconds } from '../analysis/spans.ts';
import { roundSeconds } from '../exposure/spans.ts';
import {
  type Appearance,
  appearancesOfThing,
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  thingsOf,
  titleOf,
} from './exported.ts';

type Column = readonly [
  title: string,
  cell: (
    line: Appearance,
    job: ExportedJob,
    options: ExportOptions,
    nameSeconds: number | undefined,
  ) => CsvCell,
];

/** `name_seconds` are those of all appearances of the name together. Boxes are fractions of the picture from its top left, as in the API; the size is that of the box. */
const columns: readonly Column[] = [
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['source', ({ source }) => source],
  ['start_seconds', ({ start }) => hundredths(start)],
  ['end_seconds', ({ end, one }) => hundredths(Math.max(end, one.timestamp))],
  ['visible_seconds', (line) => visibleSeconds(line)],
  ['confidence', ({ one }) => one.confidence],
  ['size_percent_of_picture', ({ one }) => sizePercent(one)],
  ['box_x', ({ one }) => rounded(one.bounding_box?.x)],
  ['box_y', ({ one }) => rounded(one.bounding_box?.y)],
  ['box_width', ({ one }) => rounded(one.bounding_box?.width)],
  ['box_height', ({ one }) => rounded(one.bounding_box?.height)],
  ['surface', ({ one }) => textOf(one, 'surface')],
  ['context', ({ one }) => one.context],
  ['quote', ({ one }) => textOf(one, 'speech_context')],
  ['moment_url', ({ start }, { job_id }, { links }) => momentUrl(links.origin, job_id, start)],
  [
    'frame_url',
    ({ one }, _, { links }) => one.frame_url && links.origin + links.base + one.frame_url,
  ],
  ['video', (_, job) => titleOf(job)],
  ['job_id', (_, { job_id }) => job_id],
  ['name_seconds', (_, __, ___, seconds) => seconds],
];

export function csvHead({ mark }: ExportOptions): string {
  return (mark ? csvMark : '') + csvText([columns.map(([title]) => title)]);
}

export function* csvLines(job: ExportedJob, options: ExportOptions): Pieces {
  for (const thing of thingsOf(job, options.names)) {
    const lines = appearancesOfThing(thing);
    const seen = lines.filter(({ source }) => source === 'visual');
    // What is only heard has none.
    const seconds = seen.length > 0 ? roundSeconds(unionSeconds(seen)) : undefined;
    for (const line of lines)
      yield csvText([columns.map(([, cell]) => cell(line, job, options, seconds))]);
  }
}

const hundredths = (seconds: number): number => Math.max(0, Math.round(seconds * 100)) / 100;

/** The page of the console that shows the moment. */
const momentUrl = (origin: string, jobId: string, seconds: number): string =>
  `${origin}/jobs/${jobId}?t=${hundredths(seconds)}`;

function textOf(one: Appearance['one'], field: 'surface' | 'speech_context'): CsvCell {
  return field in one ? ((one as Record<string, unknown>)[field] as string | undefined) : undefined;
}

/** What is said is not seen. */
function visibleSeconds({ source, one, start, end }: Appearance): CsvCell {
  if (source !== 'visual') return undefined;
  const known =
    'visible_duration' in one ? (one.visible_duration as number | undefined) : undefined;
  return hundredths(known ?? end - start);
}

function sizePercent({ bounding_box: box }: Appearance['one']): CsvCell {
  return box && Math.round(box.width * box.height * 10_000) / 100;
}

const rounded = (fraction: number | undefined): CsvCell =>
  fraction === undefined ? undefined : Math.round(fraction * 10_000) / 10_000;
