/**
 * Starts the service in one role, with everything it needs. This is the entry point for the main program and the tests.
 */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openAccounts } from '../../accounts/accounts.ts';
import { firstAccountCode, firstAccountLink } from '../../accounts/first-account.ts';
import { type Database, isAway } from '../../db/database.ts';
import { removalsWait } from '../../db/upkeep/removals.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import type { Domain } from '../../domain/domain.ts';
import { recoverOrphans, sweeps } from '../../domain/upkeep/sweep.ts';
import { mayStore, noteStored } from '../../domain/uploads/uploads.ts';
import type { EngineStatus } from '../../engines/engine.ts';
import { engineStatuses } from '../../engines/registry.ts';
import type { OnAnswer } from '../../http/answered.ts';
import type { Isolation } from '../../jobs/ingestion/isolation.ts';
import { giveBackParts } from '../../jobs/parts/conductor.ts';
import type { WorkerOptions } from '../../jobs/worker.ts';
import type { Lookup } from '../../network/names.ts';
import { lastLook } from '../../network/shared-look.ts';
import type { Meaning } from '../../search/meaning.ts';
import type { SourceStatus } from '../../sources/source-status.ts';
import type { Sources } from '../../sources/sources.ts';
import { DiskWatch } from '../../storage/disk-watch.ts';
import { FilesStorage } from '../../storage/files.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { isStorageAway, type Storage } from '../../storage/storage.ts';
import { watchedStorage } from '../../storage/watched-storage.ts';
import { step } from '../../tracing/scope.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import { startDeliveries } from '../../webhooks/deliveries.ts';
import { openBackupAge } from '../backup/backup-age.ts';
import { type Backups, openBackups, type RestoreOrder } from '../backup/backups.ts';
import { DataFolderDesk, removeOldCopies } from '../backup/data-folder-desk.ts';
import { checkRestored } from '../backup/unfinished-restore.ts';
import { checkDevice } from '../operations/device-check.ts';
import { createMetrics, type Metrics } from '../operations/metrics.ts';
import { listenForProbes } from '../operations/monitoring.ts';
import { openReadiness, type Readiness } from '../operations/readiness.ts';
import { RequestLog } from '../operations/request-log.ts';
import { checkBrandsFile } from '../settings/brands-file.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { runAlerts } from './alerts.ts';
import { createApi, listenForUploads, originOfUploads } from './api.ts';
import { startBackground, viewsPass } from './background.ts';
import { Closers } from './closers.ts';
import { keptSecret, lockDataFolder } from './data-folder.ts';
import { createDomain, embedsPassages, openMeaning, openSight } from './domain-wiring.ts';
import { openEstimates } from './estimates.ts';
import { freePort } from './free-port.ts';
import { isolationOf } from './isolation-wiring.ts';
import { startMail } from './mail.ts';
import { openConfigured, openQueueOf } from './open-database.ts';
import { openFilesAllowed } from './open-files.ts';
import { openRunnerDesk } from './runner-desk.ts';
import { joinProcesses } from './shared-storage.ts';
import {
  downloadPort,
  openKeptSources,
  openNamesByOwner,
  sharedPlatformStates,
} from './source-ports.ts';
import {
  checkDataFolder,
  checkStorage,
  databaseGone,
  listenTrouble,
  storageTrouble,
} from './start-checks.ts';
import { StartError } from './start-error.ts';
import { endJobTrace, openTracer } from './tracing.ts';
import { version } from './version.ts';

export interface Service {
  readonly apiUrl: string;
  readonly uploadUrl: string;
  /** Address at which a worker answers probes; null in other roles, or if the worker does not listen for probes. */
  readonly monitoringUrl: string | null;
  readonly adminToken: string;
  /**
   * Address of the page for creating the first account, with its one-time code; null for a worker, and once there is an
   * account.
   */
  readonly firstAccountUrl: string | null;
  readonly domain: Domain;
  /** Null without an embedding model. */
  readonly meaning: Meaning | null;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
  /** How videos are isolated; null in a process that opens no videos. */
  readonly isolation: Isolation | null;
  /**
   * Makes the process report that it is not ready, but keeps answering for REELSIGHT_DRAIN_SECONDS, so that a load
   * balancer has time to switch to another process. Resolves at once if no other process could take over.
   */
  drain(): Promise<void>;
  /** Stops claiming tasks, gives running work some time to end, then releases everything. */
  close(): Promise<void>;
}

