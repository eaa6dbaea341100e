/**
 * An upgrade while people use the service. Processes of the last release and of this checkout share a PostgreSQL and a
 * folder of files, and are replaced one by one behind a balancer that never retries. No request fails, and every job
 * has the same results.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import {
  parseMigration,
  readMigrations,
  schemaOf,
  shownNumber,
} from '../server/src/db/schema/migrations.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { type Balancer, openBalancer } from '../server/testing/upgrade/balancer.ts';
import { Fleet } from '../server/testing/upgrade/fleet.ts';
import { lastRelease, type Release } from '../server/testing/upgrade/last-release.ts';
import { startLoad } from '../server/testing/upgrade/load.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const released = JSON.parse(await readFile(join(root, 'scripts', 'last-release.json'), 'utf8')) as {
  schema: number;
};
let folder: string;
let postgres: TestPostgres;
let api: Balancer;
let uploads: Balancer;
let fleet: Fleet;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-rolling-'));
  postgres = await startPostgres();
  [api, uploads] = [await openBalancer(), await openBalancer()];
  fleet = new Fleet({ folder, databaseUrl: postgres.url, api, uploads });
});
after(async () => {
  await fleet.end();
  await Promise.all([api.close(), uploads.close(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

/** Runs statements such as later migrations of this version might contain, while the last release is still running. */
async function migrateFurther(): Promise<void> {
  const own = await readMigrations();
  const further = [
    'alter table jobs add column made_up text;',
    'alter table workspaces add column made_up int not null default 0;',
  ].map((sql, index) =>
    parseMigration(
      `${shownNumber(schemaOf(own) + 1 + index)}_made_up.sql`,
      `-- works-with: ${released.schema}\n${sql}`,
    ),
  );
  const db = await openDatabase({ url: postgres.url });

  await db.alone(() => migrate(db, { version: '99.0.0', migrations: [...own, ...further] }));
  await db.close();
}

test('processes are replaced one by one, and nobody notices', { timeout: 500_000 }, async (t) => {
  const old = await lastRelease(join(folder, 'old'));
  if (typeof old === 'string') return t.skip(old);

  const here: Release = { root, drains: true, name: 'this checkout' };
  t.diagnostic(`the last release is ${old.name}`);
  await Promise.all([fleet.startApi('old-1', old), fleet.startWorker('old-worker', old)]);
  await fleet.startApi('old-2', old);

  const admin = createAdminClient({ baseUrl: api.url, token: fleet.adminToken });
  const { api_key: apiKey } = await admin.workspaces.create({
    name: 'w',
    email: 'w@example.com',
    plan: 'scale',
    credits: 100_000,
  });
  const client = createClient({ baseUrl: api.url, apiKey });
  const video = new Blob([await readFile(join(root, 'media', 'sample.mp4'))]);
  const load = startLoad({ baseUrl: api.url, apiKey, video });

  await fleet.startApi('new-1', here);
  await fleet.stop('old-1', old);
  await migrateFurther();
  await fleet.startWorker('new-worker', here);
  // A crash of the last release during the upgrade, after which its supervisor starts it again.
  await fleet.crash('old-worker');
  await fleet.startWorker('old-worker', old);
  await fleet.startApi('new-2', here);
  await fleet.stop('old-2', old);
  await fleet.stop('old-worker', old);
  // Afterwards, processes of the new version replace each other, with nothing but SIGTERM.
  await fleet.startApi('new-3', here);
  await fleet.stop('new-1', here);
  await fleet.stop('new-2', here);

  const { requests, failures, jobs, longestMs } = await load.stop();

  t.diagnostic(
    `${requests} requests and ${jobs.length} jobs while 6 APIs and 3 workers came or went; ${failures.length} failed, the longest took ${Math.round(longestMs)} ms`,
  );

  const logged = await fleet.errors();
  if (failures.length > 0) for (const line of logged) t.diagnostic(line);

  assert.deepEqual(failures, []);
  // Only errors of the new version count; those of the last release cannot be changed any more.
  assert.deepEqual(
    logged.filter((line) => line.startsWith('new-')),
    [],
  );
  assert.ok(requests > 1500 && jobs.length >= 6, `${requests} requests, ${jobs.length} jobs`);
  const texts = new Set<string>();

  for (const id of jobs) {
    const job = await client.jobs.wait(id, { signal: AbortSignal.timeout(240_000) });
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    const { transcription, metadata } = job.results ?? {};
    texts.add(JSON.stringify([transcription?.text, metadata?.title]));
    assert.match(transcription?.text ?? '', /welcome/i);
  }

  assert.equal(texts.size, 1, [...texts].join('\n'));
  const { transactions } = await client.usage();
  const charged = transactions.filter(({ type }) => type === 'charge').map(({ job_id }) => job_id);
  assert.deepEqual(charged.sort(), [...jobs].sort(), 'each job is charged once');
});
