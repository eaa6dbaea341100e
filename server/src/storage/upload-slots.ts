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
 * A quarter of the slots is for workspaces that have no upload under way, as one person may have many workspaces. Of the
 * others each workspace has an equal share; one that has more leaves another quarter to those who have less.
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
    const workspaces = new Set(all.map((other) => other.workspace)).size;
    if (all.length >= this.#usable(own, workspaces)) {
      throw new Fault('SERVICE_UNAVAILABLE', `${all.length} uploads under way, ${own} its own`, {
        text: 'Too many files are being uploaded at the moment. Try again shortly.',
      });
    }

    const writer = { key, workspace };
    this.#writers.add(writer);

    return { [Symbol.dispose]: () => this.#writers.delete(writer) };
  }

  /** Slots that may be taken in all for a workspace with `own` of them, one of `workspaces` with any, to get one more. */
  #usable(own: number, workspaces: number): number {
    if (own === 0) return this.#slots;
    const quarter = Math.floor(this.#slots / 4);
    const open = this.#slots - quarter;
    return workspaces > 1 && own >= open / workspaces ? open - quarter : open;
  }
}
