/**
 * Measures how many jobs per second go through all states on one PostgreSQL. Nothing is decoded and the engines return
 * made-up results at once, so the result is the cost of everything around them. PostgreSQL, API, worker and load share
 * two cores. Half of the jobs are created by POST /v1/jobs, half by batches of 50. Each has four parts: speakers, hear,
 * read and join.
 *
 * `node bench/control-plane.ts [--jobs 3000] [--cores 0,1] [--fsync on|off] [--workspaces 10] [--open 400] [--profile]`
 */
import '../server/src/wiring/start/file-threads.ts';
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { open, readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Database } from '../server/src/db/database.ts';
import type { JobRow } from '../server/src/db/jobs/jobs.ts';
import type { Service } from '../server/src/wiring/start/service.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { bytesOf, keysOf, startMadeUp } from './made-up-service.ts';

const { values: given } = parseArgs({
  options: {
    jobs: { type: 'string', default: '3000' },
    cores: { type: 'string', default: '0,1' },
    fsync: { type: 'string', default: 'on' },
    workspaces: { type: 'string', default: '10' },
    open: { type: 'string', default: '400' },
    ingestions: { type: 'string', default: '32' },
    hosts: { type: 'string', default: '32' },
    profile: { type: 'boolean', default: false },
  },
});
const jobs = Number(given.jobs);
const batchSize = 50;
const warmUpJobs = 100;

/** Instructions for the load process. */
interface Order {
  readonly baseUrl: string;
  readonly keys: readonly string[];
  readonly jobs: number;
  /** Maximum number of jobs that have not ended. */
  readonly open: number;
}
type ToLoad = { readonly order: Order } | { readonly ended: number };
type FromLoad = { readonly made: number; readonly cpuSeconds: number; readonly p99Ms: number };

/** How often each statement was sent. */
const sent = new Map<string, number>();

function countStatements(): void {
  type Query = (this: unknown, first: unknown, ...rest: unknown[]) => unknown;
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;

  prototype.query = function counted(first, ...rest) {
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    sent.set(text, (sent.get(text) ?? 0) + 1);
    return query.call(this, first, ...rest);
  };
}

/** Seconds taken by ingestions and by the parts of each stage. */
const took = new Map<string, number[]>();

const noteStage = (stage: string, _outcome: string, seconds: number): void => {
  took.set(stage, [...(took.get(stage) ?? []), seconds]);
};

const ticksPerSecond = 100;

/** CPU seconds of the PostgreSQL server and all of its processes, including those that have ended. */
async function cpuOfPostgres(pid: number): Promise<number> {
  let ticks = 0;

  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;

    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const parent = fields[1];
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);

    if (Number(entry) === pid) ticks += user + system + endedUser + endedSystem;
    else if (parent === pid) ticks += user + system;
  }

  return ticks / ticksPerSecond;
}

const cpuOfThis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

interface Reading {
  readonly atMs: number;
  readonly postgresCpu: number;
  readonly nodeCpu: number;
  readonly statements: number;
  readonly transactions: number;
  readonly walBytes: number;
}

async function read(db: Database, pid: number): Promise<Reading> {
  const statements = [...sent.values()].reduce((sum, one) => sum + one, 0);
  const [row] = await db.query<{ transactions: number; wal: number }>(
    `select xact_commit as transactions, pg_current_wal_lsn() - '0/0' as wal
     from pg_stat_database where datname = current_database()`,
  );
  return {
    atMs: performance.now(),
    postgresCpu: await cpuOfPostgres(pid),
    nodeCpu: cpuOfThis(),
    statements,
    transactions: row?.transactions ?? 0,
    walBytes: row?.wal ?? 0,
  };
}

/** Milliseconds that one synced write takes on this disk, which is the least time that a commit can take. */
async function syncMs(folder: string): Promise<number> {
  const file = await open(join(folder, 'sync'), 'w');
  const startedMs = performance.now();
  const times = 200;
  for (let index = 0; index < times; index += 1) {
    await file.write(bytesOf(8192), 0, 8192, 0);
    await file.datasync();
  }

  await file.close();
  return (performance.now() - startedMs) / times;
}

/** Starts the load and waits until every job has ended. */
async function drive(service: Service, keys: readonly string[], count: number): Promise<FromLoad> {
  const load = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, LOAD: '1' } });
  const { domain } = service;
  const told = Promise.withResolvers<FromLoad>();
  const done = Promise.withResolvers<void>();
  let ended = 0;
  const bad = new Map<string, number>();
  Object.assign(domain, {
    onJobMoved: (job: JobRow, to: string) => {
      if (!['completed', 'failed', 'cancelled'].includes(to)) return;
      if (to !== 'completed')
        bad.set(job.error_message ?? to, (bad.get(job.error_message ?? to) ?? 0) + 1);
      ended += 1;
      if (ended === count) done.resolve();
    },
  });
  load.once('message', (message) => told.resolve(message as FromLoad));
  load.once('exit', (code) => {
    told.reject(new Error(`the load ended: ${code}`));
    done.resolve();
  });
  load.send({ order: { baseUrl: service.apiUrl, keys, jobs: count, open: Number(given.open) } });

  const timer = setInterval(() => load.connected && load.send({ ended }, () => undefined), 20);
  try {
    const [result] = await Promise.all([told.promise, done.promise]);
    if (bad.size > 0) throw new Error(`jobs that did not complete: ${JSON.stringify([...bad])}`);
    return result;
  } finally {
    clearInterval(timer);
    load.kill();
  }
}

const per = (value: number, unit = ''): string => `${(value / jobs).toFixed(2)}${unit}`;

