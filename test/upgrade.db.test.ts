/**
 * A database of the version before jobs had parts, with jobs in every state: after the upgrade, each job ends properly.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import type { Database } from '../server/src/db/database.ts';
import { FilesStorage } from '../server/src/storage/files.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';
import { compileCache } from '../server/testing/compile-cache.ts';
import { type FreshDatabase, freshDatabase } from '../server/testing/database.ts';
import { uploadSample } from '../server/testing/sample-video.ts';

/** Reverts migration 0005: the tables as they were before, with their content. */
const downgrade = [
  'drop table job_parts',
  'drop table workers',
  `update jobs set ask = (ask || case when filename is null then '{}'::jsonb
     else jsonb_build_object('filename', filename) end)
     - array(select key from jsonb_each(ask) where value in ('[]'::jsonb, 'null'::jsonb) and key <> 'language')`,
  'alter table jobs rename column ask to request',
  'alter table jobs drop column filename',
  ...['hear_parts', 'hear_left', 'see_parts', 'see_left', 'losses', 'outage_seconds'].map(
    (column) => `alter table jobs drop column ${column}`,
  ),
  'drop index jobs_parked',
  'alter table workspaces drop column turn',
  // The later ones add columns to the table that the first one makes.
  `delete from schema_migrations
   where name in ('0005_parts.sql', '0082_sight_of_parts.sql', '0085_words_sight_of_parts.sql')`,
];

let database: FreshDatabase;
let dataDir: string;
let service: Service;
let client: Client;
let adminToken: string;
let tenant: string;

before(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-upgrade-'));
});
after(async () => {
  await service.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(role: 'api' | 'all'): Promise<void> {
  const config = readConfig({
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_ROLE: role,
    REELSIGHT_DATA_DIR: dataDir,
    REELSIGHT_STALL_SECONDS: '3',
    PATH: process.env.PATH,
    ...compileCache,
    ...(database.url && { DATABASE_URL: database.url }),
  });
  service = await startService(config, pino({ level: 'silent' }));
  adminToken = service.adminToken;
}

async function submit(filename: string): Promise<string> {
  const upload_key = await uploadSample(client);
  const job = await client.jobs.create({
    upload_key,
    upload_filename: filename,
    capabilities: ['transcription', 'metadata'],
  });
  return job.job_id;
}

/** Stores what the workers of the earlier version left for a job whose ingestion and transcription were complete. */
async function leaveOldMedia(id: string): Promise<void> {
  const storage = await FilesStorage.open({
    folder: join(dataDir, 'storage'),
    uploadUrl: 'http://localhost',
    signingSecret: 'x',
    now: Date.now,
  });
  const media = { audio: { file: 'audio.wav', durationSeconds: 1 }, frames: [], images: [] };
  const key = storageKey('artifacts', tenant, id, 'ingestion', 'media.json');

  await storage.put(key, Buffer.from(JSON.stringify(media)));
  await storage.close();
}

test('jobs in every state end well', async () => {
  await start('api');
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: adminToken });
  const made = await admin.workspaces.create({
    name: 'w',
    email: 'w@example.com',
    plan: 'scale',
    credits: 10_000,
  });
  tenant = made.tenant_id;
  client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
  const ids: Record<string, string> = {};

  for (const state of ['pending', 'begun', 'halfway', 'held', 'completed', 'failed', 'cancelled'])
    ids[state] = await submit(`${state}.mp4`);

  const { db } = service.domain;
  await setStates(db, ids);
  for (const statement of downgrade) await db.query(statement);
  await service.close();
  await leaveOldMedia(ids.halfway as string);

  await start('all');
  client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });

  const again = createAdminClient({ baseUrl: service.apiUrl, token: adminToken });
  await again.workspaces.addCredits(tenant, { type: 'purchase', amount: 10_000 });

  for (const state of ['pending', 'begun', 'halfway', 'held']) {
    const signal = AbortSignal.timeout(300_000);
    const job = await client.jobs.wait(ids[state] as string, { signal });
    assert.equal(job.status, 'completed', `${state}: ${JSON.stringify(job.error)}`);
    assert.ok(job.results?.transcription, state);
    assert.equal(job.video_title, `${state}.mp4`);
  }

  const shown = async (state: string) => (await client.jobs.get(ids[state] as string)).status;
  assert.deepEqual(
    [await shown('completed'), await shown('failed'), await shown('cancelled')],
    ['completed', 'failed', 'cancelled'],
  );

  const found = await service.domain.db.query<{ filename: string }>(
    'select filename from jobs where id = $1',
    [ids.completed],
  );
  assert.equal(found[0]?.filename, 'completed.mp4');

  const { transactions } = await client.usage();
  const charged = transactions.filter(({ type }) => type === 'charge').map(({ job_id }) => job_id);
  assert.deepEqual(
    charged.sort(),
    [ids.pending, ids.begun, ids.halfway, ids.held].sort(),
    'each that ended now is charged once',
  );
});

async function setStates(db: Database, ids: Readonly<Record<string, string>>): Promise<void> {
  const processing = `status = 'processing', attempt = 1, worker_id = 'worker_gone', started_at = now(),
    heartbeat_at = now() - interval '1 hour', percent = 20`;
  const states: Record<string, string> = {
    begun: `${processing}, stage = 'ingestion'`,
    halfway: `${processing}, stage = 'analysis', stages_completed = '{ingestion,transcription}', media_kept_at = now()`,
    held: `status = 'held', attempt = 1, hold_reason = 'insufficient_credits', held_at = now(), credits_needed = 10,
      task_id = null`,
    completed: `status = 'completed', attempt = 1, started_at = now(), completed_at = now(), credits_charged = 0,
      processing_seconds = 1`,
    failed: `status = 'failed', attempt = 1, completed_at = now(), error_code = 'EXTRACTION_FAILED', error_message = 'x'`,
    cancelled: `status = 'cancelled', completed_at = now()`,
  };
  for (const [state, change] of Object.entries(states))
    await db.query(`update jobs set ${change} where id = $1`, [ids[state]]);
}
