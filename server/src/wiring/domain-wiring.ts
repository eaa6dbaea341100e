/** The domain, made from the configuration and the other modules. */

import type { Database } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { noAudit } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { Meaning } from '../domain/meaning.ts';
import { withSubmission } from '../domain/pending-jobs.ts';
import { openEmbedding } from '../engines/registry.ts';
import type { Lookup } from '../network/names.ts';
import type { Queue } from '../queue/queue.ts';
import type { Sources } from '../sources/sources.ts';
import type { DiskWatch } from '../storage/disk-watch.ts';
import type { Storage } from '../storage/storage.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { checkWebhookUrl } from '../webhooks/address.ts';
import type { Config } from './config.ts';
import { engineSettings } from './engine-settings.ts';
import { submitPorts } from './source-ports.ts';

/** Null without an embedding model. */
export async function openMeaning(config: Config, db: Database): Promise<Meaning | null> {
  const { key: apiKey } = config.remote;
  const queryTimeoutMs = config.meaning.waitMs;
  const engine = await openEmbedding(engineSettings(config), { apiKey, queryTimeoutMs });
  return engine && new Meaning(db, engine, config.meaning);
}

export function createDomain(
  config: Config,
  {
    db,
    queue,
    storage,
    sources,
    lookup,
    disk,
    meaning,
    onJobMoved,
    onEvents,
  }: {
    db: Database;
    queue: Queue;
    storage: Storage;
    sources: Sources;
    lookup: Lookup;
    disk: DiskWatch;
    meaning: Domain['meaning'];
    onJobMoved: Domain['onJobMoved'];
    onEvents: Domain['onEvents'];
  },
): Domain {
  return withSubmission({
    db,
    queue,
    plans: config.plans,
    prices: config.prices,
    settings: config.domain,
    ports: {
      ...submitPorts(sources),
      // What goes to S3 takes no room here.
      checkDisk: (bytes = 0) => disk.checkRoom(storage.kind === 'files' ? bytes : 0),
      storedFile: async (key) => {
        const parsed = parseStorageKey(key);
        return parsed && storage.head(parsed);
      },
      checkWebhookUrl: async (url, workspaceId, field) => {
        await checkWebhookUrl(url, {
          allowPrivate: config.webhooks.allowPrivate,
          field,
          workspaceId,
          lookup,
          signal: AbortSignal.timeout(5000),
        });
      },
    },
    meaning,
    audit: noAudit,
    onJobMoved,
    onEvents,
    now: () => new Date(),
    newId: (prefix) => newId(prefix),
  });
}
