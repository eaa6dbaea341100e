/**
 * One polling loop for all members that wait for the same kind of change; it runs while there is at least one member.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '@reelsight/contract';
import { outOfScope } from '../tracing/scope.ts';
import { faultOf } from './faults.ts';

export interface SharedPollOptions {
  readonly everyMs: number;
  /** Called before the first poll after a period without members. */
  readonly begin?: () => void;
  /** Polls once; true if there is more to read immediately. */
  readonly look: () => Promise<boolean>;
  /** Called after each poll, even if it failed. */
  readonly afterLook?: () => void;
  readonly onFault: (fault: Fault) => void;
}

export class SharedPoll<Member> {
  readonly #options: SharedPollOptions;
  readonly #members = new Set<Member>();
  #running = false;

  constructor(options: SharedPollOptions) {
    this.#options = options;
  }

  get members(): ReadonlySet<Member> {
    return this.#members;
  }

  /** Adds a member, which stays until the returned function is called. */
  add(member: Member): () => void {
    this.#members.add(member);
    // The loop serves members of all workspaces, so it must not run in the scope of one member's request.
    if (!this.#running) void outOfScope(() => this.#run());
    return () => this.remove(member);
  }

  remove(member: Member): void {
    this.#members.delete(member);
  }

  async #run(): Promise<void> {
    const { everyMs, begin, look, afterLook, onFault } = this.#options;
    this.#running = true;
    begin?.();
    let failed = false;

    while (this.#members.size > 0) {
      let hasMore = false;
      try {
        hasMore = await look();
        failed = false;
      } catch (error) {
        // The database is unavailable: members keep waiting, and the fault is reported only once.
        if (!failed && this.#members.size > 0) onFault(faultOf(error));
        failed = true;
      }

      afterLook?.();
      await sleep(hasMore ? 1 : everyMs, undefined, { ref: false });
    }

    this.#running = false;
  }
}
