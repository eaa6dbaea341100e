/**
 * Measures how the queue of parts scales on one PostgreSQL. The engines sleep for a fixed time, so the number of cores
 * does not matter.
 *
 * `node bench/parts.ts [parts] [milliseconds a part]`: compares one host with 32 hosts on four worker processes. Then
 * measures, with parts that do nothing, how many parts are done per second and how many transactions each part costs.
 *
 * `node bench/parts.ts runner`: has parts that do nothing done one by one, by a worker and by a runner in turn.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { openDatabase } from '../server/src/db/database.ts';
import { findJob, type JobRow } from '../server/src/db/jobs/jobs.ts';
import type { Domain } from '../server/src/domain/domain.ts';
import { claimJob } from '../server/src/domain/jobs/claim-jobs.ts';
import { EstimateBasis } from '../server/src/domain/prices/estimate-basis.ts';
import type { PlannedPart } from '../server/src/jobs/parts/plan-parts.ts';
import { ServiceClient } from '../server/src/jobs/runners/service-client.ts';
import { startRunner } from '../server/src/jobs/runners/start-runner.ts';
import { startWorker } from '../server/src/jobs/worker.ts';
import { openNames } from '../server/src/network/names.ts';
import { openQueue } from '../server/src/queue/queue.ts';
import { DiskWatch } from '../server/src/storage/disk-watch.ts';
import { openStorage } from '../server/src/storage/open-storage.ts';
import type { Storage } from '../server/src/storage/storage.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { type Config, readConfig } from '../server/src/wiring/settings/config.ts';
import { engineSettings } from '../server/src/wiring/settings/engine-settings.ts';
import { createDomain } from '../server/src/wiring/start/domain-wiring.ts';
import { isolationOf } from '../server/src/wiring/start/isolation-wiring.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';
import {
  openReleases,
  openSources,
  sharedPlatformStates,
} from '../server/src/wiring/start/source-ports.ts';
import { admitIngested, finishStage } from '../server/testing/jobs/steps.ts';
import { startPostgres } from '../server/testing/postgres.ts';

const hostScript = new URL('../server/testing/jobs/scripted-host.ts', import.meta.url);

/** Runs as a runner process, without a database or storage. */
async function workRemotely(config: Config, url: string, token: string): Promise<void> {
  const environment = {
    ...config.worker.environment,
    REELSIGHT_TEST_HOST: process.env.REELSIGHT_TEST_HOST ?? '{}',
  };
  await startRunner({
    client: new ServiceClient({ url, token }),
    version: 'bench',
    environment,
    hostScript,
    serves: config.worker.serves,
    hosts: config.worker.hosts,
    remoteKey: null,
    workFolder: join(config.worker.workFolder, 'runner'),
    engines: engineSettings(config),
    engineNames: [],
    onStage: () => undefined,
    log: (message, fields) => {
      if (/failed|interrupted|answer/.test(message)) console.error(message, fields);
    },
  });
  process.send?.('ready');

  process.on('disconnect', () => process.exit(0));
}

/** Runs as a worker process of a fleet; it ends with its parent. */
async function work(): Promise<void> {
  const config = readConfig({ ...process.env });
  const { url, token } = config.runner;
  if (url && token) return workRemotely(config, url, token);

  const db = await openDatabase({ ...config.database, url: config.database.url as string });
  const queue = await openQueue(db, { supervise: false, onError: console.error });
  const uploadUrl = 'http://localhost';
  const storage = await openStorage({
    ...config.storage,
    uploadUrl,
    signingSecret: 'x',
    now: Date.now,
  });
  const lookup = openNames(config.names);
  const sources = openSources(config, lookup, {
    states: sharedPlatformStates(db, config.domain),
    releases: openReleases(config, lookup),
  });
  const disk = new DiskWatch(config.service.dataDir, config.disk);
  const domain = createDomain(config, {
    db,
    queue,
    storage,
    sources,
    lookup,
    disk,
    estimates: new EstimateBasis(),
    onJobMoved: () => undefined,
    onEvents: () => undefined,
  });

  const environment = {
    ...config.worker.environment,
    REELSIGHT_TEST_HOST: process.env.REELSIGHT_TEST_HOST ?? '{}',
  };
  await startWorker({
    ...config.worker,
    environment,
    domain,
    storage,
    hostScript,
    engines: engineSettings(config),
    remoteKey: null,
    isolation: await isolationOf(config),
    workFolder: join(config.worker.workFolder, String(process.pid)),
    workerId: `worker_${process.pid}`,
    sources: {
      download: () => Promise.reject(new Error('no links')),
      describe: () => Promise.reject(new Error('no links')),
    },
    hasRoom: () => true,
    onStage: () => undefined,
    onHost: () => undefined,
    log: (message, fields) => {
      if (/failed|interrupted/.test(message)) console.error(message, fields);
    },
  });
  process.send?.('ready');
  process.on('disconnect', () => process.exit(0));
}

