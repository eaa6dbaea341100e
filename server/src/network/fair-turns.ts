/**
 * Assigns places, in turns, to work that competes for them: the group with the fewest running tasks gets the next one.
 */

export interface FairTurnsOptions {
  /** Total number of places. */
  readonly atOnce: number;
  /** Maximum number of places that one group may have. */
  readonly perGroup: number;
  /** Maximum number of waiting tasks of one group; unlimited if absent. */
  readonly waitingPerGroup?: number;
  /** Prevents a few groups with slow work from holding every place. */
  readonly slowWork?: SlowWork;
}

export interface SlowWork {
  /** Work that has run for this long opens one more place for a group that has none. */
  readonly afterMs: number;
  /** Maximum number of these extra places. */
  readonly extraPlaces: number;
}

/**
 * Thrown if too many tasks of the group, or of all groups, are already waiting, or if a newcomer from another group
 * took this task's place.
 */
export class TooManyWaiting extends Error {}

interface Group {
  running: number;
  /** When the group last got a place, counted in turns; 0 if it never did. */
  lastTurn: number;
  readonly waiting: Set<() => void>;
}

export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** Groups in the order of their arrival. */
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #slow = 0;
  #turns = 0;

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
    const stopWatching = this.#watchSlow();
    try {
      return await work();
    } finally {
      stopWatching();
      this.#leave(group);
    }
  }

  /**
   * Opens an extra place if the work runs for too long; returns a function that stops watching and closes that place.
   */
  #watchSlow(): () => void {
    const { slowWork } = this.#options;
    if (!slowWork) return () => {};

    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      this.#next();
    }, slowWork.afterMs);
    timer.unref();

    return () => {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
    };
  }

  #turn(name: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const group = this.#groups.get(name) ?? { running: 0, lastTurn: 0, waiting: new Set() };
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
    for (;;) {
      const best = this.#bestGroup();
      if (!best) return;
      this.#begin(best);
    }
  }

  /**
   * Among the groups that may have a place now, the one with the fewest running; if several are equal, the one whose
   * last turn was longest ago.
   */
  #bestGroup(): Group | undefined {
    const { atOnce, perGroup, slowWork } = this.#options;
    const extraPlaces = Math.min(this.#slow, slowWork?.extraPlaces ?? 0);
    if (this.#running >= atOnce + extraPlaces) return;

    const placesOfGroup = this.#running < atOnce ? perGroup : 1;
    let best: Group | undefined;

    for (const group of this.#groups.values()) {
      const { running, lastTurn, waiting } = group;
      if (waiting.size === 0 || running >= placesOfGroup) continue;

      const isBetter =
        !best || running < best.running || (running === best.running && lastTurn < best.lastTurn);
      if (isBetter) best = group;
    }
    return best;
  }

  #begin(group: Group): void {
    const [begin] = group.waiting;
    if (!begin) return;

    group.waiting.delete(begin);
    group.running += 1;
    this.#running += 1;
    this.#turns += 1;
    group.lastTurn = this.#turns;
    begin();
  }
}
