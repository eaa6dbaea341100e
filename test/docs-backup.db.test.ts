/**
 * Runs the commands of docs/backup.md as they are written: next to a running service, on a second data folder, and into
 * PostgreSQL and S3.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAdminClient } from '../sdk/src/index.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { s3Credentials, startS3 } from '../server/testing/storage/s3-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { launcher, root } from './cli/harness.ts';

const page = await codeBlocks('docs/backup.md');
const [plain = '', encrypted = '', restored = '', moved = ''] = page
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);

let folder: string;
let service: TestService;
const children: ChildProcess[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-docs-backup-'));

  // The files of the checkout that npm needs, in a folder in which backups may be written.
  for (const name of [
    'package.json',
    'node_modules',
    'scripts',
    'server',
    'cli',
    'sdk',
    'mcp',
    'contract',
    'console',
  ])
    await symlink(join(root, name), join(folder, name));

  // The page's commands are for the data folder, which also contains the database.
  service = await startTestService({}, { isEmbedded: true });
  await service.workspace();
});
after(async () => {
  for (const { pid } of children) if (pid) process.kill(-pid, 'SIGTERM');
  await service.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Runs commands with `npx reelsight` replaced by the checkout's launcher, which skips npm's search for it. */
function shell(commands: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const script = `set -eu\n${commands.replaceAll('npx reelsight', `"$NODE" "${launcher}"`)}`;
  return spawn('bash', ['-c', script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NODE: process.execPath,
      REELSIGHT_DATA_DIR: service.dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

async function run(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = shell(commands, env);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });

  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);

  return output;
}

test('a backup beside the service, read back, and again encrypted', async () => {
  assert.match(await run(plain), /reelsight\.tar\.zst is whole: .* 0 jobs/);
  assert.match(await run(encrypted), /reelsight\.tar\.zst\.age is whole/);
});

test('the settings of the schedule are settings', () => {
  const [ini = ''] = page.filter(({ language }) => language === 'ini').map(({ text }) => text);
  const lines = [...ini.matchAll(/^(\w+)='?([^'\n]*)'?$/gm)];
  assert.equal(lines.length, ini.trim().split('\n').length);

  const { backups } = readConfig(Object.fromEntries(lines.map(([, name, value]) => [name, value])));
  assert.equal(backups.schedule, '30 3 * * *');
  assert.equal(backups.folder, '/mnt/backups');
  assert.equal(backups.keep, 7);
  assert.ok(backups.passphrase);
});

test('a restore into an empty folder, and the service that starts there', async () => {
  const port = await freePort();
  const child = shell(restored, {
    PORT: String(port),
    UPLOAD_PORT: String(await freePort()),
    REELSIGHT_HOST: '127.0.0.1',
  });
  child.stdout?.resume();
  children.push(child);

  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor(async () => assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200));

  const admin = createAdminClient({ baseUrl, token: service.adminToken });
  assert.equal((await admin.workspaces.list()).length, 1);
});

test('the same backup moves into PostgreSQL and S3', async (t) => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  t.after(() => Promise.all([postgres.stop(), s3.stop()]));

  const filledIn = moved
    .replace(/postgres:\S+/, postgres.url)
    .replace('s3://reelsight', 's3://media')
    .replace('https://s3.example.com', s3.endpoint);
  assert.notEqual(filledIn, moved);

  const output = await run(filledIn, {
    REELSIGHT_DATA_DIR: join(folder, 'moved'),
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  });
  assert.match(output, /^Restored the backup/);
});
