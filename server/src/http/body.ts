/** Reads request bodies up to the limit (interface.md "Requests and answers"). */
import type { IncomingMessage } from 'node:http';
import { Fault, requestLimits } from '@reelsight/contract';

/**
 * Gives the bytes, or Fault BODY_TOO_LARGE as soon as there are too many. The rest is read and thrown away: on a
 * connection that closes with bytes unread the client would see a reset instead of the answer.
 */
export function readBody(
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
  limitBytes: number = requestLimits.bodyBytes,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let refused = false;
  payload.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else if (!refused) {
      refused = true;
      chunks.length = 0;
      done(tooLarge(limitBytes));
    }
  });

  payload.on('end', () => {
    if (!refused) done(null, Buffer.concat(chunks));
  });
  payload.on('error', (error) => {
    if (!refused) done(error);
  });
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
