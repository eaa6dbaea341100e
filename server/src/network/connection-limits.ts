/** Limits the number of a server's connections, and how long each may wait. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, inNetworks } from './address-block.ts';
import { refuseTinyChunks } from './tiny-chunks.ts';

export interface ConnectionLimits {
  /** Maximum time until the headers of a request are complete. It also limits a new connection that sends nothing. */
  readonly headersMs: number;
  /** Maximum time a connection may be idle, even in the middle of an answer. */
  readonly idleMs: number;
  readonly connections: number;
  /**
   * Maximum number of connections from one block of IP addresses. Blocks are counted because a single customer may have
   * billions of addresses.
   */
  readonly connectionsOfBlock: number;
  /** Addresses of reverse proxies, which are exempt from `connectionsOfBlock` because many clients share them. */
  readonly trustedProxies: readonly string[];
}

/** How often a server checks for connections that have exceeded their time limit. */
export const checkMs = ({ headersMs }: Pick<ConnectionLimits, 'headersMs'>): number =>
  Math.min(headersMs, 5000);

/** Maximum number of unanswered requests on one connection; if a client sends more, its connection is closed. */
const mostSentAhead = 32;

/** Counts the unanswered requests of each connection. */
function limitRequestsAhead(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();

  const countRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    // If an answer is never finished, its connection ends, so the count no longer matters.
    response.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > mostSentAhead) socket.destroy();
  };
  server.prependListener('request', countRequest);

  // Without this listener, Node would answer these requests itself without counting them.
  server.on('checkExpectation', (request, response) => {
    countRequest(request, response);
    if (request.socket.destroyed) return;

    response.writeHead(417, { Connection: 'close' }).end();
  });
}

/** Applies the limits; connections in excess of them are closed at once. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headersMs;
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  limitRequestsAhead(server);
  refuseTinyChunks(server);

  const isProxy = inNetworks(limits.trustedProxies);
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (isProxy(address)) return;

    const block = addressBlock(address);
    const openCount = open.get(block) ?? 0;
    if (openCount >= limits.connectionsOfBlock) return void socket.destroy();

    open.set(block, openCount + 1);
    socket.once('close', () => {
      const rest = (open.get(block) ?? 1) - 1;
      if (rest > 0) open.set(block, rest);
      else open.delete(block);
    });
  });
}
