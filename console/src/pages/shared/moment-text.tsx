/** Shows a time or time range, as a button if the video can be played, otherwise as text. */
import { timeText } from '../../format/time.ts';
import styles from './shared.module.css';

/** Function that moves the video to a second; undefined if there is no video. */
export type Seek = ((seconds: number) => void) | undefined;

interface MomentTextProps {
  /** In seconds. */
  readonly start: number;
  readonly end?: number | undefined;
  readonly onSeek: Seek;
}

export function MomentText({ start, end, onSeek }: MomentTextProps) {
  const text = end === undefined ? timeText(start) : `${timeText(start)} – ${timeText(end)}`;
  if (!onSeek) return <span className={styles.moment}>{text}</span>;
  return (
    <button type="button" className={styles.moment} onClick={() => onSeek(start)}>
      {text}
    </button>
  );
}
