/** Builds the domain from the configuration and the other modules. */
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { noAudit } from '../../domain/audit.ts';
import type { Domain } from '../../domain/domain.ts';
import { findPictureTextModel } from '../../engines/clip/picture-text-model.ts';
import { findEmbeddingModel, openEmbedding } from '../../engines/registry.ts';
import { openLocalEmbedding } from '../../jobs/embedding/local-embedding.ts';
import type { Lookup } from '../../network/names.ts';
import type { Queue } from '../../queue/queue.ts';
import { Meaning } from '../../search/meaning.ts';
import { PictureWords } from '../../search/picture-words.ts';
import { Sight } from '../../search/sight.ts';
import type { Sources } from '../../sources/sources.ts';
import type { DiskWatch } from '../../storage/disk-watch.ts';
import { statedSeconds } from '../../storage/stated-length.ts';
import type { Storage } from '../../storage/storage.ts';
import { parseStorageKey } from '../../storage/storage-key.ts';
import { checkWebhookUrl } from '../../webhooks/address.ts';
import type { Config } from '../settings/config.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { submitPorts } from './source-ports.ts';

interface MeaningPlace {
  readonly db: Database;
  readonly log: Logger;
  readonly closers: { add(close: () => Promise<void>): void };
}

/** Opens search by meaning with the configured server, otherwise with a downloaded model; null if there is neither. */
export async function openMeaning(
  config: Config,
  { db, log, closers }: MeaningPlace,
): Promise<Meaning | null> {
  const settings = engineSettings(config);
  const { key: apiKey } = config.remote;
  const queryTimeoutMs = config.meaning.waitMs;
  const remote = await openEmbedding(settings, { apiKey, queryTimeoutMs });
  if (remote) return new Meaning(db, remote, config.meaning);

  const model = await findEmbeddingModel(settings.modelsDir);
  if (!model) return null;

  const { threads, device } = settings;
  const local = openLocalEmbedding(model, {
    threads,
    device,
    environment: config.worker.environment,
    tmpDir: tmpdir(),
    onTrouble: (trouble) => log.warn({ model: model.id, trouble }, 'no search by meaning'),
  });
  closers.add(() => local.close());

  // A worker serves no searches, so it loads its model only for the first texts of a job.
  if (config.service.role !== 'worker') local.warm();
  return new Meaning(db, local, config.meaning);
}

/** Opens search by sight, with words if a model for that is installed; it is loaded by the first search with words. */
export async function openSight(config: Config, db: Queryable): Promise<Sight> {
  const model = await findPictureTextModel(config.models.modelsDir);
  return new Sight(db, model && new PictureWords(model), config.sight);
}

/** Whether this process embeds texts: workers do; if a model server embeds them, every process does. */
export const embedsPassages = ({ service: { role }, remote: { embedding } }: Config): boolean =>
  role !== 'api' || embedding.model !== null;

export function createDomain(
  config: Config,
  {
    db,
    queue,
    storage,
    sources,
    lookup,
    disk,
    estimates,
    onJobMoved,
    onEvents,
  }: {
    db: Database;
    queue: Queue;
    storage: Storage;
    sources: Sources;
    lookup: Lookup;
    disk: DiskWatch;
    estimates: Domain['estimates'];
    onJobMoved: Domain['onJobMoved'];
    onEvents: Domain['onEvents'];
  },
): Domain {
  return {
    db,
    queue,
    plans: config.plans,
    prices: config.prices,
    estimates,
    settings: config.domain,
    ports: {
      ...submitPorts(sources),
      // Files that are stored in S3 take no space on this disk.
      checkDisk: (bytes = 0) => disk.checkRoom(storage.kind === 'files' ? bytes : 0),
      storedFile: async (key) => {
        const parsed = parseStorageKey(key);
        return parsed && storage.head(parsed);
      },
      urlsOutliveUploads: storage.kind === 's3',
      statedSeconds: async (key) => {
        const parsed = parseStorageKey(key);
        const storedObject = parsed && (await storage.head(parsed).catch(() => null));
        return parsed && storedObject && statedSeconds(storage, parsed, storedObject);
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
    audit: noAudit,
    onJobMoved,
    onEvents,
    now: () => new Date(),
    newId: (prefix) => newId(prefix),
  };
}