/**
 * `onRestore` stops the service, restores a backup and starts the service again; if it is null, no backup can be
 * restored from the console. `workerParts` is for tests, whose worker uses previously computed results.
 */
export async function startService(
  config: Config,
  log: Logger,
  onRestore: ((order: RestoreOrder) => void) | null = null,
  workerParts: WorkerParts = {},
): Promise<Service> {
  const closers = new Closers();
  try {
    return await wire(config, { log, closers, onRestore, workerParts });
  } catch (error) {
    await closers.close(log);
    throw outageOf(config, error) ?? error;
  }
}

/**
 * The error for a database or storage that became unavailable during startup, after it had been checked; null for any
 * other error.
 */
function outageOf({ database, storage }: Config, error: unknown): StartError | null {
  if (isStorageAway(error)) return new StartError(...storageTrouble(storage.url, error));
  if (database.url === null || !isAway(error)) return null;
  return new StartError(...databaseGone(database.url, error));
}

/** How long the status of links is cached. It can change, because yt-dlp may be updated while the service runs. */
const linksAgeMs = 10_000;

/** Replacements for the processes in which a worker runs parts and ingestions. */
export interface WorkerParts extends Pick<WorkerOptions, 'hostScript' | 'standIns'> {
  /**
   * Determines how a stranger's file is isolated from everything else. By default, the isolation is tested at each
   * start.
   */
  readonly findIsolation?: (config: Config) => Promise<Isolation>;
}

interface Given {
  readonly log: Logger;
  readonly closers: Closers;
  readonly onRestore: ((order: RestoreOrder) => void) | null;
  readonly workerParts: WorkerParts;
}

async function wire(
  config: Config,
  { log, closers, onRestore, workerParts }: Given,
): Promise<Service> {
  const { dataDir, role, adminToken: configuredToken } = config.service;
  checkRole(config, log);
  await checkDataFolder(dataDir);

  if (role !== 'api') await checkEngines(config);
  const desk = new DataFolderDesk();

  if (config.database.url === null) {
    closers.add(await lockDataFolder(dataDir, desk.take));
    await removeOldCopies(dataDir);
  }

  const adminToken = configuredToken ?? (await keptSecret(dataDir, 'admin-token'));
  const uploads = await uploadPlace(config);
  const base = await openBase(config, { log, closers, uploads, desk });
  const backups = await startBackups(base, onRestore);

  await startLoops(base);
  const { engines, links, isolation } = await lookAround(base, workerParts);
  const draining = new AbortController();
  const serviceFacts = {
    backups,
    adminToken,
    engines,
    isolation,
    draining: draining.signal,
    onAnswer: onAnswerOf(base),
    // Cached, because asking a program for its version takes a second, and no probe should wait for it.
    links: lastLook(linksAgeMs, links, () => base.sources.status()),
    readiness: untilDrained(base.readiness, draining.signal),
  };
  base.metrics.watch({ ...base, links: serviceFacts.links, backups: openBackupAge(config) });

  const listening =
    role === 'worker'
      ? await listenAsWorker(base, serviceFacts)
      : await listenAsApi(base, serviceFacts);
  if (isolation) await work(base, isolation, workerParts);
  const close = () => closers.close(log);
  const drain = async (): Promise<void> => {
    draining.abort();
    if (role !== 'worker' && base.domain.db.kind === 'postgres') await sleep(config.http.drainMs);
  };

  return {
    ...listening,
    uploadUrl: uploads.url,
    adminToken,
    domain: base.domain,
    meaning: base.meaning,
    engines,
    links,
    isolation,
    drain,
    close,
  };
}

/** Once the process is draining, it reports that it is not ready, whatever the state of its parts. */
const untilDrained =
  (look: () => Promise<Readiness>, draining: AbortSignal) => async (): Promise<Readiness> => {
    const readiness = await look();
    return { ...readiness, ok: readiness.ok && !draining.aborted };
  };

async function checkEngines(config: Config): Promise<void> {
  await checkBrandsFile(config);
  await checkDevice(config);
}

/**
 * The embedded database can be used by only one process: refuses to start a worker on it, and warns if the API runs
 * without a worker.
 */
