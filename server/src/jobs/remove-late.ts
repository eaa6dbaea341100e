/** Removes files that a worker stored for a job that had already ended. */

import type { Domain } from '../domain/domain.ts';
import { enqueueRemoval } from '../domain/removals.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';

/** For this long, a storage may still carry out a write that its client has aborted. */
const abortedWriteMs = 900_000;

/** Removes the files now, and once more when no write can be in progress any longer. */
export async function removeLate(
  domain: Pick<Domain, 'db' | 'queue'>,
  storage: Pick<Storage, 'deletePrefix'>,
  prefixes: readonly StorageKey[],
): Promise<void> {
  const retryTask = { prefixes, keys: [] };
  await enqueueRemoval(domain, domain.db, retryTask, { delayMs: abortedWriteMs });
  for (const prefix of prefixes) await storage.deletePrefix(prefix);
}
