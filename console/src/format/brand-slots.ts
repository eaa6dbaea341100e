/**
 * The slots that the service assigns to brand names. Each is requested only once, several in one call, and kept while
 * the page is open.
 */
import { identityOf } from '@reelsight/contract/name-identity';

/** Resolves with the slots of the names, in the same order. */
export type AskSlots = (names: readonly string[]) => Promise<readonly number[]>;

export interface SlotTimes {
  /** How long to collect names before a call, so that names shown together are requested in one call. */
  readonly gatherMs: number;
  /** How long to wait after a failed call. */
  readonly againMs: number;
}

const usual: SlotTimes = { gatherMs: 10, againMs: 5000 };
/** Limits that the service sets for one call: how many names, and the length of each. */
const namesPerCall = 500;
const mostCharacters = 1000;

export class BrandSlots {
  readonly #ask: AskSlots;
  readonly #times: SlotTimes;
  readonly #slots = new Map<string, number>();
  /** Names still to be requested. The key is the identity by which names are compared. */
  readonly #wanted = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #busy = false;
  #hasFailed = false;
  #version = 0;

  constructor(ask: AskSlots, times: SlotTimes = usual) {
    this.#ask = ask;
    this.#times = times;
  }

  /** The slot of a name; undefined until the service has answered. The first call for a name requests it. */
  slotOf(name: string): number | undefined {
    const key = identityOf(name);
    const slot = this.#slots.get(key);
    if (slot !== undefined || this.#wanted.has(key) || name.length > mostCharacters) return slot;
    this.#wanted.set(key, name);
    this.#begin(this.#times.gatherMs);
    return undefined;
  }

  /** Whether the slot of a name is likely to arrive at once; false while calls fail. */
  isAwaited(name: string): boolean {
    return !this.#hasFailed && this.#wanted.has(identityOf(name));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A number that changes whenever slots arrive. */
  readonly version = (): number => this.#version;

  #begin(afterMs: number): void {
    if (this.#busy) return;
    this.#busy = true;
    setTimeout(() => void this.#fetch(), afterMs);
  }

  async #fetch(): Promise<void> {
    const batch = [...this.#wanted].slice(0, namesPerCall);
    let nextMs = 0;
    try {
      const slots = await this.#ask(batch.map(([, name]) => name));

      for (const [index, [key]] of batch.entries()) {
        this.#slots.set(key, slots[index] as number);
        this.#wanted.delete(key);
      }

      this.#hasFailed = false;
    } catch {
      // The names have no slot, and so are grey, until the next attempt.
      this.#hasFailed = true;
      nextMs = this.#times.againMs;
    }

    this.#version += 1;
    for (const listener of this.#listeners) listener();
    this.#busy = false;
    if (this.#wanted.size > 0) this.#begin(nextMs);
  }
}
