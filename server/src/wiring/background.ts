/** Queues every role serves: they need the database, files and the network, but no engine. */
import type { Logger } from 'pino';
import { resumeHeldJobs } from '../domain/all-jobs.ts';
import type { Domain } from '../domain/domain.ts';
import type { FollowTask } from '../domain/follow.ts';
import { runFollow } from '../domain/follow-run.ts';
import {
  finishRemoval,
  type Removal,
  retryStalledJobs,
  type SweepName,
  silenceCounts,
  startAllParkedJobs,
  sweeps,
} from '../domain/sweep.ts';
import { giveBackParts } from '../jobs/conductor.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Queue } from '../queue/queue.ts';
import type { Storage } from '../storage/storage.ts';
import { parseStorageKey, type StorageKey } from '../storage/storage-key.ts';

interface Background {
  readonly domain: Domain;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Runs of Follows at once: of this process, and of one workspace over all processes. */
  readonly follows: { readonly atOnce: number; readonly perWorkspace: number };
  /** Whether a backup runs, which reads files that its copy of the database names. */
  readonly removalsHeld: () => Promise<boolean>;
}

/** A removal that met a backup looks again then. */
const removalAgainMs = 15_000;

/** Each promise ends when its queue has drained after `signal`. */
export function startBackground({
  domain,
  queue,
  storage,
  log,
  signal,
  follows,
  removalsHeld,
}: Background): Promise<void>[] {
  const onError = (error: unknown): void => log.error({ err: error }, 'background task');
  const options = { concurrency: 1, signal, onError };
  // More often than a cron line could say; harmless from several processes at once.
  const everyMs = Math.min(15_000, domain.settings.stallMs / 2);
  const counts = silenceCounts(domain, everyMs);
  const lookForStalled = async (): Promise<void> => {
    // Fails while the database is away.
    await startAllParkedJobs(domain);
    if (!counts()) return;
    await retryStalledJobs(domain);
    await giveBackParts(domain);
  };
  const stalled = setInterval(() => void lookForStalled().catch(onError), everyMs);
  signal.addEventListener('abort', () => clearInterval(stalled));
  return [
    queue.consume<{ sweep: SweepName }>(
      'sweep',
      ({ data }) => sweeps[data.sweep].run(domain),
      options,
    ),
    queue.consume<FollowTask>(
      'follow',
      ({ data, id, signal: closing }) => runFollow(domain, data, closing, id),
      { ...options, concurrency: follows.atOnce, groupConcurrency: follows.perWorkspace },
    ),
    queue.consume<{ workspaceId: string }>(
      'resume',
      async ({ data }) => {
        await resumeHeldJobs(domain, data.workspaceId);
      },
      options,
    ),
    queue.consume<Removal>(
      'removal',
      (task) => remove({ domain, storage, removalsHeld }, task),
      options,
    ),
  ].map((loop) => loop.done);
}

/** Not while a backup runs: then later. */
async function remove(
  { domain, storage, removalsHeld }: Pick<Background, 'domain' | 'storage' | 'removalsHeld'>,
  { data, complete }: HeldTask<Removal>,
): Promise<void> {
  if (await removalsHeld()) {
    await domain.db.transaction(async (tx) => {
      await domain.queue.enqueue(tx, 'removal', data, { delayMs: removalAgainMs });
      await complete(tx);
    });
    return;
  }
  const key = (text: string): StorageKey => parseStorageKey(text) as StorageKey;
  await finishRemoval(domain, data, {
    deletePrefix: (prefix) => storage.deletePrefix(key(prefix)),
    delete: (one) => storage.delete(key(one)),
  });
}
