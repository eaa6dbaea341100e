/** The current second, shared by video, axis, lanes, transcript and frames. */
import { createContext, useContext, useSyncExternalStore } from 'react';

type Listener = () => void;

/** Holds the current second. Its player (the video element) takes commands and reports its position. */
export class PlayClock {
  #listeners = new Set<Listener>();
  #player: HTMLVideoElement | null = null;
  second: number;
  durationSeconds: number;

  constructor(second: number, durationSeconds: number) {
    this.second = second;
    this.durationSeconds = durationSeconds;
  }

  attach(player: HTMLVideoElement | null): void {
    this.#player = player;
    // Applies a seek that was made before the player was attached, which happens because the clock exists before the
    // video's metadata has loaded.
    if (player && this.second > 0) player.currentTime = this.second;
  }

  seek(second: number): void {
    const target = Math.min(Math.max(0, second), Math.max(0, this.durationSeconds - 0.01));
    if (this.#player) this.#player.currentTime = target;
    this.report(target);
  }

  step(seconds: number): void {
    this.#player?.pause();
    this.seek(this.second + seconds);
  }

  pause(): void {
    this.#player?.pause();
  }

  toggle(): void {
    if (!this.#player) return;
    if (!this.#player.paused) this.#player.pause();
    // If the browser refuses to play, the video stays paused, and the button shows that state.
    else this.#player.play().catch(() => undefined);
  }

  report(second: number): void {
    if (second === this.second) return;
    this.second = second;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const ClockContext = createContext<PlayClock | undefined>(undefined);

export function useClock(): PlayClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('There is no clock around this component.');
  return clock;
}

/** The result of `select` for the current second. The component renders again only when the result changes. */
export function useAtSecond<Value>(select: (second: number) => Value): Value {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, () => select(clock.second));
}
