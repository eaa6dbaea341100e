/** Hands out places for work that many want at once, in turns: the group with the fewest running gets the next. */

export interface FairTurnsOptions {
  /** Total number of places. */
  readonly atOnce: number;
  /** Most places that one group may have. */
  readonly perGroup: number;
  /** Most waiters of one group; unlimited if absent. */
  readonly waitingPerGroup?: number;
}

/** Too many of the group, or of all, are already waiting, or a newcomer from another group took this one's place. */
export class TooManyWaiting extends Error {}

interface Group {
  running: number;
  readonly waiting: Set<() => void>;
}

export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** Sorted by their last turn, the oldest first. */
  readonly #groups = new Map<string, Group>();
  #running = 0;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when it is the group's turn. Rejects with the signal's reason as soon as the signal aborts during the
   * wait; once begun, `work` has to heed the signal itself. Throws TooManyWaiting.
   */
  async run<T>(group: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#turn(group, signal);
    try {
      return await work();
    } finally {
      this.#leave(group);
    }
  }

  #turn(name: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const group = this.#groups.get(name) ?? { running: 0, waiting: new Set() };
    const { waitingPerGroup = Number.POSITIVE_INFINITY } = this.#options;
    if (group.waiting.size >= waitingPerGroup) throw new TooManyWaiting(name);

    this.#groups.set(name, group);
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      group.waiting.delete(begin);
      this.#forget(name, group);
      reject(signal.reason);
    };

    group.waiting.add(begin);
    signal.addEventListener('abort', leave, { once: true });
    this.#next();

    return promise;
  }

  #leave(name: string): void {
    const group = this.#groups.get(name);
    if (!group) return;
    group.running -= 1;
    this.#running -= 1;
    this.#forget(name, group);
    this.#next();
  }

  #forget(name: string, group: Group): void {
    if (group.running === 0 && group.waiting.size === 0) this.#groups.delete(name);
  }

  #next(): void {
    while (this.#running < this.#options.atOnce) {
      let best: [string, Group] | undefined;

      for (const group of this.#groups) {
        const [, { running, waiting: waiters }] = group;
        if (waiters.size === 0 || running >= this.#options.perGroup) continue;
        if (!best || running < best[1].running) best = group;
      }

      if (!best) return;
      this.#begin(...best);
    }
  }

  #begin(name: string, group: Group): void {
    const [begin] = group.waiting;
    if (!begin) return;

    group.waiting.delete(begin);
    group.running += 1;
    this.#running += 1;
    this.#groups.delete(name);
    this.#groups.set(name, group);
    begin();
  }
}
