/**
 * The operator manages backups of the running service: makes, lists, restores (and undoes the restore) and deletes
 * them.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAdminClient } from '../../sdk/src/index.ts';
import { backupName } from '../../server/src/wiring/backup/backup-name.ts';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, Caller, type Json, refused } from '../interface/subject.ts';
import { type Installation, installation, withDatabase } from './installation.ts';

const program = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const token = 'operator-token-of-this-test-0123456789';

let one: Installation;
let child: ChildProcess;
let url: string;
let operator: Caller;
let folder: string;

before(async () => {
  one = await withDatabase(await installation());
  folder = join(one.dataDir, 'backups');
  url = `http://127.0.0.1:${await freePort()}`;
  operator = new Caller(url, { Authorization: `Bearer ${token}` });
  child = spawn(process.execPath, [program], {
    env: {
      ...one.env,
      PORT: new URL(url).port,
      UPLOAD_PORT: String(await freePort()),
      REELSIGHT_ADMIN_TOKEN: token,
      REELSIGHT_BACKUP_DIR: folder,
      REELSIGHT_BACKUP_SCHEDULE: '* * * * *',
      REELSIGHT_BACKUP_KEEP: '1',
    },
    stdio: ['ignore', process.env.REELSIGHT_TEST_LOG ? 'inherit' : 'ignore', 'inherit'],
  });

  await ready();
});

after(async () => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await one.remove();
});

const ready = (): Promise<void> =>
  waitFor(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
const overview = async (): Promise<Json> => accepted(await operator.get('/admin/v1/backups'), 200);
const entry = async (name: string): Promise<Json | undefined> =>
  (await overview()).backups.find((backup: Json) => backup.name === name);
const workspaces = async (): Promise<string[]> =>
  (await createAdminClient({ baseUrl: url, token }).workspaces.list())
    .map(({ name }) => name)
    .sort();
const workspace = (name: string) =>
  createAdminClient({ baseUrl: url, token }).workspaces.create({
    name,
    email: 'a@example.com',
    plan: 'pro' as const,
  });

/** Makes a backup. Returns its name when it is complete. */
async function backup(): Promise<string> {
  // A scheduled backup may be in progress.
  const { name } = await waitFor(async () =>
    accepted(await operator.post('/admin/v1/backups'), 202),
  );
  const ended = await waitFor(async () => {
    const found = await entry(name);
    assert.notEqual(found?.state, 'running');
    return found;
  });
  assert.equal(ended?.state, 'whole', ended?.error);

  return name;
}

/** Restores a backup; resolves when the service is back. */
async function restore(name: string): Promise<Json> {
  const before = (await overview()).restore?.at;
  const asked = { json: { confirm: name } };
  accepted(await operator.call('POST', `/admin/v1/backups/${name}/restore`, asked), 202);
  await waitFor(async () => {
    const answer = await operator.get('/admin/v1/backups');
    assert.equal(answer.status, 200);
    assert.ok(answer.json.data.restore, 'it has not begun');
    assert.notEqual(answer.json.data.restore.at, before);
  });
  await ready();

  return (await overview()).restore;
}

test('a backup is made beside the service, restored from the console, and the way back undoes that', async () => {
  await workspace('before');
  const name = await backup();
  const made = await entry(name);
  assert.equal(made?.reason, 'asked');
  assert.ok(made.size_bytes > 0 && made.seconds >= 0);
  assert.ok(existsSync(join(folder, name)));
  await workspace('later');

  const restored = await restore(name);
  assert.equal(restored.state, 'done', restored.error);
  assert.deepEqual(await workspaces(), ['before']);

  const wayBack = await entry(restored.way_back);
  assert.equal(wayBack?.reason, 'before_restore');

  const undone = await restore(restored.way_back);
  assert.equal(undone.state, 'done', undone.error);
  assert.deepEqual(await workspaces(), ['before', 'later']);
});

