/** Appearances as a spreadsheet: one line each, with all that an analyst computes with. */
import type { BoundingBox } from '@reelsight/contract';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { unionSeconds } from '../analysis/spans.ts';
import { roundSeconds } from '../exposure/spans.ts';
import {
  type Appearance,
  appearancesOfThing,
  type Detection,
  detectionsOf,
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  type Thing,
  thingsOf,
  titleOf,
} from './exported.ts';

interface Line extends Appearance {
  readonly job: ExportedJob;
  readonly links: ExportOptions['links'];
  readonly box: BoundingBox | undefined;
  /** Of all appearances of the name together. */
  readonly nameSeconds: number | undefined;
}

type Column = readonly [title: string, cell: (line: Line) => CsvCell];

/** Boxes are fractions of the picture from its top left, as in the API; the size is that of the box. */
const columns: readonly Column[] = [
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['source', ({ source }) => source],
  ['start_seconds', ({ start }) => hundredths(start)],
  ['end_seconds', ({ end, one }) => hundredths(Math.max(end, one.timestamp))],
  ['visible_seconds', (line) => visibleSeconds(line)],
  ['confidence', ({ one }) => one.confidence],
  ['size_percent_of_picture', ({ box }) => sizePercent(box)],
  ['box_x', ({ box }) => rounded(box?.x)],
  ['box_y', ({ box }) => rounded(box?.y)],
  ['box_width', ({ box }) => rounded(box?.width)],
  ['box_height', ({ box }) => rounded(box?.height)],
  ['surface', ({ one }) => textOf(one, 'surface')],
  ['context', ({ one }) => one.context],
  ['quote', ({ one }) => textOf(one, 'speech_context')],
  ['moment_url', ({ start, job, links }) => momentUrl(links.origin, job.job_id, start)],
  ['frame_url', ({ one, links }) => one.frame_url && links.origin + links.base + one.frame_url],
  ['video', ({ job }) => titleOf(job)],
  ['job_id', ({ job }) => job.job_id],
  ['name_seconds', ({ nameSeconds }) => nameSeconds],
  ['corrected', ({ one }) => one.corrected === true],
];

export const csvHead = ({ mark }: ExportOptions): string =>
  (mark ? csvMark : '') + csvText([columns.map(([title]) => title)]);

export function* csvLines(job: ExportedJob, options: ExportOptions): Pieces {
  for (const thing of thingsOf(job, options.names)) {
    const lines = appearancesOfThing(thing);
    const seen = lines.filter(({ source }) => source === 'visual');
    // What is only heard has none.
    const nameSeconds = seen.length > 0 ? roundSeconds(unionSeconds(seen)) : undefined;
    for (const one of lines) {
      const line = { ...one, job, links: options.links, box: boxOf(thing, one), nameSeconds };
      yield csvText([columns.map(([, cell]) => cell(line))]);
    }
  }
}

/** That of its proof frame; else the one seen nearest to it. */
function boxOf(thing: Thing, { source, one, start, end }: Appearance): BoundingBox | undefined {
  if (one.bounding_box || source !== 'visual') return one.bounding_box;
  const near = nearest(detectionsOf(thing), one.timestamp);
  return near && near.timestamp >= start && near.timestamp <= end ? near.bounding_box : undefined;
}

/** Of detections in order of time. */
function nearest(detections: readonly Detection[], second: number): Detection | undefined {
  let [low, high] = [0, detections.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((detections[middle]?.timestamp ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [detections[low - 1], detections[low]];
  if (!before || !after) return before ?? after;
  return second - before.timestamp < after.timestamp - second ? before : after;
}

export const hundredths = (seconds: number): number => Math.max(0, Math.round(seconds * 100)) / 100;

/** The page of the console that shows the moment. */
export const momentUrl = (origin: string, jobId: string, seconds: number): string =>
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

export const sizePercent = (box: BoundingBox | undefined): CsvCell =>
  box && Math.round(box.width * box.height * 10_000) / 100;

export const rounded = (fraction: number | undefined): CsvCell =>
  fraction === undefined ? undefined : Math.round(fraction * 10_000) / 10_000;
