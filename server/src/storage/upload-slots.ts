/** Tracks the uploads in progress, and decides who may begin another. */
import { Fault } from '@reelsight/contract';
import type { StorageKey } from './storage-key.ts';

// A client that lost its connection may reconnect before the server notices that the old connection is dead, so each
// key may have two writers.
const writersPerKey = 2;

interface Writer {
  readonly key: StorageKey;
  readonly workspace: string;
}

/**
 * Limits the number of uploads in progress. A quarter of the slots is reserved for workspaces that have no upload in
 * progress, because one person may have many workspaces. The rest is shared equally by the workspaces that upload. A
 * workspace that has reached its share may take another slot only if a further quarter stays free for the others.
 */
export class UploadSlots {
  readonly #slots: number;
  readonly #writers = new Set<Writer>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Takes a slot until the returned object is disposed. Throws Fault UPLOAD_EXISTS or SERVICE_UNAVAILABLE. */
  enter(key: StorageKey, workspace: string): Disposable {
    const writers = [...this.#writers];
    if (writers.filter((otherWriter) => otherWriter.key === key).length >= writersPerKey)
      throw new Fault('UPLOAD_EXISTS', `${key} is being written`);

    const ownCount = writers.filter((otherWriter) => otherWriter.workspace === workspace).length;
    const workspaces = new Set(writers.map((otherWriter) => otherWriter.workspace)).size;
    if (writers.length >= this.#usable(ownCount, workspaces)) {
      throw new Fault(
        'SERVICE_UNAVAILABLE',
        `${writers.length} uploads under way, ${ownCount} its own`,
        {
          text: 'Too many files are being uploaded at the moment. Try again shortly.',
        },
      );
    }

    const writer = { key, workspace };
    this.#writers.add(writer);

    return { [Symbol.dispose]: () => this.#writers.delete(writer) };
  }

  /**
   * The number of slots below which the total in use must be for a workspace with `ownCount` uploads to get another.
   * `workspaces`: number of workspaces that have uploads in progress.
   */
  #usable(ownCount: number, workspaces: number): number {
    if (ownCount === 0) return this.#slots;
    const quarter = Math.floor(this.#slots / 4);
    const open = this.#slots - quarter;
    return workspaces > 1 && ownCount >= open / workspaces ? open - quarter : open;
  }
}
