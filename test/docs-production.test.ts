/** Checks docs/production.md: its SQL, its settings and its commands, on a real PostgreSQL and an S3 server. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { s3Credentials, startS3 } from '../server/testing/storage/s3-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await codeBlocks('docs/production.md');
const [settings = ''] = page
  .filter(({ text }) => text.includes('STORAGE_URL'))
  .map(({ text }) => text);
const [apiCommands = '', workerCommands = ''] = page
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);

let folder: string;
let postgres: TestPostgres;
let s3: Awaited<ReturnType<typeof startS3>>;
const children: ChildProcess[] = [];
const adminToken = randomBytes(33).toString('base64');

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-production-'));
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);

  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();

  const [sql = ''] = page.filter(({ language }) => language === 'sql').map(({ text }) => text);
  // A database cannot be created in a transaction, so each statement is sent separately.
  for (const statement of sql.split(';\n')) await admin.query(statement);
  await admin.end();
  await writeFile(join(folder, 'reelsight.env'), filledIn());
});

after(async () => {
  await Promise.all(children.map(stopped));
  await s3?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The page's settings file, filled with the addresses and secrets of this test. */
function filledIn(): string {
  const values: Readonly<Record<string, string>> = {
    DATABASE_URL: settingOf('DATABASE_URL').replace('db.internal:5432', new URL(postgres.url).host),
    // Includes its quotes, because a shell reads it.
    STORAGE_URL: settingOf('STORAGE_URL')
      .replace('s3://reelsight', 's3://media')
      .replace('https://s3.example.com', s3.endpoint),
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    REELSIGHT_ADMIN_TOKEN: adminToken,
    REELSIGHT_SESSION_SECRET: randomBytes(33).toString('base64'),
  };
  return settings.replace(/^(\w+)=.*$/gm, (line, name: string) =>
    values[name] === undefined ? line : `${name}=${values[name]}`,
  );
}

const settingOf = (name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1] ?? '';

/** Runs commands from the page in a shell, in the repository's folder as the page says. */
async function run(name: string, commands: string, port: number): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', commands.replace('./reelsight.env', '"$ENV_FILE"')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ENV_FILE: join(folder, 'reelsight.env'),
      PORT: String(port),
      UPLOAD_PORT: String(await freePort()),
      REELSIGHT_DATA_DIR: join(folder, name),
      REELSIGHT_LINKS_UPDATE: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  children.push(child);

  return child;
}

/** Ends the shell and all processes that it started; resolves when they have ended. */
async function stopped({ pid }: ChildProcess): Promise<void> {
  const signal = (name: 'SIGTERM' | 0): boolean => {
    try {
      return process.kill(0 - (pid ?? 0), name);
    } catch {
      return false;
    }
  };
  if (signal('SIGTERM')) await waitFor(() => assert.ok(!signal(0)));
}

async function ready(url: string): Promise<void> {
  await waitFor(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
}

test('two APIs and two workers, one of which is ended, take a video from upload to result', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const [first, second] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];

  await run('api-1', apiCommands, ports[0]);
  await ready(first);
  await run('api-2', apiCommands, ports[1]);

  const worker = await run('worker-1', workerCommands, await freePort());
  await run('worker-2', workerCommands, await freePort());
  await ready(second);

  const admin = createAdminClient({ baseUrl: first, token: adminToken });
  const { api_key: apiKey } = await admin.workspaces.create({
    name: 'Acme',
    email: 'ops@acme.example',
    plan: 'pro' as const,
  });
  const [one, other] = [first, second].map((baseUrl) => createClient({ baseUrl, apiKey })) as [
    Client,
    Client,
  ];
  const sample = new Blob([await readFile(join(root, 'media', 'sample.mp4'))]);
  const presign = { content_type: 'video/mp4', size_bytes: sample.size } as const;
  const { put_url } = await one.uploads.presign(presign);
  assert.ok(put_url.startsWith(s3.endpoint), `uploads go to ${put_url}, not to the bucket`);

  const upload_key = await one.uploads.put(sample, { contentType: 'video/mp4' });
  const capabilities = ['transcription', 'metadata'] as ('transcription' | 'metadata')[];
  const { job_id } = await other.jobs.create({ upload_key, capabilities });
  await waitFor(async () => assert.notEqual((await one.jobs.get(job_id)).status, 'pending'));
  await stopped(worker);

  const job = await one.jobs.wait(job_id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.match(job.results?.transcription?.text ?? '', /\w+/);
});

test('the rules for pages let a browser send a file, and nothing else', () => {
  const [json = ''] = page.filter(({ language }) => language === 'json').map(({ text }) => text);
  const { CORSRules } = JSON.parse(json) as { CORSRules: Record<string, unknown>[] };
  assert.equal(CORSRules.length, 1);
  assert.deepEqual(CORSRules[0]?.AllowedMethods, ['PUT']);
  assert.deepEqual(CORSRules[0]?.AllowedHeaders, ['content-type']);
  assert.deepEqual(CORSRules[0]?.AllowedOrigins, [settingOf('PUBLIC_URL')]);
});
