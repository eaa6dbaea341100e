/** Starts the service in one role, with everything it needs; main and the tests begin here. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { openAccounts } from '../accounts/accounts.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { Domain } from '../domain/domain.ts';
import { recoverOrphans, sweeps } from '../domain/sweep.ts';
import type { EngineStatus } from '../engines/engine.ts';
import { engineStatuses } from '../engines/registry.ts';
import { giveBackParts } from '../jobs/conductor.ts';
import type { Isolation } from '../jobs/isolation.ts';
import { openQueue } from '../queue/queue.ts';
import type { SourceStatus, Sources } from '../sources/sources.ts';
import { FilesStorage } from '../storage/files.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { startDeliveries } from '../webhooks/deliveries.ts';
import { createApi, listenForUploads } from './api.ts';
import { startBackground } from './background.ts';
import { checkBrandsFile } from './brands-file.ts';
import type { Config } from './config.ts';
import { keptSecret, lockDataFolder } from './data-folder.ts';
import { createDomain } from './domain-wiring.ts';
import { engineSettings } from './engine-settings.ts';
import { freePort } from './free-port.ts';
import { isolationOf } from './isolation-wiring.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { downloadPort, openSources, sharedPlatformStates } from './source-ports.ts';

export interface Service {
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly adminToken: string;
  readonly domain: Domain;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
  /** Null in a process that opens no videos. */
  readonly isolation: Isolation | null;
  /** Stops claiming, lets running work end for a while, then releases everything. */
  close(): Promise<void>;
}

