/**
 * Restores that are impossible or interrupted: existing data stay as they are, and nothing half restored looks
 * complete.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lockSignUps } from '../../server/src/db/accounts/accounts.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { migrate } from '../../server/src/db/schema/migrate.ts';
import { readMigrations } from '../../server/src/db/schema/migrations.ts';
import { removalsWait, whileRemovalsWait } from '../../server/src/db/upkeep/removals.ts';
import { withChangedMember } from '../../server/testing/backup/changed-member.ts';
import { databaseKind, openTestDatabase } from '../../server/testing/database.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { startReelsight } from '../cli/harness.ts';
import { type Installation, installation, withDatabase } from './installation.ts';

let folder: string;
let file: string;
let source: Installation;
const others: Installation[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-refusals-'));
  file = join(folder, 'one.tar.zst');
  source = await withDatabase(await installation());
  await source.start();
  await source.admin().workspaces.create({ name: 'Acme', email: 'a@example.com', plan: 'pro' });
  const { code, stderr } = await source.run(['backup', file]);
  assert.equal(code, 0, stderr);
});
after(async () => {
  for (const one of [source, ...others]) await one.remove();
  await rm(folder, { recursive: true, force: true });
});

async function other(): Promise<Installation> {
  const one = await installation();
  others.push(one);
  return one;
}

async function refused(one: Installation, args: readonly string[], message: RegExp): Promise<void> {
  const { code, stderr } = await one.run(args);
  assert.notEqual(code, 0);
  assert.match(stderr, message);
  assert.ok(!/\n\s+at /.test(stderr), 'a message, not a stack');
}

async function changed(name: string, change: (text: string) => string): Promise<string> {
  const path = join(folder, `changed-${name.replaceAll('/', '-')}`);
  await writeFile(path, await withChangedMember(await readFile(file), name, change));
  return path;
}

test('a running service and one with data are not restored over', async () => {
  await refused(source, ['restore', file], /in use by another|run on this database/);
  await source.stop();
  await refused(source, ['restore', file], /There is a service already: 1 workspaces/);
  await source.start();
  assert.equal((await source.admin().workspaces.list()).length, 1);
});

test('a backup of a newer version is refused with its version', async () => {
  const newer = await changed('header.json', (text) =>
    text
      .replace(/"schema": "[^"]+"/, '"schema": "9999_later.sql"')
      .replace(/"version": "[^"]+"/, '"version": "7.0.0"'),
  );
  await refused(
    await other(),
    ['restore', newer],
    /made by version 7\.0\.0.*Restore it with version 7\.0\.0/s,
  );
});

test('a backup of an older version is restored, and its tables are brought up to date', async () => {
  const migrations = await readMigrations();
  const newest = migrations.at(-1)?.name;
  const one = await other();
  const url = one.env.DATABASE_URL;
  const open = () => openDatabase(url ? { url } : { dataDir: join(one.dataDir, 'database') });
  const db = await open();
  await migrate(db, { version: '0.0.1', migrations: migrations.slice(0, -1) });
  await db.query(
    `insert into users (id, name, email, created_at, updated_at) values ('usr_1', 'Ada', 'a@example.com', now(), now())`,
  );
  await db.close();

  const old = join(folder, 'old.tar.zst');
  assert.equal((await one.run(['backup', old])).code, 0);

  const { code, stderr } = await one.run(['restore', '--discard', old]);
  assert.equal(code, 0, stderr);

  const restored = await open();
  const [row] = await restored.query(
    'select (select max(name) from schema_migrations) as last, name from users',
  );

  await restored.close();
  assert.deepEqual(row, { last: newest, name: 'Ada' });
});

test('a damaged backup leaves what was there, and a first start is not taken for a restored one', async () => {
  const damaged = await changed('tables/workspaces/000001.jsonl', (text) =>
    text.replace('Acme', 'Evil'),
  );
  const one = await other();

  await refused(one, ['restore', damaged], /damaged: tables\/workspaces/);
  assert.ok(!existsSync(join(one.dataDir, 'restore')));
  await source.stop();
  await refused(source, ['restore', '--discard', damaged], /damaged: tables\/workspaces/);
  await source.start();
  assert.equal((await source.admin().workspaces.list())[0]?.name, 'Acme');
});

test('after a restore that was killed the service does not start until it is done again or given up', async () => {
  const one = await other();
  const { child, ended } = startReelsight(['restore', file], { home: folder, env: one.env });

  await waitFor(() => assert.ok(existsSync(join(one.dataDir, 'restore'))));
  child.kill('SIGKILL');
  await ended;
  await assert.rejects(one.start(), /A restore runs or was cut off before its end/);

  const { code, stderr } = await one.run(['restore', file]);
  assert.equal(code, 0, stderr);
  await one.start();
  assert.equal((await one.admin().workspaces.list())[0]?.name, 'Acme');
  await one.stop();

  const again = startReelsight(['restore', '--discard', file], { home: folder, env: one.env });
  await waitFor(() => assert.ok(existsSync(join(one.dataDir, 'restore'))));
  again.child.kill('SIGKILL');
  await again.ended;
  assert.equal((await one.run(['restore', '--cancel'])).code, 0);
  await one.start();
  assert.equal((await one.admin().workspaces.list())[0]?.name, 'Acme');
});

test('a restore that runs cannot be cancelled by another process', async () => {
  const one = await other();
  assert.match((await one.run(['restore', '--cancel'])).stdout, /There is no restore to cancel/);

  const { child, ended } = startReelsight(['restore', file], { home: folder, env: one.env });
  await waitFor(() => assert.ok(existsSync(join(one.dataDir, 'restore'))));
  child.kill('SIGSTOP');
  await refused(one, ['restore', '--cancel'], /in use by another|Another process restores/);
  child.kill('SIGCONT');

  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  await one.start();
  assert.equal((await one.admin().workspaces.list())[0]?.name, 'Acme');
});

test('the way back holds the files that a restore removes, whatever the settings say', async () => {
  const one = await withDatabase(await other());
  await one.start();
  await one.admin().workspaces.create({ name: 'Later', email: 'b@example.com', plan: 'pro' });
  await one.stop();

  const frames = join(one.dataDir, 'storage', 'frames', 'ws_1');
  await mkdir(frames, { recursive: true });
  await writeFile(join(frames, 'one.bin'), 'kept');

  const env = { REELSIGHT_BACKUP_FILES: 'false', REELSIGHT_BACKUP_DIR: join(folder, 'ways-back') };
  const { code, stdout, stderr } = await one.run(['restore', '--replace', file, '--json'], env);
  assert.equal(code, 0, stderr);
  assert.ok(!existsSync(join(frames, 'one.bin')));

  const undone = await one.run(['restore', '--discard', JSON.parse(stdout).way_back], env);
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(await readFile(join(frames, 'one.bin'), 'utf8'), 'kept');
});

test('an interrupted backup leaves no file', async () => {
  const path = join(folder, 'interrupted.tar.zst');
  const { child, ended } = startReelsight(['backup', path], { home: folder, env: source.env });

  await waitFor(() => assert.ok(existsSync(`${path}.partial`)));
  child.kill('SIGINT');

  const { code, stderr } = await ended;
  // The backup may have been complete before the signal.
  if (code === 0) return;

  assert.equal(code, 130, stderr);
  assert.ok(!existsSync(path) && !existsSync(`${path}.partial`));
});

const onPostgres = databaseKind === 'postgres' ? test : () => undefined;
onPostgres('while a backup runs, processes leave files where they are', async () => {
  const db = await openTestDatabase();
  try {
    assert.equal(await removalsWait(db), false);
    await whileRemovalsWait(db, async () => assert.equal(await removalsWait(db), true));
    assert.equal(await removalsWait(db), false);
  } finally {
    await db.close();
  }
});

onPostgres('while a backup runs, people sign up', async () => {
  const db = await openTestDatabase();
  try {
    await whileRemovalsWait(db, () =>
      db.transaction(async (tx) => {
        await tx.query(`set local lock_timeout = '2s'`);
        await lockSignUps(tx);
      }),
    );
  } finally {
    await db.close();
  }
});
