/** The numbers as a table: a row for each series, a column for each period; each number opens its videos. */
import type { Trends } from '@reelsight/contract';
import type { OpenSeries } from './small-multiples.tsx';
import { isOpenable, titleOf } from './trend-choice.ts';
import type { Measure } from './trend-measures.ts';
import { noVideo, periodTitle, tickText } from './trend-periods.ts';
import styles from './trends.module.css';

interface TrendTableProps {
  readonly trends: Trends;
  readonly measure: Measure;
  readonly onOpen: OpenSeries;
}

export function TrendTable({ trends, measure, onOpen }: TrendTableProps) {
  const { periods, series, by, group_by: group } = trends;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={`${measure.title} by ${by}`}>
      <table className={styles.table} aria-label="Trends">
        <thead>
          <tr>
            <th scope="col">{titles[trends.group_by]}</th>
            <th scope="col">Total</th>
            {periods.map((period) => (
              <th key={period.start} scope="col" title={periodTitle(period)}>
                {tickText(period, by)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map((row) => (
            <tr key={row.id ?? row.name ?? ''}>
              <th scope="row" dir="auto">
                {titleOf(row, group)}
              </th>
              <td>
                <Door
                  series={row}
                  label={`${titleOf(row, group)}, all`}
                  text={measure.text(measure.value(row.total))}
                  onOpen={() => onOpen(row, null)}
                />
              </td>
              {row.periods.map((numbers, index) => {
                const period = periods[index];
                const value = measure.value(numbers);
                return (
                  <td key={period?.start}>
                    {value === 0 ? (
                      <span className={styles.soft}>{period?.videos === 0 ? noVideo : '0'}</span>
                    ) : (
                      <Door
                        series={row}
                        label={`${titleOf(row, group)}, ${period ? periodTitle(period) : ''}`}
                        text={measure.text(value)}
                        onOpen={() => onOpen(row, index)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const titles = { brand: 'Brand', channel: 'Channel', platform: 'Platform', follow: 'Follow' };

interface DoorProps {
  readonly series: Trends['series'][number];
  readonly label: string;
  readonly text: string;
  readonly onOpen: () => void;
}

function Door({ series, label, text, onOpen }: DoorProps) {
  if (!isOpenable(series)) return <span>{text}</span>;
  return (
    <button type="button" className={styles.door} title={label} onClick={onOpen}>
      {text}
    </button>
  );
}
