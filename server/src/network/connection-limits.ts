/** Limits how long connections of a server may wait, and how many there may be. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, inNetworks } from './address-block.ts';
import { refuseTinyChunks } from './tiny-chunks.ts';

export interface ConnectionLimits {
  /** Longest that a request's headers may take; also limits a new connection that sends nothing. */
  readonly headersMs: number;
  /** Longest that a connection may be idle, even in the middle of an answer. */
  readonly idleMs: number;
  readonly connections: number;
  /** Connections from one block of addresses, because a single customer may have billions of them. */
  readonly connectionsOfBlock: number;
  /** Reverse proxies; many clients share their addresses. */
  readonly trustedProxies: readonly string[];
}

/** How often a server looks for connections whose time is up. */
export const checkMs = ({ headersMs }: Pick<ConnectionLimits, 'headersMs'>): number =>
  Math.min(headersMs, 5000);

/** Requests that a client may send ahead on one connection; the connection is closed if it sends more. */
const mostSentAhead = 32;

/** Counts the requests of each connection whose answers have not been sent. */
function limitRequestsAhead(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();

  const countRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    // An answer that breaks off ends its connection, so it need not be counted down.
    response.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > mostSentAhead) socket.destroy();
  };
  server.prependListener('request', countRequest);

  // Without a listener Node answers these requests itself, and nothing would count them.
  server.on('checkExpectation', (request, response) => {
    countRequest(request, response);
    if (request.socket.destroyed) return;

    response.writeHead(417, { Connection: 'close' }).end();
  });
}

/** Connections above the limits are closed at once. */
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
