/**
 * Reads objects to their end although the store fails now and then: work that reads every object for hours would
 * otherwise end, and begin again, with each of its short outages.
 */
import { addAbortListener } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
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

/** An object was replaced or deleted while it was read. */
export class ObjectGone extends Error {}

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
        await outage.wait(error, this.#patience.signal);
      }
    }
  }

  /**
   * The length of an object and its bytes, which must be read or destroyed; null if it does not exist. After an error,
   * the bytes are read on from where it happened, of the same version. Both throw LastingOutage; the bytes also
   * ObjectGone.
   */
  async get(
    key: StorageKey,
  ): Promise<{ readonly sizeBytes: number; readonly stream: Readable } | null> {
    const { signal } = this.#patience;
    const outage = new Outage(this.#patience);

    for (;;) {
      try {
        const object = await this.#storage.get(key, { signal });
        return (
          object && { sizeBytes: object.sizeBytes, stream: this.#streamOf(key, object, outage) }
        );
      } catch (error) {
        await outage.wait(error, signal);
      }
    }
  }

  /** Destroying the stream ends its open request, or its wait for the next, at once. */
  #streamOf(key: StorageKey, object: OpenObject, outage: Outage): Readable {
    const { signal } = this.#patience;
    const reading = new AbortController();
    // With a million small objects, AbortSignal.any takes twice as long as all of this, and is collected late.
    const listening = addAbortListener(signal, () => reading.abort(signal.reason));
    const chunks = this.#chunksOf(key, object, outage, reading.signal);

    return new Readable({
      read() {
        chunks.next().then(
          ({ value }) => this.push(value ?? null),
          (error) => this.destroy(error),
        );
      },
      destroy(error, done) {
        listening[Symbol.dispose]();
        reading.abort();
        done(error);
      },
    });
  }

  async *#chunksOf(
    key: StorageKey,
    object: OpenObject,
    outage: Outage,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, undefined> {
    const { stallMs = longestStallMs } = this.#patience;
    const { sizeBytes, etag } = object;
    let stream: Readable | null = addAbortSignal(signal, object.stream);
    let readBytes = 0;

    while (readBytes < sizeBytes) {
      try {
        stream ??= await this.#rest(key, etag, { start: readBytes, end: sizeBytes - 1 }, signal);
        for await (const chunk of steadyChunks(stream, stallMs)) {
          outage.end();
          readBytes += chunk.length;
          yield chunk;
        }
        if (readBytes < sizeBytes)
          throw new Error(`${key} ended after ${readBytes} of ${sizeBytes} bytes`);
      } catch (error) {
        if (error instanceof ObjectGone) throw error;
        stream = null;
        await outage.wait(error, signal);
      }
    }
  }

  async #rest(
    key: StorageKey,
    etag: string,
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ): Promise<Readable> {
    const object = await this.#storage.get(key, { etag, range, signal });
    if (!object) throw new ObjectGone(`${key} was replaced or deleted while it was read`);
    return addAbortSignal(signal, object.stream);
  }
}

type OpenObject = NonNullable<Awaited<ReturnType<Storage['get']>>>;

/** Destroys the stream, which throws here, if it gives nothing for this long while its reader waits. */
async function* steadyChunks(stream: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const endSilence = () => stream.destroy(new Error(`no bytes for ${stallMs} ms`));
  let timer = setTimeout(endSilence, stallMs);

  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(endSilence, stallMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A time in which the store gives nothing. */
class Outage {
  readonly #limitMs: number;
  #sinceMs: number | null = null;
  #waitMs = firstWaitMs;

  constructor({ limitMs }: Patience) {
    this.#limitMs = limitMs;
  }

  end(): void {
    this.#sinceMs = null;
    this.#waitMs = firstWaitMs;
  }

  /** Waits before the next attempt. Throws LastingOutage if this lasts too long, and the signal's reason if aborted. */
  async wait(error: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();

    this.#sinceMs ??= performance.now();
    if (performance.now() - this.#sinceMs + this.#waitMs > this.#limitMs)
      throw new LastingOutage(textOf(error), { cause: error });

    await sleep(this.#waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs);
  }
}

/** Several failed addresses of one host arrive as an error without a message. */
const textOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map(({ message }) => message).join('; ')
    : (error as Error).message;
