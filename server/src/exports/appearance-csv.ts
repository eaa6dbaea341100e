/**
 * Writes appearances as a spreadsheet: one row for each, with all the values that an analyst needs for calculations.
 */
import type { BoundingBox } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { countWhile } from '../analysis/ordered.ts';
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
  /** Seconds that all appearances of the name cover together. */
  readonly nameSeconds: number | undefined;
}

type Column = readonly [title: string, cell: (line: Line) => CsvCell];

/**
 * Boxes are fractions of the picture, measured from its top left corner, as in the API; `size` columns refer to the
 * box.
 */
const columns: readonly Column[] = [
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['source', ({ source }) => source],
  ['start_seconds', ({ start }) => roundSeconds(start)],
  ['end_seconds', ({ end, one: appearance }) => roundSeconds(Math.max(end, appearance.timestamp))],
  ['visible_seconds', (line) => visibleSeconds(line)],
  ['confidence', ({ one: appearance }) => appearance.confidence],
  ['size_percent_of_picture', ({ box }) => sizePercent(box)],
  ['box_x', ({ box }) => rounded(box?.x)],
  ['box_y', ({ box }) => rounded(box?.y)],
  ['box_width', ({ box }) => rounded(box?.width)],
  ['box_height', ({ box }) => rounded(box?.height)],
  ['surface', ({ one: appearance }) => textOf(appearance, 'surface')],
  ['context', ({ one: appearance }) => appearance.context],
  ['quote', ({ one: appearance }) => textOf(appearance, 'speech_context')],
  ['moment_url', ({ start, job, links }) => links.origin + jobPath(job.job_id, start)],
  [
    'frame_url',
    ({ one: appearance, links }) =>
      appearance.frame_url && links.origin + links.base + appearance.frame_url,
  ],
  ['video', ({ job }) => titleOf(job)],
  ['job_id', ({ job }) => job.job_id],
  ['name_seconds', ({ nameSeconds }) => nameSeconds],
  ['corrected', ({ one: appearance }) => appearance.corrected === true],
];

export const csvHead = ({ mark }: ExportOptions): string =>
  (mark ? csvMark : '') + csvText([columns.map(([title]) => title)]);

export function* csvLines(job: ExportedJob, options: ExportOptions): Pieces {
  for (const thing of thingsOf(job, options.names)) {
    const lines = appearancesOfThing(thing);
    const visualLines = lines.filter(({ source }) => source === 'visual');
    // A name that is only heard has no seconds on screen.
    const nameSeconds =
      visualLines.length > 0 ? roundSeconds(unionSeconds(visualLines)) : undefined;

    for (const appearance of lines) {
      const line = {
        ...appearance,
        job,
        links: options.links,
        box: boxOf(thing, appearance),
        nameSeconds,
      };
      yield csvText([columns.map(([, cell]) => cell(line))]);
    }
  }
}

/** The box of the appearance's proof frame, or else the detected box that is nearest to it in time. */
function boxOf(
  thing: Thing,
  { source, one: appearance, start, end }: Appearance,
): BoundingBox | undefined {
  if (appearance.bounding_box || source !== 'visual') return appearance.bounding_box;
  const nearestDetection = nearest(detectionsOf(thing), appearance.timestamp);
  return nearestDetection &&
    nearestDetection.timestamp >= start &&
    nearestDetection.timestamp <= end
    ? nearestDetection.bounding_box
    : undefined;
}

/** The detection nearest to a time; `detections` must be in order of time. */
function nearest(detections: readonly Detection[], second: number): Detection | undefined {
  const earlier = countWhile(detections, ({ timestamp }) => timestamp < second);
  const previous = detections[earlier - 1];
  const next = detections[earlier];
  if (!previous || !next) return previous ?? next;
  return second - previous.timestamp < next.timestamp - second ? previous : next;
}

function textOf(appearance: Appearance['one'], field: 'surface' | 'speech_context'): CsvCell {
  return field in appearance
    ? ((appearance as Record<string, unknown>)[field] as string | undefined)
    : undefined;
}

/** The seconds for which the appearance is visible; empty for a spoken appearance, which is not on screen. */
function visibleSeconds({ source, one: appearance, start, end }: Appearance): CsvCell {
  if (source !== 'visual') return undefined;
  const visibleDuration =
    'visible_duration' in appearance
      ? (appearance.visible_duration as number | undefined)
      : undefined;
  return roundSeconds(visibleDuration ?? end - start);
}

export const sizePercent = (box: BoundingBox | undefined): CsvCell =>
  box && Math.round(box.width * box.height * 10_000) / 100;

export const rounded = (fraction: number | undefined): CsvCell =>
  fraction === undefined ? undefined : Math.round(fraction * 10_000) / 10_000;