interface Fleet {
  /** Settings of a runner, for processes that get their parts over HTTP instead of from the database. */
  readonly runner?: Readonly<Record<string, string>>;
  readonly processes: number;
  readonly hosts: number;
  readonly ms: number;
}

async function fleetOf(
  { processes, hosts, ms, runner = {} }: Fleet,
  env: Record<string, string>,
): Promise<ChildProcess[]> {
  const script = { read: { ms }, join: { ms: 0 } };
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(import.meta.url), [], {
      env: {
        ...process.env,
        ...env,
        ...runner,
        REELSIGHT_BENCH_WORKER: '1',
        REELSIGHT_HOSTS: String(hosts),
        REELSIGHT_TEST_HOST: JSON.stringify(script),
      },
    }),
  );
  await Promise.all(children.map((child) => new Promise((ready) => child.once('message', ready))));
  // The hosts of these processes must have started, too.
  await new Promise((resolve) => setTimeout(resolve, 200 * processes * hosts));

  return children;
}

const media = {
  probe: {
    container: 'mp4',
    durationSeconds: 14_400,
    sizeBytes: 1,
    tags: {},
    chapters: [],
    video: null,
    audio: null,
  },
  audio: null,
  fps: 1,
  frames: [],
  images: [],
  shots: [],
  thumbnail: null,
};

/** A service that accepts jobs, with the settings that other processes need to run the parts of these jobs. */
interface Bench {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly client: ReturnType<typeof createClient>;
  readonly tenantId: string;
  /** Environment of the service's workers. */
  readonly env: Record<string, string>;
  /** Additional environment of the service's runners. */
  readonly runner: Record<string, string>;
}

