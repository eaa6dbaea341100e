/** Reads stored files for work that others wait for. */
import { Fault } from '@reelsight/contract';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';

/** Far more than a storage needs for a few megabytes; its own time limit is a minute, for which others would wait. */
const mostMs = 10_000;

/**
 * Returns the bytes of a file; null if there is none. Rejects with the signal's reason when it aborts, so that a client
 * that leaves gives its turn to the next. Throws Fault SERVICE_UNAVAILABLE if the storage takes too long.
 */
export async function readStored(
  storage: Pick<Storage, 'get'>,
  key: StorageKey,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const limit = AbortSignal.timeout(mostMs);
  try {
    const object = await storage.get(key, { signal: AbortSignal.any([signal, limit]) });
    return object && Buffer.concat(await object.stream.toArray());
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
    throw new Fault('SERVICE_UNAVAILABLE', `no answer of the storage for ${key}`, {
      text: 'The storage of the service is slow. Try again shortly.',
    });
  }
}
