/** Waiting for a turn that a signal can end. */
import type { LimitFunction } from 'p-limit';
import { untilAborted } from '../network/until-aborted.ts';

/**
 * Runs `work` when `limit` has room for it. Rejects with the signal's reason as soon as the signal aborts while it
 * waits; once begun, `work` has to heed the signal itself.
 */
export async function inTurn<T>(
  limit: LimitFunction,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const begun = Promise.withResolvers<void>();
  const turn = limit(() => {
    signal.throwIfAborted();
    begun.resolve();
    return work();
  });
  // Whoever gave up does not hear of it any more.
  turn.catch(() => undefined);
  await untilAborted(begun.promise, signal);
  return turn;
}
