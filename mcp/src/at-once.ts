/** Limits how many calls of one connection run at once, and how many may wait. */
import { Refusal } from './refusal.ts';

export interface AtOnceOptions {
  readonly most: number;
  readonly waiting: number;
}

export class AtOnce {
  readonly #options: AtOnceOptions;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(options: AtOnceOptions) {
    this.#options = options;
  }

  /** Runs calls in the order of their arrival. Throws Refusal TOO_MANY_CALLS if too many are waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.most) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes directly to the next call, without being counted as free in between.
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    const { most: concurrencyLimit, waiting: queueLimit } = this.#options;
    if (this.#waiting.length >= queueLimit) {
      throw new Refusal(
        'TOO_MANY_CALLS',
        `At most ${concurrencyLimit} calls are worked on at once, and ${queueLimit} may wait.`,
        'Wait for the answers of earlier calls, then make one call at a time.',
      );
    }

    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
