/**
 * Turns that last as long as an exchange: for large bodies, each of which is held in memory until it is complete,
 * however slowly it arrives, and for answers of many files, which are made while the client reads.
 */
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';
import { type FairTurns, TooManyWaiting } from '../network/fair-turns.ts';
import { leftOr } from './request.ts';

/**
 * Resolves when it is the group's turn; the turn ends when the answer has been sent. Throws Fault RATE_LIMITED with the
 * text of `refusal` if too many requests of the group are waiting.
 */
export async function takeLastingTurn(
  turns: FairTurns,
  group: string,
  reply: FastifyReply,
  closing: AbortSignal,
  refusal: { readonly text?: string; readonly retryAfterSeconds?: number },
): Promise<void> {
  const answered = new Promise<void>((resolve) => reply.raw.once('close', resolve));
  const { signal, end } = leftOr(reply, [closing]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();

  turns
    .run(group, signal, async () => {
      resolve();
      await answered;
    })
    .catch((error: unknown) => {
      const isFull = error instanceof TooManyWaiting;
      reject(isFull ? new Fault('RATE_LIMITED', group, refusal) : error);
    });
  await promise.finally(end);
}
