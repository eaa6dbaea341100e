/** A moment: a button where the video can be played, else a text. */
import type { ReactNode } from 'react';
import styles from './shared.module.css';

/** Moves the video; undefined where there is none. */
export type Seek = ((seconds: number) => void) | undefined;

interface MomentTextProps {
  readonly seconds: number;
  readonly onSeek: Seek;
  readonly children: ReactNode;
}

export function MomentText({ seconds, onSeek, children }: MomentTextProps) {
  if (!onSeek) return <span className={styles.moment}>{children}</span>;
  return (
    <button type="button" className={styles.moment} onClick={() => onSeek(seconds)}>
      {children}
    </button>
  );
}
