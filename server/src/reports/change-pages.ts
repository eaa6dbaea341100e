/** What changed since the report before, as pages and as a table for the CSV file; only in reports by schedule. */

import type { ChangedBrand, ReportChanges, TrendNumbers } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import type { CsvCell } from '@reelsight/contract/csv';
import { percentText } from '@reelsight/contract/percent-text';
import { periodText } from '@reelsight/contract/period-text';
import type { ReportContent } from './content.ts';
import type { Cell, Column, TablePage } from './page.ts';
import { countText, secondsText } from './words.ts';

/** Rows of brands on a page; a page shows at most these. */
const rowsAtMost = 22;

const columns: readonly Column[] = [
  { head: 'Brand', width: 0, align: 'left' },
  { head: 'Seen', width: 62, align: 'right' },
  { head: 'before', width: 62, align: 'right' },
  { head: 'Equivalent', width: 66, align: 'right' },
  { head: 'before', width: 62, align: 'right' },
  { head: 'Share', width: 56, align: 'right' },
  { head: 'before', width: 56, align: 'right' },
  { head: 'Videos', width: 48, align: 'right' },
  { head: 'before', width: 48, align: 'right' },
  { head: 'Said', width: 48, align: 'right' },
  { head: 'before', width: 48, align: 'right' },
];

/** Empty for a report that is not compared with another one. */
export function changePages({ changes }: ReportContent): TablePage[] {
  if (!changes) return [];
  const { start, end } = changes.since.period;
  const period = periodText(start, end);
  const pages: TablePage[] = [
    tableOf('changes', `What changed since ${period}`, noteOf(changes), changes.brands),
  ];
  const { corrected } = changes;

  if (corrected)
    pages.push(
      tableOf(
        'corrected',
        `Corrected since: ${period}`,
        `The numbers of ${period} as they are counted now, and as they were reported. ${correctedNote(corrected)}`,
        corrected.brands,
      ),
    );
  return pages;
}

function tableOf(
  id: string,
  title: string,
  note: string,
  brands: readonly ChangedBrand[],
): TablePage {
  const listedBrands = brands.slice(0, rowsAtMost);
  const rest = brands.length - listedBrands.length;
  return {
    kind: 'table',
    id,
    title,
    note: rest > 0 ? `${note} ${counted(rest, 'more brand')}: in the JSON file.` : note,
    columns,
    rows: listedBrands.map(rowOf),
  };
}

function noteOf(changes: ReportChanges): string {
  const { videos, choice_changed: isOther } = changes;
  const newCount = changes.brands.filter(({ before }) => before === null).length;
  const goneCount = changes.brands.filter(({ now }) => now === null).length;
  return [
    `${counted(videos.now, 'video')}, before ${countText(videos.before)}.`,
    ...(newCount > 0 ? [`+ ${counted(newCount, 'brand')} new.`] : []),
    ...(goneCount > 0 ? [`− ${counted(goneCount, 'brand')} gone.`] : []),
    ...(isOther
      ? [
          'The campaign, the brands or the time zone changed: the numbers before are of another choice.',
        ]
      : []),
  ].join(' ');
}

function correctedNote(corrected: NonNullable<ReportChanges['corrected']>): string {
  const { corrections, videos_added: lateVideos, videos_gone: goneVideos } = corrected;
  const parts = [
    ...(corrections > 0 ? [counted(corrections, 'correction')] : []),
    ...(lateVideos > 0 ? [`${counted(lateVideos, 'video')} analysed later`] : []),
    ...(goneVideos > 0 ? [`${counted(goneVideos, 'video')} deleted or replaced`] : []),
  ];
  return parts.length > 0 ? `Since then: ${parts.join(', ')}.` : '';
}

function rowOf({ name, before, now }: ChangedBrand): Cell[] {
  const pair = (text: (numbers: TrendNumbers) => string): Cell[] => [
    { text: now ? text(now) : '–' },
    { text: before ? text(before) : '–', quiet: true },
  ];
  return [
    { text: name, colour: name, sign: signOf(before, now) },
    ...pair(({ seen_seconds: seconds }) => secondsText(seconds)),
    ...pair(({ equivalent_seconds: seconds }) => secondsText(seconds)),
    ...pair(({ share_of_voice: share }) => percentText(share)),
    ...pair(({ videos }) => countText(videos)),
    ...pair(({ mentions }) => countText(mentions)),
  ];
}

const signOf = (before: TrendNumbers | null, now: TrendNumbers | null): string | undefined =>
  before === null ? '+' : now === null ? '−' : undefined;

const numberNames = [
  'videos',
  'appearances',
  'seen_seconds',
  'equivalent_seconds',
  'share_of_voice',
  'mentions',
  'videos_paid',
  'videos_disclosed',
  'paid_seen_seconds',
  'paid_mentions',
] as const satisfies readonly (keyof TrendNumbers)[];

/** A head, and a row for each number of each brand; `corrected` rows are of the period before, as reported and as now. */
export function changeTable(changes: ReportChanges): CsvCell[][] {
  const { start, end } = changes.since.period;
  const rowsOf = (kind: string, { name, before, now }: ChangedBrand): CsvCell[][] =>
    numberNames
      .filter((field) => (before?.[field] ?? 0) !== 0 || (now?.[field] ?? 0) !== 0)
      .map((field) => [kind, start, end, name, field, before?.[field], now?.[field]]);

  return [
    ['change', 'since_start', 'since_end', 'brand', 'number', 'before', 'now'],
    ...changes.brands.flatMap((brand) =>
      rowsOf(brand.before === null ? 'new' : brand.now === null ? 'gone' : 'changed', brand),
    ),
    ...(changes.corrected?.brands.flatMap((brand) => rowsOf('corrected', brand)) ?? []),
  ];
}
