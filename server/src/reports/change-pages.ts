/** What changed since the report before, as pages and as tables for data files; only in reports by schedule. */
import type { ChangedBrand, ReportChanges, TrendNumbers } from '@reelsight/contract';
import { causeCounts, causeTexts } from '@reelsight/contract/cause-words';
import { comparedNumbers } from '@reelsight/contract/compared-numbers';
import { counted } from '@reelsight/contract/counted';
import type { CsvCell } from '@reelsight/contract/csv';
import { percentText } from '@reelsight/contract/percent-text';
import { periodText } from '@reelsight/contract/period-text';
import type { ReportContent } from './content.ts';
import type { Cell, Column, TablePage } from './page.ts';
import { countText, secondsText } from './words.ts';

/** Rows of brands on a page; a page shows at most these. */
const rowsAtMost = 22;
/** Causes that the note of a page names; more would leave the table no room. */
const causesAtMost = 3;

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

/** One comparison: with the period before, or of that period as it was reported with how it is counted now. */
export interface Comparison {
  readonly id: 'changes' | 'corrected';
  readonly title: string;
  /** Sentences about the comparison as a whole. */
  readonly note: string;
  /** The period that `before` is about. */
  readonly period: string;
  readonly brands: readonly ChangedBrand[];
}

/** Empty for a report that is not compared with another one. */
export function comparisonsOf({ changes }: Pick<ReportContent, 'changes'>): Comparison[] {
  if (!changes) return [];
  const { start, end } = changes.since.period;
  const period = periodText(start, end);
  const { corrected } = changes;
  const since: Comparison = {
    id: 'changes',
    title: `What changed since ${period}`,
    note: noteOf(changes),
    period,
    brands: changes.brands,
  };
  if (!corrected) return [since];

  return [
    since,
    {
      id: 'corrected',
      title: `Corrected since: ${period}`,
      note: `The numbers of ${period} as they are counted now, and as they were reported. ${correctedNote(corrected)}`,
      period,
      brands: corrected.brands,
    },
  ];
}

export const changePages = (content: ReportContent): TablePage[] =>
  comparisonsOf(content).map(tableOf);

function tableOf({ id, title, note, brands }: Comparison): TablePage {
  const listedBrands = brands.slice(0, rowsAtMost);
  const rest = brands.length - listedBrands.length;
  return {
    kind: 'table',
    id,
    title,
    note,
    ...(rest > 0 && {
      rest: `${counted(rest, 'more brand')}: in the spreadsheet, the CSV and the JSON file.`,
    }),
    columns,
    rows: listedBrands.map(rowOf),
  };
}

function noteOf(changes: ReportChanges): string {
  const { videos, choice_changed: isOther, brands_left_out: leftOut } = changes;
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
    ...(leftOut > 0
      ? [
          `Compared are the ${countText(changes.brands.length)} brands with the most equivalent seconds, without ${counted(leftOut, 'other')}.`,
        ]
      : []),
  ].join(' ');
}

function correctedNote(corrected: NonNullable<ReportChanges['corrected']>): string {
  const causes = causeTexts(corrected);
  const rest = causes.length - causesAtMost;
  const named = [...causes.slice(0, causesAtMost), ...(rest > 0 ? [`and ${rest} more`] : [])];
  const parts = [causeCounts(corrected), named.join('; ')].filter((part) => part !== '');
  return parts.length > 0 ? `Since then: ${parts.join(': ')}.` : '';
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

export const kindOfChange = ({ before, now }: ChangedBrand): 'new' | 'gone' | 'changed' =>
  before === null ? 'new' : now === null ? 'gone' : 'changed';

/** A head, and a row for each number of each brand; `corrected` rows are of the period before, as reported and as now. */
export function changeTable(changes: ReportChanges): CsvCell[][] {
  const { start, end } = changes.since.period;
  const rowsOf = (kind: string, { name, before, now }: ChangedBrand): CsvCell[][] =>
    comparedNumbers
      .filter(({ field }) => (before?.[field] ?? 0) !== 0 || (now?.[field] ?? 0) !== 0)
      .map(({ field }) => [kind, start, end, name, field, before?.[field], now?.[field]]);

  return [
    ['change', 'since_start', 'since_end', 'brand', 'number', 'before', 'now'],
    ...changes.brands.flatMap((brand) => rowsOf(kindOfChange(brand), brand)),
    ...(changes.corrected?.brands.flatMap((brand) => rowsOf('corrected', brand)) ?? []),
  ];
}
