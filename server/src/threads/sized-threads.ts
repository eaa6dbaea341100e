/**
 * Two threads for the same kind of work, so that results of a few kilobytes do not wait for those of many megabytes.
 */

/** Results with at least this many characters count as large. */
const largeCharacters = 1_000_000;
/**
 * Results of up to this many bytes count as small, as they are stored, compressed; as JSON, they are mostly less than a
 * megabyte.
 */
export const smallStoredBytes = 200_000;

export class SizedThreads<Thread extends { readonly close: () => Promise<void> }> {
  readonly #small: Thread;
  readonly #large: Thread;

  readonly #largeFrom: number;

  constructor(open: () => Thread, largeFrom = largeCharacters) {
    this.#largeFrom = largeFrom;
    this.#small = open();
    this.#large = open();
  }

  /** The thread for work on this many characters or bytes. */
  for(characters: number): Thread {
    return characters < this.#largeFrom ? this.#small : this.#large;
  }

  /** Ends both permanently. */
  async close(): Promise<void> {
    await Promise.all([this.#small.close(), this.#large.close()]);
  }
}
