/** One large chart: a line for each of the first series, and a column to open for each period. */
import type { TrendNumbers, Trends } from '@reelsight/contract';
import { useRef } from 'react';
import { useWidth } from '../../job/timeline/width.ts';
import { titleOf } from './trend-choice.ts';
import type { Measure } from './trend-measures.ts';
import { noVideo, periodTitle, tickText } from './trend-periods.ts';
import styles from './trends.module.css';

/** The width used until the available width has been measured. */
const usualWidth = 720;
const labelWidth = 72;
const height = 260;
const floor = 228;
/** Leaves room for the number above the highest bar. */
const ceiling = 18;
const chartLeft = 64;
/** More lines than this can't be told apart; the small charts show all series. */
export const chartSeries = 6;

interface TrendChartProps {
  readonly trends: Trends;
  readonly measure: Measure;
  readonly colourOf: (name: string) => string;
}

export function TrendChart({ trends, measure, colourOf }: TrendChartProps) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame) || usualWidth;
  const drawn = trends.series.slice(0, chartSeries);
  const values = drawn.flatMap(({ periods }) => periods.map(measure.value));
  const top = topOf(Math.max(0, ...values));
  const count = trends.periods.length;
  const step = (width - chartLeft) / count;
  const every = Math.ceil(count / Math.max(1, Math.floor((width - chartLeft) / labelWidth)));
  const xOf = (index: number): number => chartLeft + (index + 0.5) * step;
  const yOf = (value: number): number => floor - (value / top) * (floor - ceiling);
  const yAt = (periods: readonly TrendNumbers[], index: number): number => {
    const numbers = periods[index];
    return yOf(numbers ? measure.value(numbers) : 0);
  };
  const stretches = stretchesWithVideos(trends.periods);

  return (
    <figure ref={frame} className={styles.chart}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${measure.title} by ${trends.by}: ${drawn.map((series) => `${titleOf(series, trends.group_by)} ${measure.text(measure.value(series.total))}`).join(', ')}`}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value} className={styles.grid}>
            <line x1={chartLeft} x2={width} y1={yOf(value)} y2={yOf(value)} />
            <text x={chartLeft - 8} y={yOf(value) + 4} textAnchor="end">
              {axisText(measure, value)}
            </text>
          </g>
        ))}
        {trends.periods.map((period, index) => (
          <g key={period.start} className={styles.tick}>
            <rect x={xOf(index) - step / 2} y={ceiling} width={step} height={floor - ceiling}>
              <title>{columnTitle(trends, measure, index)}</title>
            </rect>
            {index % every === 0 && (
              <text x={xOf(index)} y={floor + 20} textAnchor="middle">
                {tickText(period, trends.by)}
              </text>
            )}
          </g>
        ))}
        {count === 1 && (
          <Bars
            trends={trends}
            measure={measure}
            colourOf={colourOf}
            x={chartLeft}
            width={step}
            yOf={yOf}
          />
        )}
        {(count === 1 ? [] : drawn).map(({ name, id, periods }, row) => (
          <g key={id ?? name} className={styles.line} style={{ color: colourOf(name ?? '') }}>
            {stretches.map((indexes) => (
              <polyline
                key={indexes[0]}
                strokeDasharray={dashes[row]}
                points={indexes.map((index) => `${xOf(index)},${yAt(periods, index)}`).join(' ')}
              />
            ))}
            {stretches.flat().map((index) => (
              <circle
                key={trends.periods[index]?.start}
                cx={xOf(index)}
                cy={yAt(periods, index)}
                r={3}
              />
            ))}
          </g>
        ))}
      </svg>
      <ul className={styles.legend} aria-label="Lines">
        {drawn.map(({ name, id }, row) => (
          <li key={id ?? name} style={{ color: colourOf(name ?? '') }}>
            <svg width={28} height={10} aria-hidden>
              <line
                x1={0}
                x2={28}
                y1={5}
                y2={5}
                strokeDasharray={count === 1 ? undefined : dashes[row]}
              />
            </svg>
            <span dir="auto">{titleOf({ name, id }, trends.group_by)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface BarsProps extends TrendChartProps {
  readonly x: number;
  readonly width: number;
  readonly yOf: (value: number) => number;
}

/** A single period as bars, because one point of each line says nothing. */
function Bars({ trends: { series }, measure, colourOf, x, width, yOf }: BarsProps) {
  const drawn = series.slice(0, chartSeries);
  const step = Math.min(widestStep, width / drawn.length);
  const left = x + (width - step * drawn.length) / 2;

  return drawn.map(({ name, id, periods }, index) => {
    const value = periods[0] ? measure.value(periods[0]) : 0;
    const middle = left + (index + 0.5) * step;
    return (
      <g key={id ?? name} className={styles.barOfOne} style={{ color: colourOf(name ?? '') }}>
        <rect
          x={middle - step * 0.3}
          y={yOf(value)}
          width={step * 0.6}
          height={floor - yOf(value)}
        />
        <text x={middle} y={yOf(value) - 4} textAnchor="middle">
          {measure.text(value)}
        </text>
      </g>
    );
  });
}

const widestStep = 120;

/** Each line has its own dashes, because not everybody can tell the colours apart. */
const dashes: readonly (string | undefined)[] = [undefined, '8 4', '2 4', '12 4 2 4', '5 5', '1 6'];

const columnTitle = (
  { periods, series, group_by: group }: Trends,
  measure: Measure,
  index: number,
): string => {
  const period = periods[index];
  if (period?.videos === 0) return `${periodTitle(period)}: ${noVideo}`;

  const lines = series.slice(0, chartSeries).map((entry) => {
    const numbers = entry.periods[index];
    const value = numbers ? measure.value(numbers) : 0;
    return `${titleOf(entry, group)}: ${measure.text(value)}`;
  });
  return [period ? periodTitle(period) : '', ...lines].join('\n');
};

/** Indexes of periods with videos, in stretches of neighbours: a line breaks where there was no video. */
function stretchesWithVideos(periods: Trends['periods']): number[][] {
  const stretches: number[][] = [];
  let isConnected = false;

  for (const [index, { videos }] of periods.entries()) {
    if (videos > 0 && isConnected) stretches.at(-1)?.push(index);
    if (videos > 0 && !isConnected) stretches.push([index]);
    isConnected = videos > 0;
  }

  return stretches;
}

const axisText = ({ id, text }: Measure, value: number): string =>
  id === 'share'
    ? `${Math.round(value * 100)} %`
    : ['videos', 'paid'].includes(id)
      ? `${value}`
      : text(value);

/** A round number at or above the highest value. */
function topOf(maximum: number): number {
  if (maximum <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(maximum));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= maximum) ?? maximum;
}
