/** A brand or object of a shared job: its name, how long it is seen, and each appearance with its proof frame. */
import type { BrandAppearance, ObjectResult } from '@reelsight/contract';
import type { ReactNode } from 'react';
import { timeText } from '../../format/time.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import { ProofPicture } from './proof-picture.tsx';
import styles from './shared.module.css';
import { SharedName } from './shared-name.tsx';

interface FoundProps {
  readonly name: string;
  /** How long the brand or object is seen, or how often it is mentioned, as text. */
  readonly amount: string;
  readonly open?: boolean;
  /** True if a person added or changed the brand or object, or part of it. */
  readonly corrected?: boolean | undefined;
  /** Whether it is a brand; brands have a colour. */
  readonly isBrand?: boolean;
  /** List items, one per appearance. */
  readonly children: ReactNode;
}

export function SharedFound({
  name,
  amount,
  open,
  corrected,
  isBrand = false,
  children,
}: FoundProps) {
  return (
    <details className={styles.brand} open={open}>
      <summary>
        {isBrand ? (
          <SharedName name={name} />
        ) : (
          <span dir="auto" className={styles.name}>
            {name}
          </span>
        )}
        <span className={styles.number}>
          {corrected && <ByPerson />} {amount}
        </span>
      </summary>
      <ol className={styles.moments}>{children}</ol>
    </details>
  );
}

/** Marks an item that a person added or changed; the foot of the page explains the mark. */
export const ByPerson = () => <span className={styles.byPerson}>by a person</span>;

interface AppearanceProps {
  readonly one: BrandAppearance | ObjectResult['appearances'][number];
  readonly name: string;
  readonly token: string;
  readonly onSeek: Seek;
}

/** The proof frame of an appearance, and its time. */
export function SharedAppearance({ one: appearance, name, token, onSeek }: AppearanceProps) {
  const { timestamp, timestamp_start: start, timestamp_end: end } = appearance;
  return (
    <>
      {appearance.frame_url && (
        <ProofPicture
          token={token}
          path={appearance.frame_url}
          box={appearance.bounding_box}
          alt={`${name} at ${timeText(timestamp)}`}
        />
      )}
      <MomentText
        start={start ?? timestamp}
        end={start === undefined ? undefined : end}
        onSeek={onSeek}
      />
      {appearance.corrected && <ByPerson />}
    </>
  );
}
