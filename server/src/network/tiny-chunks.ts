/**
 * Ends connections that send a body in tiny chunks (RFC 9112, 7.1). Each costs a call of the parser and an object of some
 * 300 bytes, and libuv reads on while bytes are there: 60 MB of chunks of one byte kept the event loop for 13 s.
 */
import type { IncomingMessage, Server } from 'node:http';

/** Chunks of any size that a body may have. */
const freeChunks = 500;
/** Bytes a chunk must have on average in a body of more chunks. */
const leastMeanBytes = 64;

/** Counts in `push`, which the parser calls for each chunk: whoever listens to the body hears of them too late. */
function limitChunks(request: IncomingMessage): void {
  const { socket } = request;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;

  request.push = (chunk: Buffer | null) => {
    // What was read before the connection ended is parsed to its end.
    if (socket.destroyed && chunk !== null) return false;
    if (chunk === null) return push(null);

    chunks += 1;
    bytes += chunk.length;
    const isTiny = chunks > freeChunks && bytes < leastMeanBytes * chunks;
    if (!isTiny) return push(chunk);

    socket.destroy();
    return false;
  };
  // After an answer Node throws the rest of a body away without a call of `push`, and would count nothing.
  Object.assign(request, { _dump: () => void request.resume() });
}

export function refuseTinyChunks(server: Server): void {
  server.prependListener('request', (request) => {
    if (request.headers['transfer-encoding'] !== undefined) limitChunks(request);
  });
}
