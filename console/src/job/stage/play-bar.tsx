/** The bar below the video: play, position, sound, speed, full screen. */
import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { spoken, timeText } from '../../format/time.ts';
import { useAtSecond, useClock } from './play-clock.ts';
import styles from './stage.module.css';

interface PlayBarProps {
  readonly player: RefObject<HTMLVideoElement | null>;
  /** The element, with picture and bar, that is shown full screen. */
  readonly frame: RefObject<HTMLElement | null>;
}

const speeds = [0.5, 1, 1.5, 2];

export function PlayBar({ player, frame }: PlayBarProps) {
  const clock = useClock();
  const { paused, durationSeconds, ...rest } = usePlayerState(player);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.barButton}
        aria-label={paused ? 'Play' : 'Pause'}
        aria-keyshortcuts="Space"
        onClick={() => clock.toggle()}
      >
        {paused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
      </button>
      <Place durationSeconds={durationSeconds} />
      <SoundAndSpeed player={player} {...rest} />
      <button
        type="button"
        className={styles.barButton}
        aria-label="Full screen"
        onClick={() => void fill(frame.current)}
      >
        <Maximize size={18} aria-hidden />
      </button>
    </div>
  );
}

interface SoundAndSpeedProps {
  readonly player: PlayBarProps['player'];
  readonly muted: boolean;
  readonly speed: number;
}

function SoundAndSpeed({ player, muted, speed }: SoundAndSpeedProps) {
  return (
    <>
      <button
        type="button"
        className={styles.barButton}
        aria-label={muted ? 'Sound on' : 'Sound off'}
        onClick={() => {
          if (player.current) player.current.muted = !muted;
        }}
      >
        {muted ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}
      </button>
      <select
        aria-label="Speed"
        className={styles.barSelect}
        value={speed}
        onChange={({ target }) => {
          if (player.current) player.current.playbackRate = Number(target.value);
        }}
      >
        {speeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed} ×
          </option>
        ))}
      </select>
    </>
  );
}

/** The current second as text and as a slider. */
export function Place({ durationSeconds }: { readonly durationSeconds: number }) {
  const clock = useClock();
  const second = useAtSecond((position) => Math.round(position * 10) / 10);
  return (
    <>
      <span className={styles.position}>
        {timeText(second)} / {timeText(durationSeconds)}
      </span>
      <input
        type="range"
        className={styles.seek}
        aria-label="Place in the video"
        aria-valuetext={spoken(second)}
        min={0}
        max={durationSeconds}
        step={0.1}
        value={Math.min(second, durationSeconds)}
        onChange={({ target }) => clock.seek(Number(target.value))}
      />
    </>
  );
}

const events = ['play', 'pause', 'ended', 'volumechange', 'ratechange', 'loadedmetadata'];

function usePlayerState(player: RefObject<HTMLVideoElement | null>) {
  const clock = useClock();
  const [state, setState] = useState({ paused: true, muted: false, speed: 1, length: 0 });
  useEffect(() => {
    const video = player.current;
    if (!video) return;

    const update = () =>
      setState({
        paused: video.paused,
        muted: video.muted,
        speed: video.playbackRate,
        length: Number.isFinite(video.duration) ? video.duration : 0,
      });
    update();
    for (const event of events) video.addEventListener(event, update);

    return () => {
      for (const event of events) video.removeEventListener(event, update);
    };
  }, [player]);

  const clockSeconds = clock.durationSeconds;
  return { ...state, durationSeconds: Number.isFinite(clockSeconds) ? clockSeconds : state.length };
}

async function fill(frame: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  // Some phones allow only a video itself to go full screen; on those, nothing happens.
  else await frame?.requestFullscreen?.().catch(() => undefined);
}
