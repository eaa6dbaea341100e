/** Notices when the client disconnects. */
import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts if the connection closes before the answer has been sent. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const look = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client is gone'));
  };
  if (reply.raw.destroyed) look();
  reply.raw.once('close', look);
  return controller.signal;
}
