/** The video itself: follows the clock's orders and tells it the second. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClock } from './play-clock.ts';
import styles from './stage.module.css';

interface VideoPlayerProps {
  readonly src: string;
  /** Width by height where it is known before the video is. */
  readonly ratio: number | undefined;
  readonly onBroken: () => void;
  /** Drawn over the picture. */
  readonly children?: ReactNode;
}

export function VideoPlayer({ src, ratio, onBroken, children }: VideoPlayerProps) {
  const clock = useClock();
  const player = useRef<HTMLVideoElement>(null);
  const [found, setFound] = useState<number>();
  useEffect(() => {
    clock.attach(player.current);
    return () => clock.attach(null);
  }, [clock]);
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
  }, [clock]);
  return (
    <div className={styles.picture} style={ratioStyle(found ?? ratio)}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it. */}
      <video
        ref={player}
        className={styles.video}
        src={src}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
          if (videoWidth > 0) setFound(videoWidth / videoHeight);
        }}
        onError={onBroken}
      />
      {children}
    </div>
  );
}

/** The picture has the shape of the video and stays within the height of the window. */
export function ratioStyle(ratio = 16 / 9) {
  return { aspectRatio: String(ratio), width: `min(100%, calc(56vh * ${ratio.toFixed(4)}))` };
}