function report(before: Reading, after: Reading, load: FromLoad): void {
  const tookMs = after.atMs - before.atMs;
  const of = (name: keyof Reading): number => after[name] - before[name];
  const cpu = of('postgresCpu') + of('nodeCpu') + load.cpuSeconds;

  console.log(
    `${jobs} jobs in ${(tookMs / 1000).toFixed(1)} s: ${((jobs * 1000) / tookMs).toFixed(0)} jobs/s`,
  );
  console.log(
    `CPU a job: ${per(cpu * 1000)} ms (PostgreSQL ${per(of('postgresCpu') * 1000)}, API and worker ${per(of('nodeCpu') * 1000)}, load ${per(load.cpuSeconds * 1000)}); of two cores ${((cpu * 1e5) / tookMs / 2).toFixed(0)} % used`,
  );
  console.log(
    `a job: ${per(of('statements'))} statements, ${per(of('transactions'))} transactions, ${per(of('walBytes') / 1024)} KB of WAL; answers to creation p99 ${load.p99Ms.toFixed(0)} ms`,
  );

  if (!given.profile) return;
  for (const [stage, all] of took) {
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    console.log(`${stage}: ${all.length} of ${(mean * 1000).toFixed(0)} ms on average`);
  }

  const often = [...sent].sort(([, a], [, b]) => b - a).slice(0, 25);
  for (const [sql, times] of often)
    console.log(per(times).padStart(7), sql.replace(/\s+/g, ' ').slice(0, 150));
}

const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const watchStatements =
  'create extension if not exists pg_stat_statements; select pg_stat_statements_reset()';

async function reportCostliest(db: Database): Promise<void> {
  const rows = await db.query<{ ms: number; calls: number; query: string }>(
    `select total_exec_time + total_plan_time as ms, calls, query from pg_stat_statements
     order by total_exec_time + total_plan_time desc limit 25`,
  );
  for (const { ms, calls, query } of rows) {
    const text = query.replace(/\s+/g, ' ').slice(0, 110);
    console.log(`${per(ms)} ms a job, ${(ms / calls).toFixed(2)} ms a call: ${text}`);
  }
}

async function main(): Promise<void> {
  countStatements();
  const safe = given.fsync === 'off' ? fast : [];
  const watched = given.profile ? ['shared_preload_libraries=pg_stat_statements'] : [];
  const postgres = await startPostgres(['max_connections=200', ...safe, ...watched]);
  const made = await startMadeUp(postgres.url, {
    ingestions: Number(given.ingestions),
    hosts: Number(given.hosts),
    serviceMs: () => 0,
    onStage: noteStage,
  });
  const { service, dataDir } = made;
  const { domain } = service;
  const keys = await keysOf(service, Number(given.workspaces));

  try {
    const write = (await syncMs(dataDir)).toFixed(2);
    console.log(`a write is safe on the disk after ${write} ms; PostgreSQL's fsync ${given.fsync}`);
    await drive(service, keys, warmUpJobs);

    if (given.profile) await domain.db.exec(watchStatements);
    sent.clear();
    took.clear();

    const before = await read(domain.db, postgres.pid);
    const load = await drive(service, keys, jobs);
    report(before, await read(domain.db, postgres.pid), load);
    if (given.profile) await reportCostliest(domain.db);
  } finally {
    await made.close();
    await postgres.stop();
  }
}

function post(url: string, agent: Agent, key: string, body: string): Promise<void> {
  const headers = {
    'X-Api-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 202) resolve();
        else reject(new Error(`answer ${answer.statusCode}: ${said}`));
      }, reject);
    });
    call.once('error', reject).end(body);
  });
}

/** The load process: creates jobs, but keeps at most `open` of them unfinished. */
async function load(
  { baseUrl, keys, jobs: count, open: mostOpen }: Order,
  ended: () => number,
): Promise<FromLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ask = { capabilities: ['transcription', 'brands'] };
  const times: number[] = [];
  let made = 0;
  const url = (at: number): string =>
    `https://www.youtube.com/watch?v=${at.toString(36).padStart(11, 'A')}`;
  const one = async (turn: number): Promise<void> => {
    while (made < count) {
      if (made - ended() >= mostOpen) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }

      // In every second group of 100 jobs, one caller creates all jobs as batches; the other groups are created job by
      // job.
      const batch =
        Math.floor(made / (2 * batchSize)) % 2 === 1 && turn === 0 && count - made >= batchSize;
      const first = made;

      made += batch ? batchSize : 1;
      const urls = Array.from({ length: batch ? batchSize : 1 }, (_, index) => url(first + index));
      const startedMs = performance.now();
      const body = batch ? { urls, ...ask } : { url: urls[0], ...ask };
      const key = keys[((batch ? first / batchSize : first) % keys.length) | 0] as string;
      await post(`${baseUrl}/v1/${batch ? 'batch' : 'jobs'}`, agent, key, JSON.stringify(body));
      times.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, turn) => one(turn)));
  agent.destroy();
  times.sort((a, b) => a - b);

  const p99Ms = times[Math.floor(times.length * 0.99)] ?? 0;
  return { made, cpuSeconds: cpuOfThis(), p99Ms };
}

if (process.env.LOAD) {
  let ended = 0;
  process.on('message', (message: ToLoad) => {
    if ('ended' in message) ended = message.ended;
    else void load(message.order, () => ended).then((told) => process.send?.(told));
  });
} else if (process.env.PINNED) {
  await main();
} else {
  const node = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  execFileSync('taskset', ['-V']);
  const env = { ...process.env, PINNED: '1' };
  const ran = spawnSync('taskset', ['-c', given.cores, process.execPath, ...node], {
    stdio: 'inherit',
    env,
  });
  process.exitCode = ran.status ?? 1;
}
