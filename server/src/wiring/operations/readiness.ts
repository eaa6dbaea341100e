/** Determines whether this process can serve requests, at most once a second no matter how often that is asked. */
import type { Logger } from 'pino';
import type { Domain } from '../../domain/domain.ts';
import { sharedLook } from '../../network/shared-look.ts';
import { untilAborted } from '../../network/until-aborted.ts';
import type { DiskWatch } from '../../storage/disk-watch.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import type { Storage } from '../../storage/storage.ts';

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

export interface ReadinessOptions {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly disk: DiskWatch;
  readonly log: Logger;
}

/**
 * The process is ready if database, storage and queue each answer within 2 s. Each change is logged with the state of
 * every part.
 */
export function openReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  let wasReady = true;
  return sharedLook(ageMs, async () => {
    const readiness = await look(options);
    if (readiness.ok !== wasReady) {
      wasReady = readiness.ok;
      if (readiness.ok) options.log.info('ready again');
      else options.log.warn(readiness.parts, 'not ready');
    }
    return readiness;
  });
}

async function look({ domain, storage, disk }: ReadinessOptions): Promise<Readiness> {
  const [database, store, queue, space] = await Promise.all([
    probe(() => domain.db.query('select 1')),
    probe((signal) => storage.check(signal)),
    probe(() => domain.queue.check()),
    disk.look(),
  ]);
  // A full disk counts as ready: existing data can still be read and deleted, and jobs can be cancelled.
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