/** Closes in reverse order of opening. */
class Closers {
  readonly #list: (() => Promise<unknown>)[] = [];
  add(close: () => Promise<unknown>): void {
    this.#list.unshift(close);
  }
  async close(log: Logger): Promise<void> {
    for (const close of this.#list.splice(0))
      await close().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
  }
}

export async function startService(config: Config, log: Logger): Promise<Service> {
  const closers = new Closers();
  try {
    return await wire(config, log, closers);
  } catch (error) {
    await closers.close(log);
    throw error;
  }
}

async function wire(config: Config, log: Logger, closers: Closers): Promise<Service> {
  const { dataDir, role, adminToken: given } = config.service;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (role !== 'api') await checkBrandsFile(config);
  if (config.database.url === null) closers.add(await lockDataFolder(dataDir));
  const adminToken = given ?? (await keptSecret(dataDir, 'admin-token'));
  const uploads = await uploadPlace(config);
  const base = await openBase(config, { log, closers, uploads });
  await startLoops(base);
  const { engines, links, isolation } = await lookAround(base);
  let apiUrl = config.http.publicUrl;
  if (role !== 'worker') {
    const url = await serve(base, { adminToken, engines, links, isolation });
    if (config.http.configuredUrl === null) apiUrl = url;
  }
  if (isolation) await work(base, isolation);
  const close = () => closers.close(log);
  const { domain } = base;
  return {
    ...{ apiUrl, uploadUrl: uploads.url, adminToken, domain },
    engines,
    links,
    isolation,
    close,
  };
}

/** The upload host, if files are the storage. */
interface UploadPlace {
  readonly port: number;
  readonly url: string;
  readonly signingSecret: string;
}

async function uploadPlace({ service, uploads }: Config): Promise<UploadPlace> {
  const port = uploads.port || (await freePort());
  return {
    port,
    url: uploads.configuredUrl ?? `http://localhost:${port}`,
    signingSecret: await keptSecret(service.dataDir, 'upload-secret'),
  };
}

interface Surroundings {
  readonly log: Logger;
  readonly closers: Closers;
  readonly uploads: UploadPlace;
}

/** What every role has. */
interface Base extends Surroundings {
  readonly config: Config;
  readonly domain: Domain;
  readonly storage: Awaited<ReturnType<typeof openStorage>>;
  readonly sources: Sources;
  readonly metrics: Metrics;
  readonly workerId: string;
}

async function openBase(config: Config, surroundings: Surroundings): Promise<Base> {
  const { log, closers, uploads } = surroundings;
  const { url, ...database } = config.database;
  const db = await openDatabase({ ...database, ...(url !== null && { url }) });
  closers.add(() => db.close());
  const queue = await db.alone(async () => {
    await migrate(db);
    const onError = (error: unknown) => log.error({ err: error }, 'queue');
    return openQueue(db, { supervise: true, onError });
  });
  closers.add(() => queue.close());
  const { signingSecret } = uploads;
  const storage = await openStorage({
    ...config.storage,
    uploadUrl: uploads.url,
    signingSecret,
    now: Date.now,
  });
  closers.add(() => storage.close());
  const sources = openSources(config.sources, sharedPlatformStates(db));
  const domain = createDomain(config, { db, queue, storage, sources });
  const metrics = createMetrics(queue);
  const workerId = `worker_${randomUUID()}`;
  return { ...surroundings, config, domain, storage, sources, metrics, workerId };
}

/** The queues and sweeps of every role. */
async function startLoops(base: Base): Promise<void> {
  const { config, domain, storage, log, closers, metrics } = base;
  const { db, queue } = domain;
  if (db.kind === 'pglite') {
    await recoverOrphans(domain, base.workerId);
    await giveBackParts(domain);
  }
  const background = new AbortController();
  const { signal } = background;
  const loops = startBackground({ domain, queue, storage, log, signal });
  const { delivery: onAttempt } = metrics;
  loops.push(startDeliveries({ ...config.webhooks, domain, log, signal, onAttempt }).done);
  closers.add(async () => {
    background.abort();
    await Promise.all(loops);
  });
  for (const [name, sweep] of Object.entries(sweeps)) await queue.schedule(name, sweep.cron);
}

async function lookAround({ config, sources }: Base) {
  const [engines, links, isolation] = await Promise.all([
    engineStatuses(engineSettings(config)),
    sources.status(),
    config.service.role === 'api' ? null : isolationOf(config),
  ]);
  return { engines, links, isolation };
}

interface Told {
  readonly adminToken: string;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
  readonly isolation: Isolation | null;
}

/** Listens for calls, and for uploads if files are the storage. Returns its address on this machine. */
async function serve(base: Base, told: Told): Promise<string> {
  const { config, domain, storage, metrics, log, closers, uploads } = base;
  const { sessionSecret, ...terms } = config.accounts;
  const accounts = openAccounts({
    domain,
    secret: sessionSecret ?? (await keptSecret(config.service.dataDir, 'session-secret')),
    publicUrl: config.http.publicUrl,
    terms,
  });
  const uploadOrigin = await originOfUploads(storage);
  const app = createApi({ ...told, config, domain, storage, metrics, accounts, uploadOrigin, log });
  closers.add(() => app.close());
  const { port, host } = config.http;
  const address = await app.listen({ port, host });
  if (storage instanceof FilesStorage) {
    const server = await listenForUploads(config.http, { ...uploads, storage, log });
    closers.add(() => server.close(5000));
  }
  return `http://localhost:${new URL(address).port}`;
}

/** Claims jobs. */
async function work(base: Base, isolation: Isolation): Promise<void> {
  const { config, domain, storage, metrics, workerId, log, closers } = base;
  const { startWorker } = await import('../jobs/worker.ts');
  const worker = await startWorker({
    ...config.worker,
    engines: engineSettings(config),
    remoteKey: config.remote.key,
    domain,
    storage,
    sources: downloadPort(config.sources.download, base.sources),
    workerId,
    isolation,
    onStage: metrics.stage,
    onJob: (status, usage) => {
      metrics.job(status);
      for (const [item, amount] of Object.entries(usage)) metrics.engineUsage(item, amount);
    },
    log: (message, fields) => log.info(fields, message),
  });
  closers.add(() => worker.close());
}

/** Origin of presigned URLs, which only the S3 client can make; no network request is made. */
async function originOfUploads(storage: Storage): Promise<string> {
  const key = storageKey('uploads', 'none', 'none');
  const terms = {
    contentType: 'video/mp4',
    sizeBytes: 1,
    expiresAt: new Date(Date.now() + 60_000),
  };
  return new URL(await storage.presignPut(key, terms)).origin;
}
