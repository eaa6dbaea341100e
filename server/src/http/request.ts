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
  const end = whenClosed(reply.raw, leave);

  // If the client has already left, its connection is closed and no event will follow.
  if (reply.raw.destroyed) leave();
  return {
    signal: AbortSignal.any([controller.signal, ...signals]),
    end,
  };
}

/** What waits for the end of one response; an answer of many files waits in many places at once. */
interface Watch {
  readonly leaves: Set<() => void>;
  readonly onClose: () => void;
}

const watches = new WeakMap<ServerResponse, Watch>();

/** Has one listener for all that waits for the end of a response. Returns a function that stops waiting. */
function whenClosed(response: ServerResponse, leave: () => void): () => void {
  const watch = watches.get(response) ?? watchOf(response);
  watch.leaves.add(leave);
  return () => {
    watch.leaves.delete(leave);
    if (watch.leaves.size > 0 || watches.get(response) !== watch) return;
    response.off('close', watch.onClose);
    watches.delete(response);
  };
}

function watchOf(response: ServerResponse): Watch {
  const leaves = new Set<() => void>();
  const onClose = (): void => {
    for (const leave of leaves) leave();
  };
  const watch = { leaves, onClose };
  watches.set(response, watch);
  response.once('close', onClose);

  return watch;
}
