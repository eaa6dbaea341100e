/** Writes appearances as a table: one row for each, with everything an analyst needs for calculations. */
import type { VideoAudience } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { identityOf } from '../analysis/name-key.ts';
import { changeTable } from './change-pages.ts';
import {
  orderedBrands,
  type ReportAppearance,
  type ReportContent,
  type ReportVideo,
} from './content.ts';

type Row = (
  video: Omit<ReportVideo, 'appearances'>,
  appearance: ReportAppearance,
  origin: string,
) => CsvCell;

const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;
const side = (value: number | undefined): CsvCell =>
  value === undefined ? undefined : rounded(value, 4);

/**
 * Boxes are fractions of the picture, measured from its top left corner, as in the API; size is the area of the box.
 */
const columns: readonly (readonly [head: string, cell: Row])[] = [
  ['job', ({ job_id }) => job_id],
  ['title', ({ title }) => title],
  ['brand', (_, { brand }) => brand],
  ['source', (_, { source }) => source],
  ['surface', (_, { surface }) => surface],
  ['start', (_, { start }) => rounded(start, 2)],
  ['end', (_, { end }) => rounded(end, 2)],
  [
    'seconds',
    (_, { source, start, end }) => (source === 'visual' ? rounded(end - start, 2) : undefined),
  ],
  ['size', (_, { box }) => (box ? rounded(box.width * box.height, 6) : undefined)],
  ['box_x', (_, { box }) => side(box?.x)],
  ['box_y', (_, { box }) => side(box?.y)],
  ['box_width', (_, { box }) => side(box?.width)],
  ['box_height', (_, { box }) => side(box?.height)],
  ['confidence', (_, { confidence }) => (confidence === null ? undefined : rounded(confidence, 4))],
  ['corrected', (_, { corrected }) => corrected],
  ['link', ({ job_id }, { start }, origin) => origin + jobPath(job_id, start)],
];

/** Columns of reports whose videos have audiences of their own; they come last, so that the others stay in place. */
const audienceHeads = ['views', 'views_read_at', 'views_from', 'cpm_usd'];

const audienceCells = (audience: VideoAudience | null | undefined): CsvCell[] => [
  audience?.views,
  audience?.read_at ?? undefined,
  audience?.source,
  audience?.cpm_usd ?? undefined,
];

/**
 * The rows are in the order of the videos, those of a video in the order of the brands. The file begins with the byte
 * order mark by which spreadsheets recognize UTF-8. What changed since the report before is a table of its own after an
 * empty line.
 */
export function csvOf(content: ReportContent): Uint8Array {
  const { videos, origin, exposure, changes } = content;
  const ranks = new Map(orderedBrands(content).map(({ name }, index) => [identityOf(name), index]));
  const rankOf = ({ brand }: ReportAppearance) => ranks.get(identityOf(brand)) ?? ranks.size;

  const isPriced = exposure.videos_not_valued !== undefined;
  const audiences = new Map(exposure.videos.map(({ job_id, audience }) => [job_id, audience]));
  const heads = [...columns.map(([title]) => title), ...(isPriced ? audienceHeads : [])];
  const head = csvMark + csvText([heads]);

  // The text is converted to bytes video by video, because the text of thousands of videos would take
  // hundreds of megabytes.
  const parts = videos.map(({ appearances, ...video }) => {
    const lastCells = isPriced ? audienceCells(audiences.get(video.job_id)) : [];
    const rows = inOrder(appearances, rankOf).map((appearance) => [
      ...columns.map(([, cell]) => cell(video, appearance, origin)),
      ...lastCells,
    ]);
    return Buffer.from(csvText(rows));
  });

  const end = changes ? [Buffer.from(`\r\n${csvText(changeTable(changes))}`)] : [];
  return Buffer.concat([Buffer.from(head), ...parts, ...end]);
}

/** Sorts by rank, which is computed once for each appearance, as a video may have thousands. */
const inOrder = (
  appearances: readonly ReportAppearance[],
  rankOf: (appearance: ReportAppearance) => number,
): ReportAppearance[] =>
  appearances
    .map((appearance) => ({ appearance, rank: rankOf(appearance) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ appearance }) => appearance);
