/** A moment that supports an answer, as a button that plays the video from there. */
import type { Evidence } from '@reelsight/sdk';
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { timeText } from '../format/time.ts';
import styles from './panels.module.css';
import { useClock } from './stage/play-clock.ts';

const sources: Readonly<Record<Evidence['source'], string>> = {
  speech: 'said',
  visual: 'seen',
  text: 'read on screen',
  metadata: 'from the video’s metadata',
};

export function EvidenceDoor({ evidence }: { readonly evidence: Evidence }) {
  const clock = useClock();
  const workspace = useWorkspaceId();
  const { timestamp, timestamp_start, source, quote, frame_url } = evidence;

  return (
    <button
      type="button"
      className={styles.seek}
      onClick={() => clock.seek(timestamp_start ?? timestamp)}
    >
      <span className={styles.times}>
        {timeText(timestamp)} · {sources[source]}
      </span>
      {quote && (
        <span dir="auto" className={styles.context}>
          “{quote}”
        </span>
      )}
      {frame_url && (
        <img
          className={styles.evidenceFrame}
          src={framePath(workspace, frame_url)}
          alt=""
          loading="lazy"
        />
      )}
    </button>
  );
}
