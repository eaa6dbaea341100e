/**
 * The folder of backups: the configured number of scheduled backups is kept, and files of killed processes are removed.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { BackupEntry } from '@reelsight/contract';
import { BackupFolder } from './backup-folder.ts';
import { backupName } from './backup-name.ts';

const open = { recipients: [], passphrase: null };
let path: string;
let folder: BackupFolder;
before(async () => {
  path = await mkdtemp(join(tmpdir(), 'reelsight-backup-folder-'));
  folder = new BackupFolder(path);
});
after(() => rm(path, { recursive: true, force: true }));

/** The entry of a scheduled backup that started at this minute of the day. */
const scheduled = (minute: number): BackupEntry => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  return {
    name: backupName('reelsight', at, open),
    state: 'whole',
    reason: 'schedule',
    created_at: at.toISOString(),
    seconds: 1,
    size_bytes: 1,
    encrypted: false,
    version: '1.0.0',
    jobs: 0,
    files: 0,
    error: null,
  };
};

test('more than the list shows are kept if that is wanted, and older ones are removed', async () => {
  const names = [];
  for (let minute = 0; minute < 230; minute++) {
    const entry = scheduled(minute);
    names.push(entry.name);
    await folder.write(entry);
    await writeFile(folder.pathOf(entry.name), '');
  }

  await folder.prune(220);
  const left = (await readdir(path)).filter((name) => name.endsWith('.zst')).sort();
  assert.deepEqual(left, names.slice(-220));
  assert.equal((await folder.list()).length, 200);
});

test('a folder that is called as a backup is none', async () => {
  const name = 'folder.tar.zst';
  await mkdir(folder.pathOf(name));
  assert.equal(await folder.find(name), null);
  assert.ok(!(await folder.list()).some((entry) => entry.name === name));
});

test('what a killed backup wrote is gone once the next one is whole', async () => {
  const entry: BackupEntry = { ...scheduled(300), state: 'running' };
  await folder.write(entry);

  const record = `${entry.name}.json`;
  const partial = `${entry.name}.partial`;
  await writeFile(folder.pathOf(partial), 'the beginning');
  await folder.prune(7);
  assert.ok((await readdir(path)).includes(partial), 'it may still run');
  await writeFile(
    folder.pathOf(record),
    JSON.stringify({ ...entry, alive_at: Date.now() - 120_000 }),
  );

  const long = new Date(Date.now() - 120_000);
  await utimes(folder.pathOf(partial), long, long);
  assert.equal((await folder.find(entry.name))?.state, 'failed');
  await folder.prune(7);

  const left = await readdir(path);
  assert.ok(!left.includes(partial) && left.includes(record));
});

test('a sign of life that is being written does not get in the way of the end', async () => {
  const whole = scheduled(301);
  const running: BackupEntry = { ...whole, state: 'running' };
  await writeFile(folder.pathOf(whole.name), '');
  for (let count = 0; count < 50; count += 1) {
    await Promise.all([folder.write(running), folder.write(running), folder.write(whole)]);
    assert.equal((await folder.find(whole.name))?.state, 'whole');
  }
});
