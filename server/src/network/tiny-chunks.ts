/**
 * Ends connections that send a body in tiny chunks (RFC 9112, 7.1). Each chunk costs a parser call and an object of
 * some 300 bytes, and libuv keeps reading while bytes arrive: 60 MB of one-byte chunks blocked the event loop for 13 s.
 */
import type { IncomingMessage, Server } from 'node:http';

/** Number of chunks that a body may have, whatever their size. */
const freeChunks = 500;
/** Minimum average of bytes per chunk in a body with more chunks than that. */
const leastMeanBytes = 64;

/**
 * Counts the chunks in `push`, which the parser calls for each chunk; listeners on the body would be called too late.
 */
function limitChunks(request: IncomingMessage): void {
  const { socket } = request;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;

  request.push = (chunk: Buffer | null) => {
    // Drops further chunks that the parser finds in data that was read before the connection was closed.
    if (socket.destroyed && chunk !== null) return false;
    if (chunk === null) return push(null);

    chunks += 1;
    bytes += chunk.length;
    const isTiny = chunks > freeChunks && bytes < leastMeanBytes * chunks;
    if (!isTiny) return push(chunk);

    socket.destroy();
    return false;
  };
  // After an answer, Node discards the rest of a body by calling `_dump`, which bypasses `push`; reading the rest
  // instead keeps it counted.
  Object.assign(request, { _dump: () => void request.resume() });
}

export function refuseTinyChunks(server: Server): void {
  server.prependListener('request', (request) => {
    if (request.headers['transfer-encoding'] !== undefined) limitChunks(request);
  });
}
