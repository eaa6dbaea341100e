/** Reads request bodies up to the limit (interface.md "Requests and answers"). */
import type { IncomingMessage } from 'node:http';
import { Fault, requestLimits } from '@reelsight/contract';
import { type LeastRate, watchRate } from '../storage/least-rate.ts';

/** How bodies are received that may be large: each occupies memory until it is complete and has been answered. */
export interface LargeBody {
  /** A body that arrives more slowly is ended. */
  readonly leastRate: LeastRate;
  /** Number of bytes that may arrive without a place. */
  readonly freeBytes: number;
  /** Resolves when there is a place for the rest of the body; called at most once. */
  takePlace(): Promise<void>;
}

/**
 * The rate of bodies that are not large. Without one, anybody could occupy connections for as long as a whole request
 * may take. It ends a body that stands still, but not one that comes over a bad line.
 */
const leastRate: LeastRate = { bytesPerSecond: 256, overMs: 15_000 };

/**
 * Calls `done` with the bytes, or with a Fault: BODY_TOO_LARGE as soon as there are too many, REQUEST_TIMEOUT if it
 * arrives too slowly, or the error of `takePlace`. The rest of the body is then received and discarded: if the
 * connection closed with bytes unread, the client would see a reset instead of the answer.
 */
export function readBody(
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
  limitBytes: number = requestLimits.bodyBytes,
  large?: LargeBody,
): void {
  const body = new GrowingBytes();
  let isRefused = false;
  let hasPlace = false;

  const refuse = (error: Error): void => {
    if (isRefused) return;
    isRefused = true;
    stopWatching();
    body.clear();
    done(error);
    payload.resume();
  };
  const watch = (): (() => void) =>
    watchRate(
      () => body.length,
      large?.leastRate ?? leastRate,
      () => refuse(tooSlow()),
    );
  let stopWatching = watch();

  /** Lets the client wait until there is a place. The wait is ours, so it does not count as slowness. */
  const waitForPlace = async (takePlace: () => Promise<void>): Promise<void> => {
    hasPlace = true;
    stopWatching();
    payload.pause();
    await takePlace();

    if (isRefused) return;
    stopWatching = watch();
    payload.resume();
  };

  payload.on('data', (chunk: Buffer) => {
    if (isRefused) return;
    if (body.length + chunk.length > limitBytes)
      return refuse(tooLarge(limitBytes, payload.headers['content-type']));

    body.add(chunk);
    if (large && !hasPlace && body.length > large.freeBytes)
      waitForPlace(() => large.takePlace()).catch(refuse);
  });
  payload.on('end', () => {
    stopWatching();
    if (!isRefused) done(null, body.bytes());
  });
  payload.on('error', refuse);
}

/**
 * Collects the pieces of a body in one block of memory. As a separate object, a piece of one byte would take 300 bytes.
 */
class GrowingBytes {
  #block = Buffer.alloc(0);
  length = 0;

  add(piece: Buffer): void {
    const requiredLength = this.length + piece.length;

    if (requiredLength > this.#block.length) {
      const larger = Buffer.allocUnsafe(Math.max(requiredLength, 2 * this.#block.length));
      this.#block.copy(larger, 0, 0, this.length);
      this.#block = larger;
    }

    piece.copy(this.#block, this.length);
    this.length = requiredLength;
  }

  bytes(): Buffer {
    return this.#block.subarray(0, this.length);
  }

  clear(): void {
    this.#block = Buffer.alloc(0);
    this.length = 0;
  }
}

const tooSlow = (): Fault => new Fault('REQUEST_TIMEOUT', 'the body arrives too slowly');

/** Types of a body with which somebody sends a file to a call that takes JSON. */
const fileType = /^(multipart|video|audio|image)\/|^application\/octet-stream/i;

function tooLarge(limitBytes: number, contentType = ''): Fault {
  const detail = `more than ${limitBytes} bytes`;
  const bytes = `(${limitBytes.toLocaleString('en')} bytes)`;

  if (limitBytes === requestLimits.bodyBytes) {
    if (!fileType.test(contentType)) return new Fault('BODY_TOO_LARGE', detail);
    return new Fault('BODY_TOO_LARGE', detail, {
      text: `The request body exceeds 10 KB ${bytes}. Files are not sent here: POST /v1/uploads/presign gives an address for them.`,
    });
  }

  if (limitBytes < 1_000_000) {
    const text = `The request body exceeds ${Math.floor(limitBytes / 1024)} KB ${bytes}.`;
    return new Fault('BODY_TOO_LARGE', detail, { text });
  }

  return new Fault('BODY_TOO_LARGE', detail, {
    text: `The file exceeds ${Math.floor(limitBytes / 1_000_000)} MB ${bytes}.`,
  });
}
