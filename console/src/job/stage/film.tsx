/** The storyboard as a filmstrip: one large frame, and all frames in a row. */
import type { Storyboard } from '@reelsight/sdk';
import { useEffect, useMemo, useRef } from 'react';
import { framePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { spoken, timeText } from '../../format/time.ts';
import { DrawBox } from '../corrections/correct-draw.tsx';
import { useBench } from '../workbench.ts';
import { BoxOverlay } from './box-overlay.tsx';
import { boxesAt } from './boxes.ts';
import { Place } from './play-bar.tsx';
import { useAtSecond, useClock } from './play-clock.ts';
import styles from './stage.module.css';
import { type Tile, tileAt, tileOf, tileStyle } from './storyboard-tile.ts';
import { ratioStyle } from './video-player.tsx';

interface FilmProps {
  readonly storyboard: Storyboard;
  readonly boxesOn: boolean;
  /** Why the video is not available. */
  readonly reason: string;
}

export function Film({ storyboard, boxesOn, reason }: FilmProps) {
  const { tileSeconds, durationSeconds } = useBench();
  const index = useAtSecond((second) => tileAt(storyboard, tileSeconds, second)?.index ?? 0);
  const clock = useClock();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = strip.current?.children[index];
    if (!(frame instanceof HTMLElement) || !strip.current) return;
    strip.current.scrollLeft = frame.offsetLeft - strip.current.clientWidth / 2;
  }, [index]);

  const tile = tileOf(storyboard, index, tileSeconds[index] ?? 0);
  const { w, h } = storyboard.tile;

  return (
    <div className={styles.film}>
      {tile && <Frame storyboard={storyboard} tile={tile} boxesOn={boxesOn} fit />}
      <div className={styles.bar}>
        <Place durationSeconds={durationSeconds} />
      </div>
      <p className={styles.small}>{reason}</p>
      <div className={styles.strip} ref={strip}>
        {tileSeconds.map((second, frameIndex) => (
          <button
            key={second}
            type="button"
            className={styles.stripFrame}
            aria-current={frameIndex === index}
            // Only the current frame can be reached by Tab: the page's arrow keys move from frame to frame.
            tabIndex={frameIndex === index ? 0 : -1}
            onClick={() => clock.seek(second)}
          >
            <span className={styles.stripPicture} style={{ aspectRatio: `${w} / ${h}` }}>
              <StripTile storyboard={storyboard} index={frameIndex} second={second} />
            </span>
            <span className="visually-hidden">Frame at </span>
            <span className={styles.stripTime}>{timeText(second)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function StripTile(props: { storyboard: Storyboard; index: number; second: number }) {
  const workspace = useWorkspaceId();
  const tile = tileOf(props.storyboard, props.index, props.second);
  if (!tile) return null;
  const style = tileStyle(props.storyboard, tile, framePath(workspace, tile.sheet));
  return <span className={styles.fill} style={style} />;
}

interface FrameProps {
  readonly storyboard: Storyboard;
  readonly tile: Tile;
  readonly boxesOn: boolean;
  /** Whether to limit the frame to the height of the window. */
  readonly fit?: boolean;
}

/** One frame of the storyboard with the boxes at its second. */
export function Frame({ storyboard, tile, boxesOn, fit = false }: FrameProps) {
  const workspace = useWorkspaceId();
  const { tracks, lookSeconds } = useBench();
  const boxes = useMemo(
    () => (boxesOn ? boxesAt(tracks, tile.second, lookSeconds) : []),
    [boxesOn, tracks, tile.second, lookSeconds],
  );
  const ratio = storyboard.tile.w / storyboard.tile.h;

  return (
    <div
      className={fit ? styles.picture : `${styles.picture} ${styles.wide}`}
      style={ratioStyle(ratio)}
    >
      <div
        role="img"
        aria-label={`Frame at ${spoken(tile.second)}`}
        className={styles.fill}
        style={tileStyle(storyboard, tile, framePath(workspace, tile.sheet))}
      />
      <BoxOverlay boxes={boxes} />
      {fit && <DrawBox />}
    </div>
  );
}
