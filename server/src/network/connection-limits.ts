/** How long connections of a server may wait, and how many there may be. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, inNetworks } from './address-block.ts';

export interface ConnectionLimits {
  /** Longest a request's headers may take; also a new connection that says nothing. */
  readonly headersMs: number;
  /** Longest a connection may be still, in the middle of an answer too. */
  readonly idleMs: number;
  readonly connections: number;
  /** Of one block of addresses, as a single customer may have billions of them. */
  readonly connectionsOfBlock: number;
  /** Reverse proxies, behind whose addresses many clients stand. */
  readonly trustedProxies: readonly string[];
}

/** How often a server looks for connections whose time is over. */
export const checkMs = ({ headersMs }: Pick<ConnectionLimits, 'headersMs'>): number =>
  Math.min(headersMs, 5000);

/** Connections above the limits are closed at once. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headersMs;
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;

  const isProxy = inNetworks(limits.trustedProxies);
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (isProxy(address)) return;

    const block = addressBlock(address);
    const before = open.get(block) ?? 0;
    if (before >= limits.connectionsOfBlock) return void socket.destroy();

    open.set(block, before + 1);
    socket.once('close', () => {
      const rest = (open.get(block) ?? 1) - 1;
      if (rest > 0) open.set(block, rest);
      else open.delete(block);
    });
  });
}