function checkRole({ service: { role }, database: { url } }: Config, log: Logger): void {
  if (url !== null || role === 'all') return;

  if (role === 'worker') {
    throw new ConfigError(
      'REELSIGHT_ROLE: a worker needs DATABASE_URL, as the embedded database belongs to one process',
    );
  }

  log.warn(
    'REELSIGHT_ROLE is api and DATABASE_URL is not set: the embedded database belongs to this process alone, so no worker can do its jobs; they stay pending.',
  );
}

/** Address and signing secret of the upload host, which exists if objects are stored as files. */
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
  readonly desk: DataFolderDesk;
  readonly uploads: UploadPlace;
}

/** Objects that processes in every role have. */
interface Base extends Surroundings {
  readonly config: Config;
  readonly domain: Domain;
  readonly meaning: Meaning | null;
  readonly storage: Storage;
  /** The opened storage itself; `storage` is a wrapper around it. */
  readonly store: Awaited<ReturnType<typeof openStorage>>;
  readonly disk: DiskWatch;
  readonly sources: Sources;
  readonly lookup: Lookup;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly requests: RequestLog;
  readonly readiness: () => Promise<Readiness>;
  readonly workerId: string;
}

async function openBase(config: Config, surroundings: Surroundings): Promise<Base> {
  const { log, closers, desk } = surroundings;
  const metrics = createMetrics({ version, role: config.service.role });
  const { db, queue } = await openQueues(config, surroundings, metrics);
  const { dataDir } = config.service;
  const onDeskError = (error: unknown) => log.error({ err: error }, 'copy of the database');
  if (db.kind === 'pglite')
    desk.open({ db, dataDir, databaseDir: config.database.dataDir, onError: onDeskError });

  const tracer = await openTracer(config, { log, metrics });
  closers.add(() => tracer.close());

  const store = await openStore(config, surroundings, db);
  const storage = watchedStorage(store, metrics.storage, (operation, work) =>
    step(`storage ${operation}`, work),
  );
  const lookup = openNamesByOwner(config.names, db);
  const states = sharedPlatformStates(db, config.domain);
  const { sources, keeper } = openKeptSources(config, lookup, {
    states,
    onRequest: metrics.link,
    log: (level, message) => log[level](message),
  });
  keeper?.start();
  closers.add(async () => keeper?.close());

  const disk = new DiskWatch(config.service.dataDir, config.disk);
  await warnOfDisk(disk, config, log);

  const meaning = await openMeaning(config, { db, log, closers });
  const estimates = await openEstimates(config, { db, log, closers });
  const ports = { db, queue, storage, sources, lookup, disk, estimates };
  const domain = createDomain(config, {
    ...ports,
    onJobMoved: (job, to) => {
      metrics.jobMoved(job, to);
      endJobTrace(tracer, job);
    },
    onEvents: metrics.eventWritten,
  });
  const readiness = openReadiness({ domain, storage: store, disk, log });
  const requests = new RequestLog(log);
  closers.add(async () => requests.close());

  const instruments = { metrics, tracer, requests, readiness, workerId: `worker_${randomUUID()}` };
  return {
    ...surroundings,
    ...instruments,
    config,
    domain,
    meaning,
    storage,
    store,
    disk,
    sources,
    lookup,
  };
}

/** Opens the storage, which must be the same for all processes that share the database. */
async function openStore(
  config: Config,
  { log, closers, uploads }: Surroundings,
  db: Database,
): Promise<Base['store']> {
  const { url } = config.storage;
  const { url: uploadUrl, signingSecret } = uploads;
  const store = await openStorage({ ...config.storage, uploadUrl, signingSecret, now: Date.now });
  closers.add(() => store.close());
  await checkStorage(store, url);
  closers.add(
    await joinProcesses({
      db,
      storage: store,
      url,
      id: `process_${randomUUID()}`,
      role: config.service.role,
      folder: config.service.dataDir,
      onError: (error) => log.warn({ err: error }, 'mark of this process'),
    }),
  );

  return store;
}

/** Opens and migrates the database, and opens its queue. */
async function openQueues(config: Config, { log, closers }: Surroundings, metrics: Metrics) {
  await checkRestored(config);
  const db = await openConfigured(config);
  closers.add(() => db.close());
  const queue = await openQueueOf(config, db, { log, watch: metrics.tasks });
  closers.add(() => queue.close());
  return { db, queue };
}

