/** Reads request bodies up to the limit (interface.md "Requests and answers"). */
import type { IncomingMessage } from 'node:http';
import { Fault, requestLimits } from '@reelsight/contract';

/**
 * Calls `done` with the bytes, or with Fault BODY_TOO_LARGE as soon as there are too many. The rest of the body is then
 * received and discarded: if the connection closed with bytes unread, the client would see a reset instead of the
 * answer.
 */
export function readBody(
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
  limitBytes: number = requestLimits.bodyBytes,
): void {
  const body = new GrowingBytes();
  let refused = false;

  payload.on('data', (chunk: Buffer) => {
    if (refused) return;
    if (body.length + chunk.length <= limitBytes) return body.add(chunk);

    refused = true;
    body.clear();
    done(tooLarge(limitBytes));
  });
  payload.on('end', () => {
    if (!refused) done(null, body.bytes());
  });
  payload.on('error', (error) => {
    if (!refused) done(error);
  });
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

function tooLarge(limitBytes: number): Fault {
  const detail = `more than ${limitBytes} bytes`;
  if (limitBytes === requestLimits.bodyBytes) return new Fault('BODY_TOO_LARGE', detail);
  const bytes = `(${limitBytes.toLocaleString('en')} bytes)`;

  if (limitBytes < 1_000_000) {
    const text = `The request body exceeds ${Math.floor(limitBytes / 1024)} KB ${bytes}.`;
    return new Fault('BODY_TOO_LARGE', detail, { text });
  }

  return new Fault('BODY_TOO_LARGE', detail, {
    text: `The file exceeds ${Math.floor(limitBytes / 1_000_000)} MB ${bytes}.`,
  });
}
