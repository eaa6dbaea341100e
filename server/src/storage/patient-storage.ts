/**
 * Reads objects to their end although the store fails now and then: work that reads every object for hours would
 * otherwise end, and begin again, with each of its short outages.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedObject, Storage } from './storage.ts';
import type { StorageKey } from './storage-key.ts';

export interface Patience {
  /** How long the store may give nothing; 0 if an error is thrown at once. */
  readonly limitMs: number;
  /** How long an object may give no bytes before it is read on in another attempt. */
  readonly stallMs?: number;
  readonly signal: AbortSignal;
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;
const longestStallMs = 60_000;

/** The store gave nothing for as long as it may; the cause is its last error. */
export class LastingOutage extends Error {}

export class PatientStorage {
  readonly #storage: Pick<Storage, 'get' | 'list'>;
  readonly #patience: Patience;

  constructor(storage: Pick<Storage, 'get' | 'list'>, patience: Patience) {
    this.#storage = storage;
    this.#patience = patience;
  }

  /** Lists every object once. After an error, the list is read from its beginning. Throws LastingOutage. */
  async *list(): AsyncGenerator<ListedObject> {
    const listedKeys = new Set<StorageKey>();
    const outage = new Outage(this.#patience);

    for (;;) {
      try {
        for await (const object of this.#storage.list()) {
          // A list that always ends at the same place gives nothing new, so its outage lasts.
          if (listedKeys.has(object.key)) continue;
          outage.end();
          listedKeys.add(object.key);
          yield object;
        }
        return;
      } catch (error) {
        await outage.wait(error);
      }
    }
  }

  /**
   * The length of an object and its bytes, which must be read or destroyed; null if it does not exist. After an error,
   * the bytes are read on from where it happened, of the same version. Both throw LastingOutage.
   */
  async get(
    key: StorageKey,
  ): Promise<{ readonly sizeBytes: number; readonly stream: Readable } | null> {
    const { signal } = this.#patience;
    const outage = new Outage(this.#patience);

    for (;;) {
      try {
        const object = await this.#storage.get(key, { signal });
        if (!object) return null;

        const { sizeBytes } = object;
        const chunks = this.#chunksOf(key, object, outage);
        const stream = Readable.from(chunks, { objectMode: false });
        // Chunks that nobody asked for leave the object open.
        stream.once('close', () => object.stream.destroy());
        return { sizeBytes, stream };
      } catch (error) {
        await outage.wait(error);
      }
    }
  }

  async *#chunksOf(
    key: StorageKey,
    { sizeBytes, etag, stream }: Found,
    outage: Outage,
  ): AsyncGenerator<Buffer> {
    const { stallMs = longestStallMs, signal } = this.#patience;
    let rest: Readable | null = stream;
    let readBytes = 0;

    while (readBytes < sizeBytes) {
      try {
        if (!rest) {
          const range = { start: readBytes, end: sizeBytes - 1 };
          const object: Found | null = await this.#storage.get(key, { etag, range, signal });
          if (!object) throw new LastingOutage(`${key} was replaced or deleted while it was read`);
          rest = object.stream;
        }

        for await (const chunk of steadyChunks(rest, stallMs)) {
          outage.end();
          readBytes += chunk.length;
          yield chunk;
        }
        if (readBytes < sizeBytes)
          throw new Error(`${key} ended after ${readBytes} of ${sizeBytes} bytes`);
      } catch (error) {
        rest = null;
        await outage.wait(error);
      }
    }
  }
}

type Found = NonNullable<Awaited<ReturnType<Storage['get']>>>;

/** Destroys the stream, which throws here, if it gives nothing for this long while its reader waits. */
async function* steadyChunks(stream: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const silent = () => stream.destroy(new Error(`no bytes for ${stallMs} ms`));
  let timer = setTimeout(silent, stallMs);

  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(silent, stallMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A time in which the store gives nothing. */
class Outage {
  readonly #patience: Patience;
  #sinceMs: number | null = null;
  #waitMs = firstWaitMs;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  end(): void {
    this.#sinceMs = null;
    this.#waitMs = firstWaitMs;
  }

  /** Waits before the next attempt. Throws LastingOutage if this lasts too long, and the signal's reason if aborted. */
  async wait(error: unknown): Promise<void> {
    const { limitMs, signal } = this.#patience;
    signal.throwIfAborted();
    if (error instanceof LastingOutage) throw error;

    this.#sinceMs ??= performance.now();
    if (performance.now() - this.#sinceMs + this.#waitMs > limitMs)
      throw new LastingOutage((error as Error).message, { cause: error });

    await sleep(this.#waitMs, undefined, { signal });
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs);
  }
}
