/** Limits how long connections of a server may wait, and how many there may be. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, inNetworks } from './address-block.ts';
import { refuseTinyChunks } from './tiny-chunks.ts';

export interface ConnectionLimits {
  /** Maximum time until a request's headers are complete; also limits a new connection that sends nothing. */
  readonly headersMs: number;
  /** Maximum time a connection may be idle, even in the middle of an answer. */
  readonly idleMs: number;
  readonly connections: number;
  /**
   * Maximum number of connections from one block of addresses, because a single customer may have billions of
   * addresses.
   */
  readonly connectionsOfBlock: number;
  /** Reverse proxies, whose addresses many clients share. */
  readonly trustedProxies: readonly string[];
}

/** How often a server looks for connections that have exceeded their time limit. */
export const checkMs = ({ headersMs }: Pick<ConnectionLimits, 'headersMs'>): number =>
  Math.min(headersMs, 5000);

/**
 * Number of requests that a client may send before earlier ones are answered; if it sends more, the connection is
 * closed.
 */
const mostSentAhead = 32;

/** Counts the unanswered requests of each connection. */
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

  // Without a listener, Node answers these requests itself, and they would not be counted.
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
