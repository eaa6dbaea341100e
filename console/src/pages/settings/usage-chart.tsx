/** A bar chart of the credits spent per day. */
import { useRef } from 'react';
import { counted, number } from '../../format/quantity.ts';
import { useWidth } from '../../job/timeline/width.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import styles from './settings.module.css';
import type { Day } from './usage-days.ts';

/** The width used until the available width has been measured. */
const usualWidth = 720;
const labelWidth = 88;
const height = 160;
const floor = 132;
const chartLeft = 48;

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const words = (day: string) => short.format(new Date(`${day}T12:00:00`));

/** A round number at or above the highest bar. */
function topOf(days: readonly Day[]): number {
  const maximum = Math.max(1, ...days.map(({ spentCredits }) => spentCredits));
  const power = 10 ** Math.floor(Math.log10(maximum));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= maximum) ?? maximum;
}

export function UsageChart({ days }: { readonly days: readonly Day[] }) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame) || usualWidth;
  const top = topOf(days);
  const step = (width - chartLeft) / days.length;
  const every = Math.ceil(days.length / Math.max(1, Math.floor((width - chartLeft) / labelWidth)));
  const total = days.reduce((sum, { spentCredits }) => sum + spentCredits, 0);

  return (
    <figure ref={frame} className={styles.chart}>
      <svg
        className={styles.plot}
        width={width}
        height={height}
        role="img"
        aria-label={`${counted(total, 'credit')} charged over ${counted(days.length, 'day')}`}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line x1={chartLeft} x2={width} y1={yOf(value, top)} y2={yOf(value, top)} />
            <text x={chartLeft - 8} y={yOf(value, top) + 4} textAnchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {days.map(({ day, spentCredits, jobs }, index) => (
          <g key={day}>
            <rect
              x={chartLeft + index * step + step * 0.15}
              width={Math.max(1, step * 0.7)}
              y={yOf(spentCredits, top)}
              height={floor - yOf(spentCredits, top)}
            >
              <title>{`${words(day)}: ${counted(spentCredits, 'credit')} for ${counted(jobs, 'video')}`}</title>
            </rect>
            {index % every === 0 && (
              <text x={chartLeft + index * step + step / 2} y={floor + 18} textAnchor="middle">
                {words(day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <Disclosure summary="As a table">
        <DataTable
          name="Credits by day"
          columns={columns}
          rows={days.filter(({ spentCredits }) => spentCredits > 0)}
          rowId={({ day }) => day}
        />
      </Disclosure>
    </figure>
  );
}

const columns: readonly Column<Day>[] = [
  { id: 'day', title: 'Day', cell: ({ day }) => words(day), sort: ({ day }) => day },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    cell: ({ spentCredits }) => number(spentCredits),
    sort: ({ spentCredits }) => spentCredits,
  },
  {
    id: 'jobs',
    title: 'Videos',
    numeric: true,
    cell: ({ jobs }) => number(jobs),
    sort: ({ jobs }) => jobs,
  },
];

const yOf = (value: number, top: number): number => floor - (value / top) * (floor - 12);
