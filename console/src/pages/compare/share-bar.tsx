/** One bar of 100 %, a part for each brand, with the parts named below it. */
import { percentText } from '@reelsight/contract/percent-text';
import { Swatch } from '../../ui/swatch.tsx';
import styles from './compare.module.css';

export interface SharePart {
  readonly name: string;
  /** 0 to 1 of the whole. */
  readonly share: number;
  /** CSS. */
  readonly colour: string;
  /** What the share is of: `0:42.0`. */
  readonly value: string;
  /** Names in it, if it stands for several brands. */
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
        aria-label={parts.map(({ name, share }) => `${name} ${percentText(share)}`).join(', ')}
      >
        {parts.map(({ name, share, colour, names }) => (
          <span
            key={name}
            className={names ? `${styles.part} ${styles.others}` : styles.part}
            style={{ width: `${share * 100}%`, color: colour }}
            title={`${name} ${percentText(share)}`}
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

function Words({ part: { name, share, colour, value, names } }: { readonly part: SharePart }) {
  return (
    <>
      <Swatch colour={colour} hatched={names !== undefined} />
      <bdi className={styles.barName}>{name}</bdi>
      <span>
        {percentText(share)} <span className={styles.soft}>{value}</span>
      </span>
    </>
  );
}

/** A share of 100 in a table: its bar is of the whole, not of the largest. */
export function ShareCell({ share }: { readonly share: number | null }) {
  if (share === null) return <span>–</span>;
  return (
    <span className={styles.shareCell}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.percent}>{percentText(share)}</span>
    </span>
  );
}
