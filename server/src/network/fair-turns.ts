/**
 * Limits how many tasks run at once, and shares the capacity between groups: the group with the fewest running tasks
 * may start the next.
 */

export interface FairTurnsOptions {
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number;
  /** Maximum number of tasks of one group that run at once. */
  readonly perGroup: number;
  /** Maximum number of waiting tasks of one group; unlimited if absent. */
  readonly waitingPerGroup?: number;
  /** Allows extra tasks, so that a few groups with slow work cannot block all others; none if absent. */
  readonly slowWork?: SlowWork;
}

export interface SlowWork {
  /** Once a task has run for this long, one extra task may start, of a group that has none running. */
  readonly afterMs: number;
  /** Maximum number of extra tasks. */
  readonly extraPlaces: number;
}

export interface TurnOptions {
  /** Whether the task waits however many wait already, because it is too late to refuse it. */
  readonly waitsAnyway?: boolean;
}

/**
 * Thrown if too many tasks of the group, or of all groups, are already waiting, or if a task of another group has
 * displaced this waiting task.
 */
export class TooManyWaiting extends Error {}

interface Group {
  running: number;
  /**
   * Number of the turn in which the group last started a task. A group that has just come stands between the last turn
   * and all before it: if it stood before them, groups that leave and come back with each task would always be first.
   */
  lastTurn: number;
  readonly waiting: Set<() => void>;
}

export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** Groups in the order in which they arrived. */
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #slow = 0;
  #turns = 0;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when it is the group's turn. Rejects with the signal's reason as soon as the signal aborts during the
   * wait; once it has begun, `work` itself must react to the signal. Throws TooManyWaiting.
   */
  async run<T>(
    group: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    { waitsAnyway = false }: TurnOptions = {},
  ): Promise<T> {
    signal.throwIfAborted();
    await this.#turn(group, signal, waitsAnyway);
    const stopWatching = this.#watchSlow();
    try {
      return await work();
    } finally {
      stopWatching();
      this.#leave(group);
    }
  }

  /**
   * Allows an extra task if the work runs for too long. Returns a function that stops watching and withdraws the
   * permission.
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

  #turn(name: string, signal: AbortSignal, waitsAnyway: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const group = this.#groups.get(name) ?? {
      running: 0,
      lastTurn: this.#turns - 0.5,
      waiting: new Set(),
    };
    const { waitingPerGroup = Number.POSITIVE_INFINITY } = this.#options;
    if (group.waiting.size >= waitingPerGroup && !waitsAnyway) throw new TooManyWaiting(name);

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
   * Of the groups that may start a task now, returns the group with the fewest running tasks; if several have equally
   * few, the group whose last turn was longest ago.
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
