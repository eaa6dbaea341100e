/**
 * Handles the requests of one connection in order, each once the previous answer has been sent. HTTP lets a client send
 * requests ahead (RFC 9112, 9.3.2); without this order, a client that reads nothing could make the service produce and
 * keep thousands of answers.
 */
import type { Socket } from 'node:net';
import { Fault } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';

/** The unanswered requests of a connection, oldest first. */
class Line {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** Calls `begin` once all earlier requests have been answered. */
  enter(begin: () => void): void {
    if (this.#isBusy) return void this.#waiting.push(begin);

    this.#isBusy = true;
    begin();
  }

  /** Called once the answer in progress has been sent; begins the next request. */
  leave(): void {
    const next = this.#waiting.shift();
    this.#isBusy = next !== undefined;
    next?.();
  }

  /** Called when the connection is gone; begins all waiting requests, because they no longer need to take turns. */
  close(): void {
    for (const begin of this.#waiting.splice(0)) begin();
  }
}

export function answerOneByOne(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();

  const lineOf = (socket: Socket): Line => {
    const existing = lines.get(socket);
    if (existing) return existing;

    const line = new Line();
    lines.set(socket, line);
    socket.once('close', () => line.close());
    return line;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Requests received before the connection closed are still parsed, but nobody waits for their answers.
    if (socket.destroyed) return void reply.hijack();

    const line = lineOf(socket);
    reply.raw.once('close', () => line.leave());

    line.enter(() => {
      const isGone = socket.destroyed;
      done(isGone ? new Fault('REQUEST_TIMEOUT', 'the connection was closed') : undefined);
    });
  });
}
