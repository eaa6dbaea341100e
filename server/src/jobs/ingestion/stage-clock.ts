/** Ends a stage that takes too long; the time in which it waits for a place of the worker is not counted. */
export class StageClock {
  #leftMs = 0;
  #startedAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #onLate: () => void = () => undefined;

  start(limitMs: number, onLate: () => void): void {
    this.#leftMs = limitMs;
    this.#onLate = onLate;
    this.resume();
  }

  resume(): void {
    this.#startedAtMs = performance.now();
    this.#timer = setTimeout(this.#onLate, this.#leftMs);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAtMs;
  }
}
