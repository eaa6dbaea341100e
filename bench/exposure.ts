/**
 * Measures how long it takes to compute the exposure of many jobs: from the forms stored with the jobs, with the
 * default weights and with other weights, and from the results alone.
 *
 * node bench/exposure.ts [--jobs 2000] [--appearances 300] [--database postgres://… | own]
 *
 * The results are made up: 8 brands in 20 minutes, two frames a second, moving boxes. Without `--database`, the
 * embedded database is used; `own` starts a PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import type { Domain } from '../server/src/domain/domain.ts';
import { exposureOfJobs } from '../server/src/domain/exposure/exposure.ts';
import type { ExposureOptions } from '../server/src/exposure/formula.ts';
import { brandResults } from '../server/testing/brand-results.ts';
import { startPostgres } from '../server/testing/postgres.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    appearances: { type: 'string', default: '300' },
    database: { type: 'string' },
  },
});
const jobs = Number(values.jobs);
const appearances = Number(values.appearances);
const workspace = 'ws_00000000000000000000000000';
const ids = Array.from(
  { length: jobs },
  (_, index) => `job_${String(index + 1).padStart(26, '0')}`,
);

async function fill(db: Database): Promise<void> {
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     values ($1, 'bench', 'bench@example.com', 'scale', 's', now(), now())`,
    [workspace],
  );
  let bytes = 0;

  for (const [seed, id] of ids.entries()) {
    const json = JSON.stringify(brandResults({ seed, brands: 8, appearances, seconds: 1200 }));
    bytes += json.length;
    await db.query(
      `insert into jobs (id, workspace_id, status, platform, ask, title, credits_estimated, created_at, updated_at, completed_at, duration_seconds)
       values ($1, $2, 'completed', 'upload', '{"capabilities": ["brands"]}', 'A video', 1, now(), now(), now(), 1200)`,
      [id, workspace],
    );
    await db.query('insert into job_results (job_id, results) values ($1, $2)', [id, json]);
  }

  console.log(`${jobs} jobs, ${Math.round(bytes / jobs / 1000)} KB of results each`);
}

async function measure(db: Database, what: string, options: ExposureOptions): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();

  const beganMs = performance.now();
  const { signal } = new AbortController();
  await exposureOfJobs({ db } as Domain, workspace, ids, options, signal);

  const seconds = (performance.now() - beganMs) / 1000;
  delay.disable();

  const worstMs = Math.round(delay.max / 1e6);
  const heap = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `${what}: ${seconds.toFixed(1)} s, worst delay of the event loop ${worstMs} ms, ${heap} MB`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-exposure-'));
const own = values.database === 'own' ? await startPostgres() : undefined;
const url = own?.url ?? values.database;
const db = await openDatabase(url ? { url } : { dataDir: join(folder, 'database') });
try {
  await migrate(db, { version: 'bench' });
  await fill(db);
  await measure(db, 'nothing kept yet', {});
  await measure(db, 'default weights', {});
  await measure(db, 'other weights', { full_size: 0.1, min_confidence: 0.5 });
  const [size] = await db.query<{ bytes: number }>(
    'select avg(octet_length(form) + octet_length(sums))::int as bytes from job_exposures',
  );
  console.log(`kept: ${Math.round((size?.bytes ?? 0) / 1000)} KB a job`);
} finally {
  await db.close();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
}
