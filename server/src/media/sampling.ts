/** Chooses which decoded frames represent the moments k / fps. */

/** Which of the two frames that the decoder holds: the newest or the one before it. */
export type Held = 'previous' | 'current';

export interface Pick {
  readonly frame: Held;
  /** Time in seconds: that of the frame, or that of the grid moment if the frame appeared too long before it. */
  readonly time: number;
}

/**
 * Finds frames for the moments k / fps. Frames must be passed in order of time; their rate does not matter. Each
 * moment gets the frame nearest to it, with that frame's time. If no frame is within half an interval (a slide shown
 * for minutes), the moment gets the frame on screen, with the moment's own time. Moments before the first frame get no
 * frame.
 */
export class SampleGrid {
  readonly #fps: number;
  #index: number;
  /** The start, if it is not one of the moments itself: what is on screen then counts too, however short the part. */
  #extraMoment: number | null;
  #previous: number | null = null;

  /** Moments before `startSeconds` are left out; the start itself is a moment. */
  constructor(fps: number, startSeconds = 0) {
    this.#fps = fps;
    // Rounding errors of binary fractions must not leave out a moment that is exactly at the start.
    this.#index = Math.ceil(startSeconds * fps - 1e-6);
    this.#extraMoment = this.#index / fps > startSeconds + 1e-6 ? startSeconds : null;
  }

  /** The picks that are final once the frame at `time` is known. */
  *advance(time: number): Generator<Pick> {
    for (; this.#moment <= time; this.#goOn()) {
      const moment = this.#moment;
      const pick = this.#pick(moment, time);
      if (pick) yield pick;
    }
    this.#previous = time;
  }

  /** The picks after the last frame, which is on screen until `end`; they all use the `current` frame. */
  *finish(end: number): Generator<Pick> {
    const last = this.#previous;
    if (last === null) return;
    for (; this.#moment < end; this.#goOn()) {
      const isNear = this.#moment - last < this.#half;
      yield { frame: 'current', time: isNear ? last : this.#moment };
    }
  }

  get #moment(): number {
    return this.#extraMoment ?? this.#index / this.#fps;
  }

  #goOn(): void {
    if (this.#extraMoment === null) this.#index += 1;
    this.#extraMoment = null;
  }

  get #half(): number {
    return 0.5 / this.#fps;
  }

  #pick(moment: number, time: number): Pick | null {
    const gapAfter = time - moment;
    const gapBefore = this.#previous === null ? Number.POSITIVE_INFINITY : moment - this.#previous;
    if (gapAfter <= gapBefore && gapAfter <= this.#half) return { frame: 'current', time };
    if (this.#previous === null) return null;
    // Strictly less: a frame half-way between two moments has already been used for the earlier one.
    if (gapBefore < this.#half) return { frame: 'previous', time: this.#previous };
    return { frame: 'previous', time: moment };
  }
}
