/**
 * The picture of a brand in a table: a small crop from the frame that shows the brand best. A click opens that frame as
 * a large proof.
 */
import { useState } from 'react';
import { smallFramePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { timeText } from '../../format/time.ts';
import { Swatch } from '../../ui/swatch.tsx';
import { useJobAddress } from '../job-address.ts';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import { around } from './logo-place.ts';
import styles from './thing-table.module.css';
import { bestOf, proofId, type Thing } from './things.ts';

interface LogoCropProps {
  readonly thing: Thing;
  readonly colour: string;
}

export function LogoCrop({ thing, colour }: LogoCropProps) {
  const workspace = useWorkspaceId();
  const clock = useClock();
  const [, change] = useJobAddress();
  const [broken, setBroken] = useState(false);
  const { video } = useBench().results.meta;
  const ratio = video ? video.width / video.height : 16 / 9;
  const best = bestOf(thing);
  if (!best?.frame || broken) {
    return (
      <span className={styles.noCrop}>
        <Swatch colour={colour} hatched={thing.kind === 'object'} />
      </span>
    );
  }

  const timeLabel = timeText(best.second);
  return (
    <button
      type="button"
      className={styles.crop}
      style={{ borderColor: colour }}
      aria-label={`Proof frame of ${thing.name} at ${timeLabel}`}
      title={`Proof frame at ${timeLabel}`}
      onClick={() => {
        clock.seek(best.second);
        change({ frame: proofId(thing, best) });
      }}
    >
      <img
        src={smallFramePath(workspace, best.frame, {
          width: 160,
          crop: best.box && around(best.box, ratio),
        })}
        alt=""
        decoding="async"
        fetchPriority="high"
        onError={() => setBroken(true)}
      />
    </button>
  );
}
