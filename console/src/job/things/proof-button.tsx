/** A small proof frame that opens the large one. */
import { smallFramePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { timeText } from '../../format/time.ts';
import { useJobAddress } from '../job-address.ts';
import styles from '../panels.module.css';
import { useClock } from '../stage/play-clock.ts';
import { type Appearance, proofId, type Thing } from './things.ts';

interface ProofButtonProps {
  readonly thing: Thing;
  readonly appearance: Appearance;
}

/** Opens the large proof frame in place of the video. */
export function ProofButton({ thing, appearance }: ProofButtonProps) {
  const workspace = useWorkspaceId();
  const clock = useClock();
  const [, change] = useJobAddress();
  if (!appearance.frame) return null;

  const timeLabel = timeText(appearance.second);
  return (
    <button
      type="button"
      className={styles.proof}
      aria-label={`Proof frame of ${thing.name} at ${timeLabel}`}
      onClick={() => {
        clock.seek(appearance.second);
        change({ frame: proofId(thing, appearance) });
      }}
    >
      <img
        src={smallFramePath(workspace, appearance.frame, { width: 160 })}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className={styles.proofTime}>{timeLabel}</span>
    </button>
  );
}
