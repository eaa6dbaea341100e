/** A bar of 100 % with a part for each brand; the names of the parts are below it. */
import { Swatch } from '../../ui/swatch.tsx';
import styles from './compare.module.css';

export interface SharePart {
  readonly name: string;
  /** Share of the whole, 0 to 1. */
  readonly share: number;
  /** The share in percent, rounded so that all parts add up to 100.0 %. */
  readonly percent: string;
  /** CSS colour. */
  readonly colour: string;
  /** The value that the share stands for: `0:42.0`. */
  readonly value: string;
  /** If the part represents several brands, their names. */
  readonly names?: readonly string[];
}

interface ShareBarProps {
  readonly title: string;
  readonly parts: readonly SharePart[];
  readonly onPick: (name: string) => void;
}

export function ShareBar({ title, parts, onPick }: ShareBarProps) {
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <div
        className={styles.whole}
        role="img"
        aria-label={parts.map(({ name, percent }) => `${name} ${percent}`).join(', ')}
      >
        {parts.map(({ name, share, percent, colour, names }) => (
          <span
            key={name}
            className={names ? `${styles.part} ${styles.others}` : styles.part}
            style={{ width: `${share * 100}%`, color: colour }}
            title={`${name} ${percent}`}
          />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part.name}>
            {part.names ? (
              <span className={styles.partName} title={part.names.join(', ')}>
                <Words part={part} />
              </span>
            ) : (
              <button type="button" className={styles.partName} onClick={() => onPick(part.name)}>
                <Words part={part} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Words({ part: { name, percent, colour, value, names } }: { readonly part: SharePart }) {
  return (
    <>
      <Swatch colour={colour} hatched={names !== undefined} />
      <bdi className={styles.barName}>{name}</bdi>
      <span>
        {percent} <span className={styles.soft}>{value}</span>
      </span>
    </>
  );
}

interface ShareCellProps {
  readonly share: number | null;
  readonly percent: string;
}

/** A percentage in a table, with a bar whose full width is 100 %, not the largest share. */
export function ShareCell({ share, percent }: ShareCellProps) {
  if (share === null) return <span>–</span>;
  return (
    <span className={styles.shareCell}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.percent}>{percent}</span>
    </span>
  );
}
