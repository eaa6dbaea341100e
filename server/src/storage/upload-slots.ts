/** The uploads under way, and who may begin one more. */
import { Fault } from '@reelsight/contract';
import type { StorageKey } from './storage-key.ts';

// A client that lost its connection may reconnect before the dead connection is noticed: two writers a key, no more.
const writersPerKey = 2;

interface Writer {
  readonly key: StorageKey;
  readonly workspace: string;
}

/**
 * Each workspace has an equal share of the slots. One that has more than its share leaves a quarter of the slots free for
 * those who have less.
 */
export class UploadSlots {
  readonly #slots: number;
  readonly #writers = new Set<Writer>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Throws Fault UPLOAD_EXISTS or SERVICE_UNAVAILABLE. */
  enter(key: StorageKey, workspace: string): Disposable {
    const all = [...this.#writers];
    if (all.filter((other) => other.key === key).length >= writersPerKey)
      throw new Fault('UPLOAD_EXISTS', `${key} is being written`);
    const own = all.filter((other) => other.workspace === workspace).length;
    const workspaces = new Set(all.map((other) => other.workspace)).add(workspace).size;
    const kept = own < this.#slots / workspaces && workspaces > 1 ? 0 : Math.floor(this.#slots / 4);
    if (all.length >= this.#slots - kept) {
      throw new Fault('SERVICE_UNAVAILABLE', `${all.length} uploads under way, ${own} its own`, {
        text: 'Too many files are being uploaded at the moment. Try again shortly.',
      });
    }
    const writer = { key, workspace };
    this.#writers.add(writer);
    return { [Symbol.dispose]: () => this.#writers.delete(writer) };
  }
}
