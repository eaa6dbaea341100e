/** The picture of a job: the video if it is stored, otherwise the filmstrip; or a large proof frame in its place. */
import { X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { mediaPath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { useRemembered } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Swatch } from '../../ui/swatch.tsx';
import { DrawBox } from '../corrections/correct-draw.tsx';
import { useJobAddress } from '../job-address.ts';
import { useOpenThing, useStops } from '../things/open-thing.ts';
import type { Thing } from '../things/things.ts';
import { indexAt, nextStop } from '../timeline/lanes.ts';
import { useBench } from '../workbench.ts';
import { BoxOverlay } from './box-overlay.tsx';
import { boxesAt } from './boxes.ts';
import { Film } from './film.tsx';
import { useAtSecond, useClock } from './play-clock.ts';
import styles from './stage.module.css';
import { VideoPlayer } from './video-player.tsx';

const ProofView = lazy(() =>
  import('./proof-view.tsx').then((file) => ({ default: file.ProofView })),
);

export function Stage({ onKeys }: { readonly onKeys: () => void }) {
  const bench = useBench();
  const [getParam, change] = useJobAddress();
  const [boxesOn, setBoxesOn] = useRemembered('boxes', true);
  const [broken, setBroken] = useState(false);
  const proof = bench.proofs.find(({ id }) => id === getParam('frame'));

  return (
    <div className={styles.stage}>
      <div hidden={proof !== undefined}>
        <Picture boxesOn={boxesOn} broken={broken} onBroken={() => setBroken(true)} />
      </div>
      {proof && (
        <Suspense>
          <ProofView proof={proof} boxesOn={boxesOn} onClose={() => change({ frame: null })} />
        </Suspense>
      )}
      <div className={styles.tools}>
        <Stops />
        <Checkbox
          label="Boxes"
          checked={boxesOn}
          onChange={(event) => setBoxesOn(event.target.checked)}
        />
        <Button small weight="quiet" onClick={onKeys} aria-keyshortcuts="?">
          Shortcuts
        </Button>
      </div>
    </div>
  );
}

interface PictureProps {
  readonly boxesOn: boolean;
  readonly broken: boolean;
  readonly onBroken: () => void;
}

function Picture({ boxesOn, broken, onBroken }: PictureProps) {
  const { row, results, live, sample } = useBench();
  const { storyboard } = results;
  if (row.media_available && !broken) return <HeldVideo boxesOn={boxesOn} onBroken={onBroken} />;
  const cause = broken ? 'This browser can’t play the video' : 'The video is no longer held';

  if (storyboard) {
    const reason = sample
      ? 'Drawn frames: there is no video behind them.'
      : `${cause}; these are the frames kept of it.`;
    return <Film storyboard={storyboard} boxesOn={boxesOn} reason={reason} />;
  }

  return (
    <Notice title="There is no picture to show.">
      {live
        ? 'The filmstrip is made at the end.'
        : `${cause}, and a filmstrip is made only with brands or objects and proof switched on. The results are all here.`}
    </Notice>
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
      hasPicture={job.video_thumbnail_url !== null}
      onBroken={onBroken}
    >
      {boxesOn && <LiveBoxes />}
      <DrawBox />
    </VideoPlayer>
  );
}

function LiveBoxes() {
  const { tracks, lookSeconds } = useBench();
  // The position is rounded to 25 updates a second, which look smooth enough.
  const second = useAtSecond((position) => Math.round(position * 25) / 25);
  const boxes = useMemo(() => boxesAt(tracks, second, lookSeconds), [tracks, second, lookSeconds]);
  return <BoxOverlay boxes={boxes} />;
}

/** Buttons that jump from appearance to appearance: those of the open thing, or of all things. */
function Stops() {
  const stops = useStops();
  const owner = useOpenThing();
  const clock = useClock();
  const place = useAtSecond((second) => indexAt(stops, second + 0.15) + 1);
  if (stops.length === 0) return null;

  const go = (direction: 1 | -1) => {
    const stop = nextStop(stops, clock.second, direction);
    if (stop !== undefined) clock.seek(stop);
  };
  const noun = owner ? `appearance of ${owner.name}` : 'appearance';

  return (
    <fieldset className={styles.stops} aria-label="Appearances">
      <Button
        small
        aria-label={`Previous ${noun}`}
        aria-keyshortcuts="["
        title={`Previous ${noun}, key [`}
        onClick={() => go(-1)}
      >
        ‹
      </Button>
      <span className={styles.owner}>
        {owner ? <Owner thing={owner} /> : 'Appearance'} {place || '–'}/{stops.length}
      </span>
      <Button
        small
        aria-label={`Next ${noun}`}
        aria-keyshortcuts="]"
        title={`Next ${noun}, key ]`}
        onClick={() => go(1)}
      >
        ›
      </Button>
      {owner && <Release thing={owner} />}
    </fieldset>
  );
}

function Owner({ thing }: { readonly thing: Thing }) {
  const { lanes } = useBench();
  const colour = lanes.find(({ id }) => id === thing.id)?.colour ?? 'var(--lane-grey)';
  return (
    <>
      <Swatch colour={colour} hatched={thing.kind === 'object'} />
      <bdi>{thing.name}</bdi>
    </>
  );
}

function Release({ thing }: { readonly thing: Thing }) {
  const [, change] = useJobAddress();
  return (
    <Button
      small
      weight="quiet"
      aria-label={`Close ${thing.name}`}
      title="Back to all"
      onClick={() => change({ thing: null, only: null })}
    >
      <X size={14} aria-hidden />
    </Button>
  );
}
