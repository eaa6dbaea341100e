/**
 * Spreads the work on bodies over turns of the event loop. Reading and checking the JSON of a large one takes tens of
 * milliseconds, and a hundred that arrive together would hold up all other calls for seconds.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairTurns } from '../network/fair-turns.ts';
import { readerOf } from './group-of.ts';
import { leftOr } from './request.ts';

/** Smaller bodies are read in less time than a turn of their own would take. */
const leastBytes = 4096;
/** After a body that took more milliseconds of the thread, others have it for as long as the body had. */
const longMs = 8;

/** Those who send bodies take turns, so that nobody waits for all bodies that somebody else has sent. */
export const openBodyTurns = (): FairTurns => new FairTurns({ atOnce: 1, perGroup: 1 });

/**
 * Resolves when the body may be read and checked, which must then be done without waiting for anything. Throws Fault
 * REQUEST_TIMEOUT if the client has gone, or SERVICE_UNAVAILABLE if the service stops.
 */
export async function takeBodyTurn(
  turns: FairTurns,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  closing: AbortSignal,
): Promise<void> {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length < leastBytes) return;

  const { signal, end } = leftOr(reply, [closing]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    const began = process.threadCpuUsage();
    resolve();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(began);
    const tookMs = (user + system) / 1000;
    if (tookMs >= longMs) await sleep(tookMs);
  };

  turns.run(readerOf(request).owner || request.ip, signal, work).catch(reject);
  await promise.finally(end);
}