async function main(): Promise<void> {
  const postgres = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
  const env = {
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_ROLE: 'api',
    REELSIGHT_DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
  };
  const config = readConfig({ ...process.env, ...env });
  const service = await startService(config, pino({ level: 'silent' }));

  try {
    const { domain } = service;
    const storage = await openStorage({
      ...config.storage,
      uploadUrl: 'http://localhost',
      signingSecret: 'x',
      now: Date.now,
    });
    const bench = { domain, storage, env, ...(await newWorkspace(service)) };

    if (process.argv[2] === 'runner') await compareRunner(bench, 300);
    else {
      const parts = Number(process.argv[2] ?? 640);
      const ms = Number(process.argv[3] ?? 500);
      await compareFleets(bench, parts, ms);
      await measureOverhead(bench);
    }

    await storage.close();
  } finally {
    await service.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function newWorkspace({ apiUrl, adminToken }: Service) {
  const admin = createAdminClient({ baseUrl: apiUrl, token: adminToken });
  const made = await admin.workspaces.create({
    name: 'bench',
    email: 'bench@example.com',
    plan: 'scale',
    credits: 100_000_000,
  });
  const client = createClient({ baseUrl: apiUrl, apiKey: made.api_key });
  const { token } = await admin.runners.create({ name: 'bench' });
  const runner = { REELSIGHT_RUNNER_URL: apiUrl, REELSIGHT_RUNNER_TOKEN: token };

  return { client, tenantId: made.tenant_id, runner };
}

async function compareFleets(bench: Bench, parts: number, ms: number): Promise<void> {
  const few = Math.max(20, Math.round(parts / 32));
  const one = await measure(bench, { processes: 1, hosts: 1, ms }, few);
  const many = await measure(bench, { processes: 4, hosts: 8, ms }, parts);
  const ratio = parts / many.seconds / (few / one.seconds);
  const perPart = (1000 * one.seconds) / few;

  console.log(
    `one host: ${few} parts of ${ms} ms in ${one.seconds.toFixed(1)} s, ${perPart.toFixed(0)} ms each`,
  );
  console.log(
    `32 hosts on 4 workers: ${parts} parts in ${many.seconds.toFixed(1)} s: ${ratio.toFixed(1)} x one host`,
  );
}

/** Measures the cost of the queue itself, with parts that have nothing to do. */
async function measureOverhead(bench: Bench): Promise<void> {
  const fast = await measure(bench, { processes: 4, hosts: 4, ms: 0 }, 3000);
  console.log(
    `nothing to do: ${(3000 / fast.seconds).toFixed(0)} parts/s, ${fast.statements.toFixed(1)} transactions a part`,
  );
}

/**
 * Measures what it costs to process a part over HTTP: the same parts one by one, by a worker and by a runner in turn.
 */
async function compareRunner(bench: Bench, count: number): Promise<void> {
  const alone = { processes: 1, hosts: 1, ms: 0 };
  for (let turn = 0; turn < 3; turn++) {
    const worker = await measure(bench, alone, count);
    const runner = await measure(bench, { ...alone, runner: bench.runner }, count);
    const each = ({ seconds }: { seconds: number }) => ((1000 * seconds) / count).toFixed(1);
    console.log(`a part alone: ${each(worker)} ms by a worker, ${each(runner)} ms by a runner`);
  }
}

async function measure(bench: Bench, fleet: Fleet, count: number) {
  const claimed = await begin(bench);
  const children = await fleetOf(fleet, bench.env);
  const result = await run(bench, claimed, count);
  await Promise.all(children.map(ended));
  return result;
}

/** Creates a job and claims it before any worker could claim it. */
async function begin({ domain, storage, client, tenantId }: Bench): Promise<JobRow> {
  const { job_id: id } = await client.jobs.create({
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    capabilities: ['brands'],
    brands: ['Acme'],
  });
  const row = (await findJob(domain.db, tenantId, id)) as JobRow;
  const task = { jobId: id, taskId: row.task_id ?? '', workerId: 'bench' };
  const claim = await claimJob(domain, task);
  if (!('job' in claim)) throw new Error('the job was not claimed');

  const key = (file: string) => storageKey('artifacts', tenantId, id, 'ingestion', file);
  await storage.put(key('media.json'), Buffer.from(JSON.stringify(media)));
  await finishStage(domain, claim.job, 'ingestion', true);

  return claim.job;
}

/** Plans `count` parts and waits until they are done. Returns the seconds, and the transactions per part. */
async function run(
  { domain, tenantId }: Bench,
  claimed: JobRow,
  count: number,
): Promise<{ seconds: number; statements: number }> {
  const planned: PlannedPart[] = Array.from({ length: count }, (_, index) => {
    return { kind: 'read', span: { from: index, to: index + 1 }, start: index, end: index + 1 };
  });
  planned.push({ kind: 'join', span: { from: 0, to: 0 }, start: 0, end: count });
  await domain.db.query('select pg_stat_reset()');

  const before = await transactions(domain);
  const startedAt = performance.now();
  await admitIngested(domain, claimed, { title: null, durationSeconds: 14_400 }, planned);

  let job: JobRow | undefined;
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await findJob(domain.db, tenantId, claimed.id);
  } while (job?.status === 'processing');

  const seconds = (performance.now() - startedAt) / 1000;
  if (job?.status !== 'completed') throw new Error(`the job ${job?.status}`);

  return { seconds, statements: ((await transactions(domain)) - before) / count };
}

async function transactions({ db }: Domain): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(row?.count ?? 0);
}

function ended(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  return gone;
}

await (process.env.REELSIGHT_BENCH_WORKER ? work() : main());
