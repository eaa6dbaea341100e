/** Tracks the uploads in progress, and decides who may begin another. */
import { Fault } from '@reelsight/contract';
import type { StorageKey } from './storage-key.ts';

// A client that lost its connection may reconnect before the dead connection is noticed, so each key
// may have two writers.
const writersPerKey = 2;

interface Writer {
  readonly key: StorageKey;
  readonly workspace: string;
}

/**
 * A quarter of the slots is reserved for workspaces that have no upload in progress, as one person may have many
 * workspaces. The rest is shared equally; a workspace above its share must leave another quarter to those below theirs.
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

  /**
   * Total number of slots that may be in use for a workspace that already has `own` to get another; `workspaces` counts
   * those with any.
   */
  #usable(own: number, workspaces: number): number {
    if (own === 0) return this.#slots;
    const quarter = Math.floor(this.#slots / 4);
    const open = this.#slots - quarter;
    return workspaces > 1 && own >= open / workspaces ? open - quarter : open;
  }
}
