/** Trends as a table, for files. */
import { type Trends, trendNumbers } from '@reelsight/contract';
import type { CsvCell } from '@reelsight/contract/csv';

const numberNames = Object.keys(trendNumbers.shape) as (keyof typeof trendNumbers.shape)[];

/** A head, and a row for each series and period. */
export function trendTable(trends: Trends): CsvCell[][] {
  const head = ['start', 'end', 'complete', trends.group_by, 'id', ...numberNames];
  const rows = trends.series.flatMap(({ name, id, periods }) =>
    periods.map((numbers, index) => {
      const period = trends.periods[index];
      const cells = numberNames.map((field) => numbers[field]);
      return [period?.start, period?.end, period?.complete, name, id, ...cells];
    }),
  );
  return [head, ...rows];
}
