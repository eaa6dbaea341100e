/** Limits the number of a server's connections, and how long each may wait. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inNetworks } from './address-block.ts';
import { type Holder, PlacesOfNetworks } from './places-of-networks.ts';
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
  /** Maximum number of connections from a network in which one customer may have many blocks. */
  readonly connectionsOfWideBlock: number;
  /**
   * Addresses of reverse proxies. Many clients share their connections, so the requests on them are counted instead, by
   * the address for which the proxy forwarded them.
   */
  readonly trustedProxies: readonly string[];
}

/** How often a server checks for connections that have exceeded their time limit. */
export const checkMs = ({ headersMs }: Pick<ConnectionLimits, 'headersMs'>): number =>
  Math.min(headersMs, 5000);

/** Maximum number of unanswered requests on one connection; if a client sends more, its connection is closed. */
const mostSentAhead = 32;

/** Counts the unanswered requests of each connection. Returns whether a connection has any. */
function limitRequestsAhead(server: Server): (socket: Socket) => boolean {
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

  return (socket) => (unanswered.get(socket) ?? 0) > 0;
}

export interface RequestPlaces {
  /**
   * Takes a place for a request until its answer has been sent. False if too many requests from the visitor's network
   * are in progress; the request must then be refused, and its connection closed.
   */
  enter(request: IncomingMessage, response: ServerResponse): boolean;
}

/** What visitors are told whose requests get no place. */
export const tooManyAtOnce = {
  text: 'Too many requests from your network are in progress. Wait until some have been answered.',
} as const;

/**
 * The part of the connections that requests through proxies may hold. The rest stays free, so that a proxy can always
 * hand over a request, which shows whose it is.
 */
const partForRequests = 0.9;

/** Applies the limits; connections in excess of them are closed at once. */
export function limitConnections(server: Server, limits: ConnectionLimits): RequestPlaces {
  server.headersTimeout = limits.headersMs;
  server.timeout = limits.idleMs;
  const isAnswering = limitRequestsAhead(server);
  refuseTinyChunks(server);

  const isProxy = inNetworks(limits.trustedProxies);
  limitOpen(server, limits, { isProxy, isAnswering });

  return requestPlaces(limits, isProxy);
}

function limitOpen(
  server: Server,
  limits: ConnectionLimits,
  {
    isProxy,
    isAnswering,
  }: {
    readonly isProxy: (address: string) => boolean;
    readonly isAnswering: (socket: Socket) => boolean;
  },
): void {
  const places = new PlacesOfNetworks(placeLimits(limits, limits.connections));
  let ofProxies = 0;

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (isProxy(address)) {
      if (ofProxies >= limits.connections) return void socket.destroy();
      ofProxies += 1;
      socket.once('close', () => {
        ofProxies -= 1;
      });
      return;
    }

    const holder: Holder = {
      address,
      isBusy: () => isAnswering(socket),
      end: () => socket.destroy(),
    };
    if (!places.take(holder, ofProxies)) return void socket.destroy();
    socket.once('close', () => places.leave(holder));
  });
}

function requestPlaces(
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): RequestPlaces {
  const maxRequests = Math.ceil(limits.connections * partForRequests);
  const places = new PlacesOfNetworks(placeLimits(limits, maxRequests));

  return {
    enter: (request, response) => {
      const { socket } = request;
      const { remoteAddress: proxy = '' } = socket;
      if (!isProxy(proxy)) return true;

      const address = forwardedAddress(request, proxy, isProxy);
      const holder: Holder = { address, isBusy: () => true, end: () => socket.destroy() };
      if (!places.take(holder)) return false;

      response.once('close', () => places.leave(holder));
      return true;
    },
  };
}

const placeLimits = (
  { connectionsOfBlock, connectionsOfWideBlock }: ConnectionLimits,
  maxPlaces: number,
) => ({
  all: maxPlaces,
  ofBlock: connectionsOfBlock,
  ofWideBlock: Math.max(connectionsOfBlock, connectionsOfWideBlock),
});

/** The last address in X-Forwarded-For that is not a trusted proxy's; the addresses before it may be invented. */
function forwardedAddress(
  { headers }: IncomingMessage,
  proxy: string,
  isProxy: (address: string) => boolean,
): string {
  const addresses = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  let visitor = proxy;

  while (isProxy(visitor)) {
    const next = addresses.pop();
    if (next === undefined) return visitor;
    visitor = next;
  }
  return visitor;
}
