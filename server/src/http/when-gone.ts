/** Notices when the client is gone. */
import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes before the answer was sent. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const look = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client is gone'));
  };
  if (reply.raw.destroyed) look();
  reply.raw.once('close', look);
  return controller.signal;
}
