/**
 * Reads that wait for jobs or batches (RFC 7240, 4.3). A single statement checks the state of all the rows that they
 * wait for.
 */
import type { Fault } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { type Sight, sightsOf } from '../db/upkeep/sights.ts';
import { sharedPart, type WaitLimits, workspacesAtOnce } from './call-limits.ts';
import { SharedPoll } from './shared-poll.ts';

const pollMs = 400;

/** A read that waits for a row. It wakes if the row no longer exists, or if `isNews` is true for the row's state. */
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

/** The workspace and the owner for which a read waits. */
interface Waiter {
  readonly workspaceId: string;
  /** As by `ownerGroup`. */
  readonly owner: string;
}

function count(counts: Map<string, number>, name: string, by: number): void {
  const rest = (counts.get(name) ?? 0) + by;
  if (rest > 0) counts.set(name, rest);
  else counts.delete(name);
}

export class Waits {
  readonly #poll: SharedPoll<Waiting>;
  readonly #limits: WaitLimits;
  /** Number of waiting reads by workspace, and by owner. */
  readonly #ofWorkspaces = new Map<string, number>();
  readonly #ofOwners = new Map<string, number>();
  #all = 0;
  /** Reads of rows since the last poll, shared by all callers that the poll woke. */
  readonly #reads = new Map<string, { readonly atMs: number; readonly read: Promise<unknown> }>();

  constructor({ db, limits, onFault }: WaitsOptions) {
    this.#limits = limits;
    const look = async (): Promise<boolean> => {
      this.#reads.clear();
      // Callers that join while the query runs are included in the next query.
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

  /** Counts one more waiting read until the returned function is called. Null if too many reads are waiting. */
  enter({ workspaceId, owner }: Waiter): (() => void) | null {
    const { ofWorkspace, all: mostReads } = this.#limits;
    const ofOwner = this.#ofOwners.get(owner) ?? 0;
    // An owner with many workspaces leaves places for others.
    const places = ofOwner > 0 ? mostReads * sharedPart : mostReads;
    const isFull =
      (this.#ofWorkspaces.get(workspaceId) ?? 0) >= ofWorkspace ||
      ofOwner >= workspacesAtOnce * ofWorkspace ||
      this.#all >= places;
    if (isFull) return null;

    count(this.#ofWorkspaces, workspaceId, 1);
    count(this.#ofOwners, owner, 1);
    this.#all += 1;

    return () => {
      this.#all -= 1;
      count(this.#ofWorkspaces, workspaceId, -1);
      count(this.#ofOwners, owner, -1);
      if (this.#all === 0) this.#reads.clear();
    };
  }

  /** Returns the result of `read`, which runs only once until the next poll for all callers that pass the same name. */
  read<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
    const earlierRead = this.#reads.get(name);
    if (earlierRead && performance.now() - earlierRead.atMs < pollMs)
      return earlierRead.read as Promise<Result>;
    const pending = read();
    this.#reads.set(name, { atMs: performance.now(), read: pending });
    return pending;
  }

  /** Resolves when `isNews` is true for the row's state, the row is gone, or the signal aborts. */
  async news(id: string, isNews: Waiting['isNews'], signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) return;
    const leave = this.#poll.add({ id, isNews, wake: resolve });
    await promise;
    leave();
  }
}