const onAnswerOf =
  ({ metrics, requests }: Pick<Base, 'metrics' | 'requests'>): OnAnswer =>
  (answer) => {
    metrics.request(answer);
    // A /readyz answer that the process is not ready is not a failed request; openReadiness logs the change.
    if (answer.route !== '/readyz' || answer.fault) requests.answered(answer);
  };

/** Starts the background loops that every role runs. */
async function startLoops(base: Base): Promise<void> {
  const { config, domain, storage, log, closers, metrics, lookup, tracer } = base;
  const { db, queue } = domain;
  if (db.kind === 'pglite') {
    await recoverOrphans(domain, base.workerId);
    await giveBackParts(domain);
  }

  const background = new AbortController();
  const { signal } = background;
  const { follows } = config;
  const removalsHeld = async () => base.desk.holdsRemovals || (await removalsWait(db));
  const around = { domain, log, signal, tracer };
  const meaning = embedsPassages(config) ? base.meaning : null;
  const loops = startBackground({ ...around, queue, storage, follows, removalsHeld, meaning });
  const { delivery: onAttempt } = metrics;
  loops.push(startDeliveries({ ...config.webhooks, ...around, lookup, onAttempt }).done);
  loops.push(startMail({ config, storage, ...around }));
  loops.push(runAlerts({ config, lookup, storage, ...around }));
  closers.add(async () => {
    background.abort();
    await Promise.all(loops);
  });

  for (const [name, sweep] of Object.entries(sweeps))
    await queue.schedule('sweep', name, sweep.cron);
  await queue.schedule('views', 'pass', viewsPass(domain));
}

/** Starts backups. A scheduled backup is made by one of the processes that have a backup folder. */
async function startBackups(
  { config, domain, log, closers }: Base,
  onRestore: Given['onRestore'],
): Promise<Backups> {
  const { queue } = domain;
  const stop = new AbortController();
  const { signal } = stop;
  const backups = openBackups({ config, domain, log, signal, onRestore });
  if (!config.backups.makes) return backups;

  const onError = (error: unknown) => log.error({ err: error }, 'backup');
  const options = { concurrency: 1, signal, onError };
  const loop = queue.consume('backup', () => backups.makeScheduled(), options);
  closers.add(async () => {
    stop.abort();
    await loop.done;
  });
  await queue.schedule('backup', 'scheduled', config.backups.schedule);

  return backups;
}

async function lookAround({ config, sources }: Base, { findIsolation = isolationOf }: WorkerParts) {
  const [engines, links, isolation] = await Promise.all([
    engineStatuses(engineSettings(config)),
    sources.status(),
    config.service.role === 'api' ? null : findIsolation(config),
  ]);
  return { engines, links, isolation };
}

interface Told {
  readonly backups: Backups;
  readonly adminToken: string;
  readonly engines: readonly EngineStatus[];
  readonly links: () => SourceStatus;
  readonly isolation: Isolation | null;
  readonly readiness: () => Promise<Readiness>;
  readonly onAnswer: OnAnswer;
  /** Aborts when the process is about to close. */
  readonly draining: AbortSignal;
}

type Listening = Pick<Service, 'apiUrl' | 'monitoringUrl' | 'firstAccountUrl'>;

/** Listens as a worker, which answers only probes. */
async function listenAsWorker(base: Base, serviceFacts: Told): Promise<Listening> {
  const probes = await listenForProbes({ ...base, ...serviceFacts });
  if (probes) base.closers.add(() => probes.close());

  return {
    apiUrl: base.config.http.publicUrl,
    monitoringUrl: probes?.url ?? null,
    firstAccountUrl: null,
  };
}

async function listenAsApi(base: Base, serviceFacts: Told): Promise<Listening> {
  // Read before the process starts to answer: until then, losing the database ends the process.
  const code = await firstAccountCode(base.domain);
  const apiUrl = await serve(base, serviceFacts);

  return {
    apiUrl,
    monitoringUrl: null,
    firstAccountUrl: code === null ? null : firstAccountLink(new URL(apiUrl).origin, code),
  };
}

