/**
 * The video with its control bar below, so that nothing covers the picture. It follows the clock and reports its
 * position to it.
 */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { RestContext } from './first-pictures.ts';
import { PlayBar } from './play-bar.tsx';
import { useClock } from './play-clock.ts';
import styles from './stage.module.css';

interface VideoPlayerProps {
  readonly src: string;
  /** Width divided by height, if known before the video is loaded. */
  readonly ratio: number | undefined;
  /**
   * Whether the file has a picture. If a browser can play only the sound, it reports no error, so this has to be
   * checked separately.
   */
  readonly hasPicture: boolean;
  readonly onBroken: () => void;
  /** The boxes over the picture, which the reader can switch off. */
  readonly children?: ReactNode;
}

export function VideoPlayer({ src, ratio, hasPicture, onBroken, children }: VideoPlayerProps) {
  const clock = useClock();
  const rest = useContext(RestContext);
  const frame = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLVideoElement>(null);
  const [measuredRatio, setFound] = useState<number>();
  useReports(player);

  return (
    <div ref={frame} className={styles.player}>
      <div className={styles.picture} style={ratioStyle(measuredRatio ?? ratio)}>
        {/* biome-ignore lint/a11y/useMediaCaption: the page shows the transcript next to it. */}
        <video
          ref={player}
          className={styles.video}
          src={src}
          playsInline
          preload={rest ? 'metadata' : 'none'}
          onClick={() => clock.toggle()}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight, duration } }) => {
            if (videoWidth > 0) setFound(videoWidth / videoHeight);
            else if (hasPicture) onBroken();
            if (!Number.isFinite(clock.durationSeconds)) clock.durationSeconds = duration;
          }}
          onError={onBroken}
        />
        {children}
      </div>
      <PlayBar player={player} frame={frame} />
    </div>
  );
}

/** Connects the video to the clock: the clock sends commands, and the video reports its position in seconds. */
function useReports(player: RefObject<HTMLVideoElement | null>): void {
  const clock = useClock();
  useEffect(() => {
    clock.attach(player.current);
    return () => clock.attach(null);
  }, [clock, player]);
  useEffect(() => {
    const video = player.current;
    if (!video) return;

    let request = 0;
    const report = () => {
      clock.report(video.currentTime);
      if (!video.paused) request = requestAnimationFrame(report);
    };
    video.addEventListener('play', report);
    video.addEventListener('seeked', report);

    return () => {
      cancelAnimationFrame(request);
      video.removeEventListener('play', report);
      video.removeEventListener('seeked', report);
    };
  }, [clock, player]);
}

/** Gives the picture the aspect ratio of the video, and keeps it within the height of the window. */
export function ratioStyle(ratio = 16 / 9): CSSProperties {
  return { '--ratio': ratio.toFixed(4) } as CSSProperties;
}
