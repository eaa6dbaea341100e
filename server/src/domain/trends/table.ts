/** Trends as a table, for files. */
import { type Trends, trendNumbers } from '@reelsight/contract';
import type { CsvCell } from '@reelsight/contract/csv';

const numberNames = Object.keys(trendNumbers.shape) as (keyof typeof trendNumbers.shape)[];

const moneyNames: readonly string[] = ['views', 'media_value_usd', 'videos_not_valued'];

/**
 * A head, and a row for each series and period. Columns with money are left out if no money was asked for, and warnings
 * if there are none.
 */
export function trendTable(trends: Trends): CsvCell[][] {
  const isValued = trends.series.some(({ total }) => total.views !== undefined);
  const names = numberNames.filter((name) => isValued || !moneyNames.includes(name));
  const warnings = warningsOf(trends);
  const warningNames = warnings.map(([name]) => name);
  const warningCells = warnings.map(([, cell]) => cell);
  const head = ['start', 'end', 'complete', trends.group_by, 'id', ...names, ...warningNames];
  const rows = trends.series.flatMap(({ name, id, periods }) =>
    periods.map((numbers, index) => {
      const period = trends.periods[index];
      const cells = names.map((field) => numbers[field]);
      return [period?.start, period?.end, period?.complete, name, id, ...cells, ...warningCells];
    }),
  );
  return [head, ...rows];
}

/** What makes the numbers of all rows doubtful, by the name of its column. */
const warningsOf = ({ incomplete, corrected }: Trends): (readonly [string, CsvCell])[] => [
  ...(incomplete ? ([['incomplete', true]] as const) : []),
  ...(corrected
    ? ([
        ['corrected_videos', corrected.videos],
        ['corrected_last_at', corrected.last_at],
      ] as const)
    : []),
];
