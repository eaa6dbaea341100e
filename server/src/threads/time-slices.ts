/** Divides long work on the thread that answers requests, where it can't be given to another thread. */
import { setImmediate as yielded } from 'node:timers/promises';

/** Milliseconds after which other work gets its turn. */
const sliceMs = 4;

export class TimeSlices {
  #beganMs = performance.now();

  /** Lets other work have its turn if this work has run for long; called after each small piece. */
  async giveWay(): Promise<void> {
    if (performance.now() - this.#beganMs <= sliceMs) return;
    await yielded();
    this.#beganMs = performance.now();
  }
}
