/**
 * Reads that wait for jobs or batches (RFC 7240, 4.3): one statement checks the state of all rows that are waited for.
 */
import type { Fault } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { type Sight, sightsOf } from '../db/upkeep/sights.ts';
import type { WaitLimits } from './call-limits.ts';
import { SharedPoll } from './shared-poll.ts';

const pollMs = 400;

/** The row a read waits for. The read wakes if the row is gone, or if `isNews` is true for its state. */
interface Waiting {
  readonly id: string;
  readonly isNews: (sight: Sight) => boolean;
  readonly wake: () => void;
}

interface WaitsOptions {
  readonly db: Queryable;
  readonly limits: WaitLimits;
  readonly onFault: (fault: Fault) => void;
}

export class Waits {
  readonly #poll: SharedPoll<Waiting>;
  readonly #limits: WaitLimits;
  /** Places taken, by workspace. */
  readonly #taken = new Map<string, number>();
  #all = 0;
  /** Reads since the last look, shared by all callers that the look woke. */
  readonly #reads = new Map<string, { readonly atMs: number; readonly read: Promise<unknown> }>();

  constructor({ db, limits, onFault }: WaitsOptions) {
    this.#limits = limits;
    const look = async (): Promise<boolean> => {
      this.#reads.clear();
      // Callers that join during the query are included in the next one.
      const waiters = [...this.#poll.members];
      const sights = await sightsOf(db, [...new Set(waiters.map(({ id }) => id))]);
      const byId = new Map(sights.map((sight) => [sight.id, sight]));

      for (const waiter of waiters) {
        const sight = byId.get(waiter.id);
        if (!sight || waiter.isNews(sight)) waiter.wake();
      }

      return false;
    };
    this.#poll = new SharedPoll({ everyMs: pollMs, look, onFault });
  }

  /** Longest wait, in seconds. */
  get mostSeconds(): number {
    return Math.floor(this.#limits.mostMs / 1000);
  }

  /** Takes a place to wait in; the returned function gives it back. Null if no place is free. */
  enter(workspaceId: string): (() => void) | null {
    const usedPlaces = this.#taken.get(workspaceId) ?? 0;
    if (usedPlaces >= this.#limits.ofWorkspace || this.#all >= this.#limits.all) return null;

    this.#taken.set(workspaceId, usedPlaces + 1);
    this.#all += 1;

    return () => {
      this.#all -= 1;
      const rest = (this.#taken.get(workspaceId) ?? 1) - 1;
      if (rest > 0) this.#taken.set(workspaceId, rest);
      else this.#taken.delete(workspaceId);
      if (this.#all === 0) this.#reads.clear();
    };
  }

  /** The result of `read`, which runs once for all callers with this name until the next look. */
  read<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
    const earlierRead = this.#reads.get(name);
    if (earlierRead && performance.now() - earlierRead.atMs < pollMs)
      return earlierRead.read as Promise<Result>;
    const pending = read();
    this.#reads.set(name, { atMs: performance.now(), read: pending });
    return pending;
  }

  /** Resolves when there is news or the signal aborts. */
  async news(id: string, isNews: Waiting['isNews'], signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) return;
    const leave = this.#poll.add({ id, isNews, wake: resolve });
    await promise;
    leave();
  }
}
