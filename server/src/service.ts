/** Wires the rooms for one role and starts them; main and the tests begin here. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openAccounts } from './accounts/accounts.ts';
import type { SignUpTerms } from './accounts/sign-up.ts';
import { createApi, listenForUploads } from './api.ts';
import { startBackground } from './background.ts';
import type { Config } from './config.ts';
import { keptSecret, lockDataFolder } from './data-folder.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import type { Domain } from './domain/domain.ts';
import { recoverOrphans, sweeps } from './domain/sweep.ts';
import { createDomain } from './domain-wiring.ts';
import type { EngineStatus } from './engines/engine.ts';
import { engineStatuses } from './engines/registry.ts';
import { freePort } from './free-port.ts';
import { createMetrics } from './metrics.ts';
import { openQueue } from './queue/queue.ts';
import { downloadPort, openSources, sharedPlatformStates } from './source-ports.ts';
import type { SourceStatus } from './sources/sources.ts';
import { FilesStorage } from './storage/files.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { storageKey } from './storage/storage-key.ts';
import { startDeliveries } from './webhooks/deliveries.ts';
import { engineSettings, workerSettings } from './worker-settings.ts';

export interface Service {
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly adminToken: string;
  readonly domain: Domain;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
  /** Stops claiming, lets running work end for a while, then releases everything. */
  close(): Promise<void>;
}

/** Closes in reverse order of opening. */
class Closers {
  private readonly list: (() => Promise<unknown>)[] = [];
  add(close: () => Promise<unknown>): void {
    this.list.unshift(close);
  }
  async close(log: Logger): Promise<void> {
    for (const close of this.list.splice(0))
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
  const dataDir = config.REELSIGHT_DATA_DIR;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const serves = config.REELSIGHT_ROLE !== 'worker';
  const works = config.REELSIGHT_ROLE !== 'api';
  if (!config.DATABASE_URL) closers.add(await lockDataFolder(dataDir));
  const adminToken = config.REELSIGHT_ADMIN_TOKEN ?? (await keptSecret(dataDir, 'admin-token'));
  const signingSecret = await keptSecret(dataDir, 'upload-secret');
  const uploadPort = config.UPLOAD_PORT || (await freePort());
  const uploadUrl = config.UPLOAD_URL ? config.uploadUrl : `http://localhost:${uploadPort}`;

  const db = await openDatabase({
    ...(config.DATABASE_URL && { url: config.DATABASE_URL }),
    dataDir: join(dataDir, 'database'),
    poolSize: config.REELSIGHT_DATABASE_POOL,
  });
  closers.add(() => db.close());
  const queue = await db.alone(async () => {
    await migrate(db);
    return openQueue(db, {
      supervise: true,
      onError: (error) => log.error({ err: error }, 'queue'),
    });
  });
  closers.add(() => queue.close());
  const storage = await openStorage({
    ...(config.STORAGE_URL && { url: config.STORAGE_URL }),
    ...(config.AWS_REGION && { region: config.AWS_REGION }),
    ...(config.AWS_ACCESS_KEY_ID &&
      config.AWS_SECRET_ACCESS_KEY && {
        credentials: {
          accessKeyId: config.AWS_ACCESS_KEY_ID,
          secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
          ...(config.AWS_SESSION_TOKEN && { sessionToken: config.AWS_SESSION_TOKEN }),
        },
      }),
    dataDir,
    uploadUrl,
    signingSecret,
    now: Date.now,
  });
  closers.add(() => storage.close());
  const sources = openSources(config, sharedPlatformStates(db));
  const domain = createDomain(config, { db, queue, storage, sources });
  const metrics = createMetrics(queue);
  const workerId = `worker_${randomUUID()}`;
  if (db.kind === 'pglite') await recoverOrphans(domain, workerId);

  const background = new AbortController();
  const loops = startBackground({ domain, queue, storage, log, signal: background.signal });
  const deliveries = startDeliveries({
    domain,
    log,
    signal: background.signal,
    concurrency: config.REELSIGHT_WEBHOOK_CONCURRENCY,
    allowPrivate: config.REELSIGHT_ALLOW_PRIVATE_WEBHOOKS,
    onAttempt: metrics.delivery,
  });
  loops.push(deliveries.done);
  closers.add(async () => {
    background.abort();
    await Promise.all(loops);
  });
  for (const [name, sweep] of Object.entries(sweeps)) await queue.schedule(name, sweep.cron);

  const [engines, links] = await Promise.all([
    engineStatuses(engineSettings(config)),
    sources.status(),
  ]);
  let apiUrl = config.publicUrl;
  if (serves) {
    const accounts = openAccounts({
      domain,
      secret: config.REELSIGHT_SESSION_SECRET ?? (await keptSecret(dataDir, 'session-secret')),
      publicUrl: config.publicUrl,
      terms: signUpTerms(config),
    });
    const rooms = { domain, storage, metrics, accounts };
    const uploadOrigin = await originOfUploads(storage);
    const app = createApi({ config, ...rooms, adminToken, uploadOrigin, log, engines, links });
    closers.add(() => app.close());
    const address = await app.listen({ port: config.PORT, host: config.REELSIGHT_HOST });
    if (!config.PUBLIC_URL) apiUrl = `http://localhost:${new URL(address).port}`;
    if (storage instanceof FilesStorage) {
      const host = await listenForUploads(config, {
        storage,
        signingSecret,
        uploadPort,
        log,
      });
      closers.add(() => host.close(5000));
    }
  }
  if (works) {
    const { startWorker } = await import('./pipeline/worker.ts');
    const worker = await startWorker({
      ...workerSettings(config),
      domain,
      storage,
      sources: downloadPort(config, sources),
      workerId,
      onStage: metrics.stage,
      onJob: (status, usage) => {
        metrics.job(status);
        for (const [item, amount] of Object.entries(usage)) metrics.engineUsage(item, amount);
      },
      log: (message, fields) => log.info(fields, message),
    });
    closers.add(() => worker.close());
  }
  return { apiUrl, uploadUrl, adminToken, domain, engines, links, close: () => closers.close(log) };
}

/** Of presigned addresses, which S3 alone knows how to make; nothing is asked over the network. */
async function originOfUploads(storage: Storage): Promise<string> {
  const key = storageKey('uploads', 'none', 'none');
  const terms = {
    contentType: 'video/mp4',
    sizeBytes: 1,
    expiresAt: new Date(Date.now() + 60_000),
  };
  return new URL(await storage.presignPut(key, terms)).origin;
}

function signUpTerms(config: Config): SignUpTerms {
  return {
    signUp: config.REELSIGHT_SIGN_UP,
    first: { plan: config.REELSIGHT_FIRST_PLAN, credits: config.REELSIGHT_FIRST_CREDITS },
    others: { plan: config.REELSIGHT_SIGN_UP_PLAN, credits: config.REELSIGHT_SIGN_UP_CREDITS },
  };
}
