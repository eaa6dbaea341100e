/**
 * Limits how many tasks of strangers run at once, and lets nested groups take turns: an address, the block that
 * contains it, and the network around that block. Many addresses in one network together get no more turns than a
 * single address in another network. When the waiting list is full, a newcomer displaces a waiting task of a group that
 * has more of them.
 */
import { TooManyWaiting } from './fair-turns.ts';

export interface NestedTurnsOptions {
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number;
  /** Maximum number of tasks of one outermost group that run at once. */
  readonly perOutermost: number;
  /** Maximum number of waiting tasks: in all, per outermost group, per group within that, and so on inwards. */
  readonly waiting: readonly [inAll: number, ...perGroup: number[]];
}

interface Waiter {
  /**
   * Names of the groups that contain this task, the outermost first; each name begins with the name of the group around
   * it.
   */
  readonly groups: readonly string[];
  readonly begin: () => void;
  readonly refuse: () => void;
}

export class NestedTurns {
  readonly #options: NestedTurnsOptions;
  /** Waiting tasks in order of arrival. They are so few that their groups are counted anew each time. */
  readonly #waiters = new Set<Waiter>();
  /** Number of running tasks per outermost group. */
  readonly #running = new Map<string, number>();
  /** For each current group, the number of the turn at its arrival or at its last turn, whichever was later. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  constructor(options: NestedTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when it is the turn of the groups in `path`, which lists the outermost first. Rejects with the signal's
   * reason as soon as the signal aborts during the wait; once it has begun, `work` itself must react to the signal.
   * Throws TooManyWaiting, either at once or later if a newcomer displaces this task.
   */
  async run<T>(path: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const groups = path.map((_, depth) => path.slice(0, depth + 1).join(' '));
    await this.#turn(groups, signal);

    try {
      return await work();
    } finally {
      this.#leave(groups);
    }
  }

  #turn(groups: readonly string[], signal: AbortSignal): Promise<void> {
    this.#makeRoom(groups);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      groups,
      begin: () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
      refuse: () => {
        signal.removeEventListener('abort', leave);
        reject(new TooManyWaiting(groups.at(-1)));
      },
    };
    const leave = () => {
      this.#waiters.delete(waiter);
      this.#forget();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });

    this.#waiters.add(waiter);

    for (const group of groups)
      if (!this.#lastTurns.has(group)) this.#lastTurns.set(group, this.#nextTurn());

    this.#next();
    return promise;
  }

  /**
   * Displaces waiting tasks until the newcomer fits. Starts with the innermost group, because room made within a group
   * is also room in the groups around it.
   */
  #makeRoom(groups: readonly string[]): void {
    const { waiting: waitingLimits } = this.#options;
    for (let depth = groups.length; depth >= 0; depth -= 1) {
      const around = groups[depth - 1] ?? null;
      if (this.#countOf(around) < (waitingLimits[depth] ?? Number.POSITIVE_INFINITY)) continue;

      const displaced = this.#displacedBy(groups, depth);
      if (!displaced) throw new TooManyWaiting(groups.at(-1));

      this.#waiters.delete(displaced);
      this.#forget();
      displaced.refuse();

      return;
    }
  }

  /**
   * Picks the waiting task that a newcomer displaces: preferably a task of another group, otherwise of the newcomer's
   * own group, in which some subgroups may have more waiting tasks than the newcomer's subgroup.
   */
  #displacedBy(groups: readonly string[], depth: number): Waiter | null {
    for (const [index, ownGroup] of groups.entries()) {
      const displaced =
        index >= depth && this.#displacedIn(groups[index - 1] ?? null, index, ownGroup);
      if (displaced) return displaced;
    }
    return null;
  }

  /**
   * Finds a waiting task in the largest of the groups directly within `around`. Null unless that group, after losing
   * the task, still has at least as many waiting tasks as `ownGroup` has with the newcomer.
   */
  #displacedIn(around: string | null, depth: number, ownGroup: string): Waiter | null {
    const counts = new Map<string, number>();

    for (const { groups } of this.#waiters) {
      const group = groups[depth];
      if (group === undefined || !isWithin(groups, around)) continue;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }

    const maxCount = Math.max(...counts.values());
    const largest = [...counts.keys()].find((group) => counts.get(group) === maxCount);
    if (largest === undefined || maxCount < (counts.get(ownGroup) ?? 0) + 2) return null;

    const inner = this.#displacedIn(largest, depth + 1, '');
    return inner ?? [...this.#waiters].find(({ groups }) => isWithin(groups, largest)) ?? null;
  }

  /** Counts the waiting tasks of a group; null stands for all groups. */
  #countOf(group: string | null): number {
    return [...this.#waiters].filter(({ groups }) => isWithin(groups, group)).length;
  }

  #next(): void {
    let running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    while (running < this.#options.atOnce) {
      const waiter = this.#nextWaiter();
      if (!waiter) return;
      this.#begin(waiter);
      running += 1;
    }
  }

  /** Picks the outermost group whose last turn was longest ago, then a group within it in the same way, and so on. */
  #nextWaiter(): Waiter | undefined {
    const { perOutermost } = this.#options;
    const turnOf = (group: string): number => this.#lastTurns.get(group) ?? 0;
    const isEarlier = (first: Waiter, second: Waiter): boolean => {
      const depth = first.groups.findIndex((group, index) => group !== second.groups[index]);
      return depth >= 0 && turnOf(first.groups[depth] ?? '') < turnOf(second.groups[depth] ?? '');
    };
    let next: Waiter | undefined;

    for (const waiter of this.#waiters) {
      const [outermost = ''] = waiter.groups;
      if ((this.#running.get(outermost) ?? 0) >= perOutermost) continue;
      if (!next || isEarlier(waiter, next)) next = waiter;
    }

    return next;
  }

  #begin(waiter: Waiter): void {
    const [outermost = ''] = waiter.groups;
    this.#waiters.delete(waiter);
    this.#running.set(outermost, (this.#running.get(outermost) ?? 0) + 1);
    const turn = this.#nextTurn();
    for (const group of waiter.groups) this.#lastTurns.set(group, turn);
    waiter.begin();
  }

  #nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  #leave([outermost = '']: readonly string[]): void {
    const running = (this.#running.get(outermost) ?? 0) - 1;
    if (running > 0) this.#running.set(outermost, running);
    else this.#running.delete(outermost);
    this.#forget();
    this.#next();
  }

  /** Forgets groups without running or waiting tasks, because the number of possible addresses is unlimited. */
  #forget(): void {
    const activeGroups = new Set(this.#running.keys());
    for (const { groups } of this.#waiters) for (const group of groups) activeGroups.add(group);
    for (const group of this.#lastTurns.keys())
      if (!activeGroups.has(group)) this.#lastTurns.delete(group);
  }
}

const isWithin = (groups: readonly string[], around: string | null): boolean =>
  around === null || groups.includes(around);
