/** A small chart for each series, all with the same scale; its number and its bars open the videos behind them. */
import type { Trends } from '@reelsight/contract';
import { isOpenable, titleOf } from './trend-choice.ts';
import { changeText, type Measure } from './trend-measures.ts';
import { noVideo, periodTitle } from './trend-periods.ts';
import styles from './trends.module.css';

type Series = Trends['series'][number];
/** Opens the videos of a series: those of the period at the index, or all if it is null. */
export type OpenSeries = (series: Series, period: number | null) => void;

interface SmallMultiplesProps {
  readonly trends: Trends;
  readonly measure: Measure;
  readonly colourOf: (name: string) => string;
  readonly onOpen: OpenSeries;
}

export function SmallMultiples({ trends, ...props }: SmallMultiplesProps) {
  const { measure } = props;
  const top = Math.max(0, ...trends.series.flatMap(({ periods }) => periods.map(measure.value)));
  return (
    <ul className={styles.multiples} aria-label={`${measure.title} of each`}>
      {trends.series.map((series) => (
        <li key={series.id ?? series.name ?? ''}>
          <Small trends={trends} series={series} top={top} {...props} />
        </li>
      ))}
    </ul>
  );
}

interface SmallProps extends SmallMultiplesProps {
  readonly series: Series;
  readonly top: number;
}

const barHeight = 44;

function Small({ trends, series, top, measure, colourOf, onOpen }: SmallProps) {
  const { name, total, previous, periods, own: isOwn } = series;
  const value = measure.value(total);
  // Where there was no video before, every brand would be new.
  const change = trends.previous_videos > 0 && changeText(value, measure.value(previous));
  const openable = isOpenable(series);

  return (
    <div className={styles.small} style={{ color: colourOf(name ?? '') }}>
      <div className={styles.smallHead}>
        <strong dir="auto">{titleOf(series, trends.group_by)}</strong>
        {isOwn && <span className={styles.own}>yours</span>}
      </div>
      <div className={styles.smallHead}>
        {openable ? (
          <button type="button" className={styles.door} onClick={() => onOpen(series, null)}>
            {measure.text(value)}
          </button>
        ) : (
          <span>{measure.text(value)}</span>
        )}
        {change && <span className={styles.soft}>{change}</span>}
      </div>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${periods.length * 10} ${barHeight}`}
        preserveAspectRatio="none"
        role="presentation"
      >
        {periods.map((numbers, index) => {
          const period = trends.periods[index];
          const part = top > 0 ? measure.value(numbers) / top : 0;
          const isWithoutVideo = period?.videos === 0;
          const height = part === 0 ? 1 : Math.max(2, part * barHeight);
          return (
            // The table below has the same numbers as buttons, for the keyboard and for screen readers.
            // biome-ignore lint/a11y/noStaticElementInteractions: the picture is decorative
            <g
              key={period?.start}
              onClick={() => openable && !isWithoutVideo && onOpen(series, index)}
              className={openable && !isWithoutVideo ? styles.bar : undefined}
            >
              <rect x={index * 10} y={0} width={10} height={barHeight} className={styles.column} />
              {!isWithoutVideo && (
                <rect x={index * 10 + 1} y={barHeight - height} width={8} height={height} />
              )}
              <title>{`${period ? periodTitle(period) : ''}: ${isWithoutVideo ? noVideo : measure.text(measure.value(numbers))}`}</title>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
