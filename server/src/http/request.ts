/** Parts of a request that handlers need in addition to its query and body. */
import type { ServerResponse } from 'node:http';
import { Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A header as a single string; undefined if it is absent. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Returns a signal that aborts with Fault REQUEST_TIMEOUT when the client is gone, or when any of the given signals
 * aborts; `end` stops listening.
 */
export function leftOr(
  reply: FastifyReply,
  signals: readonly AbortSignal[],
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const leave = (): void => controller.abort(new Fault('REQUEST_TIMEOUT', 'the client has gone'));
  const leaves = leavesOf(reply.raw);
  leaves.add(leave);

  // If the client has already left, its connection is closed and no event will follow.
  if (reply.raw.destroyed) leave();
  return {
    signal: AbortSignal.any([controller.signal, ...signals]),
    end: () => void leaves.delete(leave),
  };
}

/** What is to be done when a client leaves, by response: an answer of many files waits in many places at once. */
const leavesByResponse = new WeakMap<ServerResponse, Set<() => void>>();

function leavesOf(response: ServerResponse): Set<() => void> {
  const knownLeaves = leavesByResponse.get(response);
  if (knownLeaves) return knownLeaves;

  const leaves = new Set<() => void>();
  leavesByResponse.set(response, leaves);
  response.once('close', () => {
    for (const leave of leaves) leave();
  });

  return leaves;
}