/** Listens for calls, and for uploads if objects are stored as files. Returns the public address. */
async function serve(base: Base, serviceFacts: Told): Promise<string> {
  const { config, domain, storage, store, disk, metrics, log, closers, uploads, requests } = base;
  const { sessionSecret, sessionSeconds, attempts, oidc, ...terms } = config.accounts;
  let apiUrl = config.http.publicUrl;
  const accounts = openAccounts({
    domain,
    secret: sessionSecret ?? (await keptSecret(config.service.dataDir, 'session-secret')),
    sessionSeconds,
    publicUrl: config.http.publicUrl,
    terms,
    attempts,
    adminToken: serviceFacts.adminToken,
    oidc,
  });
  const uploadOrigin = await originOfUploads(storage);
  const origin = () => new URL(apiUrl).origin;
  const { tracer } = base;
  const { meaning } = base;
  const sight = await openSight(config, domain.db);
  closers.add(() => sight.close());
  const shared = { config, domain, meaning, sight, storage, disk, metrics, log, tracer };
  const runnerDesk = await openRunnerDesk({ ...base, engines: serviceFacts.engines });
  const app = createApi({ ...serviceFacts, ...shared, accounts, runnerDesk, origin, uploadOrigin });
  closers.add(() => app.close());
  warnOfFiles(config, log);

  const { port, host, configuredUrl } = config.http;
  const endpoint = { setting: 'PORT', port, host };
  const address = await app.listen({ port, host }).catch((error: unknown) => {
    throw listenTrouble(error, endpoint);
  });
  if (configuredUrl === null) apiUrl = localUrl(host, new URL(address).port);

  if (store instanceof FilesStorage) {
    const server = await listenForUploads(config, {
      ...uploads,
      storage: store,
      disk,
      requests,
      onUpload: metrics.upload,
      groupOf: (workspace) => ownerGroup(domain.db, workspace),
      mayStore: (key) => mayStore(domain, key),
      onStored: (key) => noteStored(domain, key),
    }).catch((error: unknown) => {
      throw listenTrouble(error, { setting: 'UPLOAD_PORT', port: uploads.port, host });
    });
    closers.add(() => server.close(config.uploads.finishMs));
  }

  return apiUrl;
}

/**
 * The address at which programs on this machine reach the service: `localhost`, unless the service listens on a
 * particular IP address.
 */
function localUrl(host: string, port: string): string {
  const everywhere = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host);
  if (everywhere || isIP(host) === 0) return `http://localhost:${port}`;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

async function warnOfDisk(disk: DiskWatch, { service }: Config, log: Logger): Promise<void> {
  const space = await disk.look();
  if (!space || space.state === 'ok') return;
  const mb = (bytes: number): number => Math.round(bytes / 2 ** 20);
  log.warn(
    `The disk of ${service.dataDir} has ${mb(space.freeBytes)} MB free, less than the reserve of ${mb(space.reserveBytes)} MB, so no new work is taken. Free some space, or lower REELSIGHT_DISK_RESERVE_MB.`,
  );
}

/** Number of open files reserved for the database, logs, and files that are being read. */
const otherFiles = 500;

/**
 * Warns if the system's limit is too low: each connection counts as an open file, and beyond the limit no file can be
 * opened.
 */
function warnOfFiles({ connections: { connections } }: Config, log: Logger): void {
  const allowed = openFilesAllowed();
  if (allowed === null || allowed >= 2 * connections + otherFiles) return;
  log.warn(
    `This process may have ${allowed} open files, fewer than REELSIGHT_MAX_CONNECTIONS (${connections}) for both servers need. Raise the limit (ulimit -n) to ${2 * connections + otherFiles}, or lower the setting.`,
  );
}

/** Starts claiming jobs. */
async function work(
  base: Base,
  isolation: Isolation,
  { hostScript, standIns }: WorkerParts,
): Promise<void> {
  const { config, domain, storage, disk, metrics, workerId, log, closers } = base;
  await disk.look();

  const { startWorker } = await import('../../jobs/worker.ts');
  const worker = await startWorker({
    ...config.worker,
    ...(hostScript && { hostScript }),
    ...(standIns && { standIns }),
    engines: engineSettings(config),
    remoteKey: config.remote.key,
    domain,
    storage,
    sources: downloadPort(config.sources, base.sources, (text, fields) => log.warn(fields, text)),
    workerId,
    hasRoom: () => disk.hasRoom,
    isolation,
    onStage: metrics.stage,
    onHost: metrics.engineBusy,
    tracer: base.tracer,
    onWork: metrics.engineWork,
    log: (message, fields) => log.info(fields, message),
  });
  closers.add(() => worker.close());
}
