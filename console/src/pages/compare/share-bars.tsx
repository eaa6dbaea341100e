/** Bars of a share for each brand, with its number at the end. */
import { percent } from '../../format/quantity.ts';
import styles from './compare.module.css';

export interface Bar {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** Number of its colour, the same in every chart. */
  readonly lane: number;
  /** What the share is of: `0:42 visible`. */
  readonly value: string;
}

interface ShareBarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly onPick: (name: string) => void;
}

export function ShareBars({ title, bars, onPick }: ShareBarsProps) {
  const widest = Math.max(...bars.map(({ share }) => share), 0.01);
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <ul className={styles.bars}>
        {bars.map(({ name, share, value, lane }) => (
          <li key={name}>
            <button type="button" className={styles.bar} onClick={() => onPick(name)}>
              <span className={styles.barName} dir="auto">
                {name}
              </span>
              <svg
                className={styles.track}
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden
              >
                <rect
                  width={Math.max(0.5, (share / widest) * 100)}
                  height="8"
                  style={{ fill: `var(--lane-${(lane % 8) + 1})` }}
                />
              </svg>
              <span className={styles.barValue}>
                {percent(share)} <span className={styles.soft}>{value}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}