test('a restore that fails leaves the service as it was, and says why', async () => {
  // Larger than the part of a backup that is read before the service stops, so the fault is found afterwards.
  const frames = join(one.dataDir, 'storage', 'frames', 'ws_1');
  await mkdir(frames, { recursive: true });
  await writeFile(join(frames, 'noise.bin'), randomBytes(8_000_000));

  const name = await backup();
  await workspace('kept');

  const { size_bytes } = (await entry(name)) ?? {};
  await truncate(join(folder, name), Math.floor(size_bytes * 0.7));

  const restored = await restore(name);
  assert.equal(restored.state, 'failed');
  assert.match(restored.error, /cut off|damaged/);
  assert.ok((await workspaces()).includes('kept'));
});

test('what cannot work is refused while the service runs on', async () => {
  const name = await backup();
  const path = `/admin/v1/backups/${name}/restore`;
  const wrong = { json: { confirm: 'another' } };
  refused(await operator.call('POST', path, wrong), 422, 'VALIDATION_FAILED');

  const none = 'reelsight-2020-01-01T00-00-00Z.tar.zst';
  for (const absent of [none, '..%2Fadmin-token', 'last-restore.json']) {
    const confirm = { json: { confirm: decodeURIComponent(absent) } };
    const answer = await operator.call('POST', `/admin/v1/backups/${absent}/restore`, confirm);
    refused(answer, 404, 'NOT_FOUND');
    refused(await operator.call('DELETE', `/admin/v1/backups/${absent}`), 404, 'NOT_FOUND');
  }

  await writeFile(join(folder, 'copied.tar.zst'), 'no backup');
  assert.equal((await entry('copied.tar.zst'))?.reason, 'found');

  const copied = { json: { confirm: 'copied.tar.zst' } };
  const answer = await operator.call('POST', '/admin/v1/backups/copied.tar.zst/restore', copied);
  refused(answer, 409, 'BACKUP_REFUSED');

  const stranger = new Caller(url, {});
  refused(await stranger.get('/admin/v1/backups'), 401, 'INVALID_API_KEY');
});

test('by schedule one is made each time, and as many are kept as are wanted', async () => {
  const scheduled = async (): Promise<Json[]> =>
    (await overview()).backups.filter((backup: Json) => backup.reason === 'schedule');
  let first: Json | undefined;

  await waitFor(async () => {
    first = (await scheduled()).find(({ state }) => state === 'whole');
    assert.ok(first);
  });
  await waitFor(async () => {
    const now = await scheduled();
    assert.ok(now.every((found) => found.name !== first?.name || found.state !== 'whole'));
    assert.equal(now.filter(({ state }) => state === 'whole').length, 1);
  });
  assert.ok(!existsSync(join(folder, first?.name)));
  // The figures are updated every 15 s.
  await waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const gauge = (name: string): number =>
      Number(new RegExp(`^reelsight_backup_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    assert.equal(gauge('schedule_pause_seconds'), 60);
    assert.ok(gauge('last_success_timestamp_seconds') > Date.parse(first?.created_at) / 1000);
  });
});

test('a backup takes no name that is there already', async () => {
  const now = Date.now();
  // Names for the next 90 seconds, because a scheduled backup may have to end first.
  const names = Array.from({ length: 90 }, (_, second) =>
    backupName('reelsight', new Date(now + second * 1000), { recipients: [], passphrase: null }),
  );
  for (const name of names) await writeFile(join(folder, name), 'made in the same second');

  const name = await backup();
  assert.ok(!names.includes(name), name);
  for (const name of names) await rm(join(folder, name));
});

test('a backup can be deleted, and what was done is in the audit log', async () => {
  const name = await backup();
  assert.equal((await operator.call('DELETE', `/admin/v1/backups/${name}`)).status, 204);
  assert.equal(await entry(name), undefined);
  assert.ok(!existsSync(join(folder, name)) && !existsSync(join(folder, `${name}.json`)));
  const log = accepted(await operator.get('/admin/v1/audit?action=backup.deleted'), 200);
  assert.equal(log[0].target.id, name);
});
