/** Stretches of a video that are not analysed because their frames are damaged. */
import type { Shot, Span } from './media.ts';

/** Frames shown up to this long before a damaged frame may refer to it. */
const reachSeconds = 0.15;
/** Stretches closer together than this count as one. */
const leastGapSeconds = 0.2;
/** If a stretch is shorter than this, a thing that is seen both before and after it is assumed to be the same thing. */
const bridgedSeconds = 1;

/** Finds the damaged stretches. Must be given every frame in order of time. */
export class UnseenSpans {
  readonly #spans: Span[] = [];
  #start: number | null = null;

  addDamaged(time: number): void {
    if (this.#start !== null) return;
    const start = Math.max(0, time - reachSeconds);
    const last = this.#spans.at(-1);
    const isNear = last !== undefined && start < last.end + leastGapSeconds;
    if (isNear) this.#spans.pop();
    this.#start = isNear ? last.start : start;
  }

  /** Ends a damaged stretch at this intact frame and returns the stretch; null if there is none. */
  addWhole(time: number): Span | null {
    if (this.#start === null) return null;
    const span = { start: this.#start, end: time };
    this.#spans.push(span);
    this.#start = null;
    return span;
  }

  holds(time: number): boolean {
    const last = this.#spans.at(-1);
    return last !== undefined && time >= last.start && time < last.end;
  }

  /** Returns all damaged stretches of the video. */
  finish(durationSeconds: number): readonly Span[] {
    if (this.#start !== null && this.#start < durationSeconds) this.addWhole(durationSeconds);
    return this.#spans;
  }
}

/** Splits shots at the start and end of each longer damaged stretch, so that no thing is followed across it. */
export function dividedShots(shots: readonly Shot[], unseen: readonly Span[]): Shot[] {
  const edges = unseen
    .filter(({ start, end }) => end - start > bridgedSeconds)
    .flatMap(({ start, end }) => [start, end]);
  return shots.flatMap((shot) => {
    const within = edges.filter((time) => time > shot.start && time < shot.end);
    const ends = [...within, shot.end];
    return [shot.start, ...within].map((start, index) => ({ start, end: ends[index] ?? shot.end }));
  });
}
