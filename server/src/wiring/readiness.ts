/** Whether this process can serve, looked at no more than once a second however often it is asked. */
import type { Domain } from '../domain/domain.ts';
import { sharedLook } from '../network/shared-look.ts';
import { untilAborted } from '../network/until-aborted.ts';
import type { DiskWatch } from '../storage/disk-watch.ts';
import { isDiskFull } from '../storage/local-file.ts';
import type { Storage } from '../storage/storage.ts';

export interface Readiness {
  readonly ok: boolean;
  readonly parts: {
    readonly database: string;
    readonly storage: string;
    readonly queue: string;
    readonly disk: string;
  };
}

const ageMs = 1000;
const limitMs = 2000;

/** Database, storage and queue answer within 2 s each. */
export function openReadiness(parts: {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly disk: DiskWatch;
}): () => Promise<Readiness> {
  return sharedLook(ageMs, () => look(parts));
}

async function look({
  domain,
  storage,
  disk,
}: Parameters<typeof openReadiness>[0]): Promise<Readiness> {
  const [database, store, queue, space] = await Promise.all([
    probe(() => domain.db.query('select 1')),
    probe((signal) => storage.check(signal)),
    probe(() => domain.queue.check()),
    disk.look(),
  ]);
  // What is there can be read, cancelled and deleted with a full disk too.
  const ok = [database, store, queue].every((state) => state === 'ok' || state === 'full');
  return { ok, parts: { database, storage: store, queue, disk: space?.state ?? 'unknown' } };
}

async function probe(check: (signal: AbortSignal) => Promise<unknown>): Promise<string> {
  const signal = AbortSignal.timeout(limitMs);
  return untilAborted(check(signal), signal).then(
    () => 'ok',
    (error: unknown) => (isDiskFull(error) ? 'full' : 'unavailable'),
  );
}
