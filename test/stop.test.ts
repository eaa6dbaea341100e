/**
 * SIGTERM during an upload: uploads in progress may finish within a time limit. The process ends with 0 in any case.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { compileCache } from '../server/testing/compile-cache.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const adminToken = randomBytes(33).toString('base64url');
let folder: string;
let postgres: TestPostgres;
const running: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-stop-'));
  postgres = await startPostgres();
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(name: string, env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const uploadPort = await freePort();
  const dataDir = join(folder, name);
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      HOME: folder,
      REELSIGHT_DATA_DIR: dataDir,
      PORT: String(port),
      UPLOAD_PORT: String(uploadPort),
      REELSIGHT_HOST: '127.0.0.1',
      REELSIGHT_ADMIN_TOKEN: adminToken,
      REELSIGHT_ROLE: 'api',
      REELSIGHT_LOG_LEVEL: 'error',
      // The test does not depend on the kind of database. Without draining, the service begins to stop at once.
      DATABASE_URL: postgres.url,
      REELSIGHT_DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.push(child);

  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor(async () => {
    assert.equal(child.exitCode, null);
    assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200);
  });

  return { child, baseUrl };
}

/** An upload that is half sent. */
async function halfUpload(baseUrl: string) {
  const admin = createAdminClient({ baseUrl, token: adminToken });
  const { api_key: apiKey } = await admin.workspaces.create({
    name: 'w',
    email: 'w@example.com',
    plan: 'scale',
    credits: 1000,
  });
  const half = Buffer.alloc(500_000, 7);
  const place = await createClient({ baseUrl, apiKey }).uploads.presign({
    content_type: 'video/mp4',
    size_bytes: 2 * half.length,
  });
  const put = request(place.put_url, {
    method: 'PUT',
    headers: { 'Content-Type': 'video/mp4', 'Content-Length': 2 * half.length },
  });
  const answer = once(put, 'response').then(([response]) => (response as IncomingMessage).resume());
  answer.catch(() => undefined);
  await new Promise((resolve) => put.write(half, resolve));
  await sleep(500);

  return { answer, finish: () => put.end(half) };
}

test('an upload under way is stored, however long the rest of the service has stopped', {
  timeout: 200_000,
}, async () => {
  const { child, baseUrl } = await start('patient', {});
  const { answer, finish } = await halfUpload(baseUrl);
  const ended = once(child, 'exit');

  child.kill('SIGTERM');
  await sleep(8_000);
  assert.equal(child.exitCode, null);
  finish();
  assert.equal((await answer).statusCode, 200);
  assert.deepEqual(await ended, [0, null]);
});

test('it is cut off after the time that it has', { timeout: 200_000 }, async () => {
  const { child, baseUrl } = await start('hasty', { REELSIGHT_UPLOAD_FINISH_SECONDS: '1' });
  const { answer } = await halfUpload(baseUrl);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await assert.rejects(answer, /socket hang up|ECONNRESET/);
  assert.deepEqual(await ended, [0, null]);
});
