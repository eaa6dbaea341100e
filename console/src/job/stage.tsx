/** The picture: the video while it is held, else the filmstrip, or a proof frame in large. */
import { useMemo, useState } from 'react';
import { mediaPath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { clock as clockText } from '../format/quantity.ts';
import { useRemembered } from '../format/remembered.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { BoxOverlay } from './box-overlay.tsx';
import { boxesAt } from './boxes.ts';
import { Film } from './film.tsx';
import { useJobAddress } from './job-address.ts';
import { nextStop } from './lanes.ts';
import { useAtSecond, useClock } from './play-clock.ts';
import { ProofView } from './proof-view.tsx';
import styles from './stage.module.css';
import { VideoPlayer } from './video-player.tsx';
import { useBench } from './workbench.ts';

export function Stage({ onKeys }: { readonly onKeys: () => void }) {
  const bench = useBench();
  const [read, change] = useJobAddress();
  const [boxesOn, setBoxesOn] = useRemembered('boxes', true);
  const [broken, setBroken] = useState(false);
  const proof = bench.proofs.find(({ id }) => id === read('frame'));
  const { row, results } = bench;
  const { storyboard } = results;
  return (
    <div className={styles.stage}>
      <div hidden={proof !== undefined}>
        {row.media_available && !broken ? (
          <HeldVideo boxesOn={boxesOn} onBroken={() => setBroken(true)} />
        ) : storyboard ? (
          <Film storyboard={storyboard} boxesOn={boxesOn} />
        ) : (
          <Notice title="There is no picture to show.">
            The video is no longer held, and a filmstrip is made only with brands or objects and
            proof switched on. The results are all here.
          </Notice>
        )}
        {broken && (
          <p className={styles.small}>
            This browser cannot play the video, so its frames are shown.
          </p>
        )}
      </div>
      {proof && (
        <ProofView proof={proof} boxesOn={boxesOn} onClose={() => change({ frame: null })} />
      )}
      <div className={styles.tools}>
        <Position />
        {bench.stops.length > 0 && <Stops />}
        <Checkbox
          label="Boxes"
          checked={boxesOn}
          onChange={(event) => setBoxesOn(event.target.checked)}
        />
        <Button small weight="quiet" onClick={onKeys} aria-keyshortcuts="?">
          Keys
        </Button>
      </div>
    </div>
  );
}

interface HeldVideoProps {
  readonly boxesOn: boolean;
  readonly onBroken: () => void;
}

function HeldVideo({ boxesOn, onBroken }: HeldVideoProps) {
  const workspace = useWorkspaceId();
  const { job, results } = useBench();
  const { width, height } = results.metadata ?? {};
  return (
    <VideoPlayer
      src={mediaPath(workspace, job.job_id)}
      ratio={width && height ? width / height : undefined}
      onBroken={onBroken}
    >
      {boxesOn && <LiveBoxes />}
    </VideoPlayer>
  );
}

function LiveBoxes() {
  const { tracks, lookSeconds } = useBench();
  // 25 looks a second are enough for the eye.
  const second = useAtSecond((one) => Math.round(one * 25) / 25);
  const boxes = useMemo(() => boxesAt(tracks, second, lookSeconds), [tracks, second, lookSeconds]);
  return <BoxOverlay boxes={boxes} />;
}

function Position() {
  const { durationSeconds } = useBench();
  const second = useAtSecond(Math.floor);
  return (
    <span className={styles.position}>
      {clockText(second)} / {clockText(durationSeconds)}
    </span>
  );
}

function Stops() {
  const { stops } = useBench();
  const clock = useClock();
  const go = (direction: 1 | -1) => {
    const stop = nextStop(stops, clock.second, direction);
    if (stop !== undefined) clock.seek(stop);
  };
  return (
    <span className={styles.stops}>
      <Button small onClick={() => go(-1)} aria-keyshortcuts="[" title="Previous appearance, key [">
        ‹ appearance
      </Button>
      <Button small onClick={() => go(1)} aria-keyshortcuts="]" title="Next appearance, key ]">
        appearance ›
      </Button>
    </span>
  );
}
