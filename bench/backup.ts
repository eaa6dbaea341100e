/**
 * Measures how long a backup and a restore of a large installation take, and how much memory they need: 100,000
 * finished jobs with results and events, and 10 GB in 40,000 files. `node bench/backup.ts [JOBS] [GB]`; BENCH_FOLDER:
 * the folder to use; DATABASE_URL: a PostgreSQL to use instead of the embedded database.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';

const jobs = Number(process.argv[2] ?? 100_000);
const gigabytes = Number(process.argv[3] ?? 10);
const small = { count: Math.round(gigabytes * 3900), bytes: 60_000 };
const large = { count: Math.round(gigabytes * 100), bytes: 7_600_000 };
const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'backup-bench-'));
const launcher = fileURLToPath(new URL('../cli/bin/reelsight.mjs', import.meta.url));

const results = JSON.stringify({
  transcription: {
    text: 'word '.repeat(300),
    words: Array.from({ length: 60 }, (_, index) => ({ at: index })),
  },
});

async function makeDatabase(dataDir: string): Promise<void> {
  const url = process.env.DATABASE_URL;
  const db = await openDatabase(url ? { url } : { dataDir: join(dataDir, 'database') });
  await migrate(db, { version: 'bench' });
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     values ('ws_1', 'one', 'a@example.com', 'pro', 'x', now(), now())`,
  );

  for (let first = 0; first < jobs; first += 5000) {
    const range = [first + 1, Math.min(first + 5000, jobs)];
    await db.query(
      `insert into jobs (id, workspace_id, status, platform, ask, credits_estimated, created_at, updated_at, completed_at)
       select 'job_' || n, 'ws_1', 'completed', 'upload', '{"capabilities":["transcription"]}', 5, now(), now(), now()
       from generate_series($1::int, $2::int) n`,
      range,
    );

    await db.query(
      `insert into job_results (job_id, results) select 'job_' || n, $3::jsonb from generate_series($1::int, $2::int) n`,
      [...range, results],
    );
    await db.query(
      `insert into events (id, workspace_id, job_id, kind, payload, created_at)
       select 'evt_' || n, 'ws_1', 'job_' || n, 'job.completed', '{"event":"job.completed"}', now()
       from generate_series($1::int, $2::int) n`,
      range,
    );
  }

  await db.close();
}

async function makeFiles(dataDir: string): Promise<void> {
  const content = randomBytes(large.bytes);
  for (const [name, { count, bytes }] of Object.entries({ frames: small, uploads: large })) {
    for (let index = 0; index < count; index += 1) {
      const to = join(dataDir, 'storage', name, 'ws_1', `job_${Math.floor(index / 4)}`);
      await mkdir(to, { recursive: true });
      await writeFile(join(to, `${index}.bin`), content.subarray(0, bytes));
    }
  }
}

/** Runs a command and prints how many seconds it took and its peak memory. */
async function measured(args: readonly string[], dataDir: string): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [launcher, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      REELSIGHT_DATA_DIR: dataDir,
      ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let most = 0;
  const watch = setInterval(async () => {
    const { readFile } = await import('node:fs/promises');
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 200);
  const code = await new Promise((resolve) => child.once('exit', resolve));

  clearInterval(watch);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(
    `${args[0]}: code ${code}, ${seconds.toFixed(1)} s, ${Math.round(most / 1024)} MB at most`,
  );
}

try {
  const source = join(folder, 'source');
  await mkdir(source);
  await makeDatabase(source);
  await makeFiles(source);
  console.log(`${jobs} jobs, ${small.count + large.count} files`);

  const file = join(folder, 'one.tar.zst');
  await measured(['backup', file], source);
  console.log(`${((await stat(file)).size / 1e9).toFixed(2)} GB`);
  await rm(join(source, 'storage'), { recursive: true });
  await measured(['restore', '--discard', file], join(folder, 'target'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
