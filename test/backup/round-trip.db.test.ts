/** Makes a backup while the service runs and restores it: the data are the same, and jobs go on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { createClient } from '../../sdk/src/index.ts';
import { databaseKind } from '../../server/testing/database.ts';
import { sampleVideo, uploadSample } from '../../server/testing/sample-video.ts';
import { s3Credentials, startS3 } from '../../server/testing/storage/s3-server.ts';
import { Visitor } from '../console/visitor.ts';
import { type Installation, installation, withDatabase } from './installation.ts';

let folder: string;
let source: Installation;
let file: string;
let visitor: Visitor;
const made = { apiKey: '', token: '', tenant: '', done: '', pending: '', removed: '' };
const targets: Installation[] = [];

async function target(options: Parameters<typeof installation>[0] = {}): Promise<Installation> {
  const one = await installation(options);
  targets.push(one);
  return one;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-backups-'));
  file = join(folder, 'one.tar.zst');
  source = await withDatabase(await installation());

  const service = await source.start('all');
  const { hash } = new URL(service.firstAccountUrl ?? assert.fail('there is an account'));

  visitor = new Visitor(service.apiUrl);
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';
  assert.equal((await visitor.signUp('Ada', 'ada@example.com', { code })).status, 200);

  const workspace = await source.admin().workspaces.create({
    name: 'Acme',
    email: 'ops@acme.example',
    plan: 'pro' as const,
  });
  Object.assign(made, { apiKey: workspace.api_key, tenant: workspace.tenant_id });
  made.token = service.adminToken;
  made.done = await submit(service.apiUrl);

  const client = createClient({ baseUrl: service.apiUrl, apiKey: made.apiKey });
  assert.equal((await client.jobs.wait(made.done)).status, 'completed');
  await source.stop();

  // From here on, there is no worker that could do the jobs.
  const again = await source.start('api');
  made.pending = await submit(again.apiUrl);
  made.removed = await submit(again.apiUrl);

  const { code: exit, stderr, stdout } = await source.run(['backup', file, '--json']);
  assert.equal(exit, 0, stderr);
  assert.equal(JSON.parse(stdout).counts.tables.jobs, 3);
  await createClient({ baseUrl: again.apiUrl, apiKey: made.apiKey }).jobs.cancel(made.removed);
});

after(async () => {
  for (const one of [source, ...targets]) await one.remove();
  await rm(folder, { recursive: true, force: true });
});

async function submit(baseUrl: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey: made.apiKey });
  const upload_key = await uploadSample(client);
  const capabilities = ['transcription', 'metadata'] as ('transcription' | 'metadata')[];
  return (await client.jobs.create({ upload_key, capabilities })).job_id;
}

/** The backup's tables, tasks and secrets by member name, each with its rows in order, and the names of its files. */
async function contentsOf(path: string): Promise<Record<string, string[]>> {
  const to = await mkdtemp(join(folder, 'contents-'));
  execFileSync('tar', ['-x', '-C', to], { input: zstdDecompressSync(readFileSync(path)) });
  execFileSync('sha256sum', ['--check', '--quiet', ...checksumsIn(to)], { cwd: to });

  const names = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(to.length + 1))
    .sort();
  const contents: Record<string, string[]> = {
    files: names.filter((name) => name.startsWith('files/')),
  };

  for (const name of names.filter((name) => /^(tables|tasks|secrets)\//.test(name))) {
    const group = name.replace(/\/\d{6}\.jsonl$/, '');
    const lines = readFileSync(join(to, name), 'utf8').split('\n').filter(Boolean);
    const rows = group.startsWith('secrets') ? lines : lines.map(inOneForm);
    contents[group] = [...(contents[group] ?? []), ...rows].sort();
  }

  return contents;
}

const inOneForm = (row: string): string => JSON.stringify(JSON.parse(row));
const checksumsIn = (to: string): string[] =>
  readdirSync(join(to, 'checksums')).map((name) => join('checksums', name));

test('what is restored is what was backed up, row by row, and goes on where it was', async () => {
  const one = await target();
  const restored = await one.run(['restore', file]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /3 jobs/);

  const again = join(folder, 'again.tar.zst');
  const second = await one.run(['backup', again]);
  assert.equal(second.code, 0, second.stderr);

  const before = await contentsOf(file);
  const now = await contentsOf(again);
  // A pinned upload has a tag from its storage, so the tag changes with the storage.
  for (const contents of [before, now])
    contents['tables/uploads'] = (contents['tables/uploads'] ?? []).map((row) =>
      row.replace(/"etag":"[^"]*"/, '"etag":"…"'),
    );

  const audit = now['tables/audit'] ?? [];
  const noted = audit.filter((row) => row.includes('"action":"backup.restored"'));
  assert.equal(noted.length, 1);
  now['tables/audit'] = audit.filter((row) => !noted.includes(row));

  for (const name of new Set([...Object.keys(before), ...Object.keys(now)]))
    assert.deepEqual(now[name], before[name], name);

  await goesOn(one);
});

/** Runs on PostgreSQL only: the opposite direction is the same, and needs PostgreSQL too. */
const moves = databaseKind === 'postgres' ? test : () => undefined;
moves('an installation moves into embedded, and from there to PostgreSQL and S3', async (t) => {
  const s3 = await startS3();
  t.after(() => s3.stop());

  const small = await target({ embedded: true });
  const moved = await small.run(['restore', file]);
  assert.equal(moved.code, 0, moved.stderr);

  const bridge = join(folder, 'bridge.tar.zst');
  assert.equal((await small.run(['backup', bridge])).code, 0);

  const large = await target({
    env: {
      STORAGE_URL: `s3://media?endpoint=${encodeURIComponent(s3.endpoint)}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
  });
  const grown = await large.run(['restore', bridge]);
  assert.equal(grown.code, 0, grown.stderr);
  await goesOn(large);
});

/** Checks that the finished job has its results and media, the other jobs end, and everybody still has access. */
async function goesOn(one: Installation): Promise<void> {
  const service = await one.start('all');
  assert.equal(service.adminToken, made.token);
  assert.equal(service.firstAccountUrl, null);

  const session = await fetch(`${service.apiUrl}/console/v1/session`, {
    headers: { Cookie: visitor.cookie },
  });
  assert.equal(session.status, 200, 'the session ended');

  const client = createClient({ baseUrl: service.apiUrl, apiKey: made.apiKey });
  const done = await client.jobs.get(made.done);
  assert.match(done.results?.transcription?.text ?? '', /\w+/);

  const headers = { 'X-API-Key': made.apiKey };
  const media = await fetch(`${service.apiUrl}/v1/jobs/${made.done}/media`, { headers });
  assert.equal(media.status, 200);
  assert.equal((await media.arrayBuffer()).byteLength, (await readFile(sampleVideo)).length);

  for (const id of [made.pending, made.removed]) {
    const job = await client.jobs.wait(id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
  }

  const tenants = await one.admin().workspaces.list();
  assert.ok(tenants.some(({ tenant_id }) => tenant_id === made.tenant));
}
