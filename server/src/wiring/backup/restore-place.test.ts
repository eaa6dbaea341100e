/**
 * If the last step of a restore fails halfway, neither the old nor the restored state is lost, and the restore can be
 * continued.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HalfReplaced } from '../../backup/backup-error.ts';
import { openDatabase } from '../../db/database.ts';
import { readConfig } from '../settings/config.ts';
import { openRestorePlace, unfinishedRestore } from './restore-place.ts';
import { checkRestored } from './unfinished-restore.ts';

test('a database that is half in its place is neither taken for the old one nor removed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-restore-place-'));
  const live = join(dataDir, 'database');
  await mkdir(join(live, 'base'), { recursive: true });
  await writeFile(join(live, 'base', 'old'), 'what was there');

  const config = readConfig({ REELSIGHT_DATA_DIR: dataDir });
  const place = await openRestorePlace(config, true);
  await place.db.exec('create table kept (one int)');
  await place.putSecret('admin-token', 'of the backup');

  // As soon as the old database has been moved aside, creates an obstacle for the last file of the new database.
  const last = 'postgresql.conf';
  const obstacle = join(live, last, 'obstacle');
  let looking = true;
  const look = (): void => {
    if (existsSync(join(live, '.restore', 'replaced'))) mkdirSync(obstacle, { recursive: true });
    else if (looking) setImmediate(look);
  };
  look();
  await assert.rejects(place.commit(), (error: Error) => {
    assert.ok(error instanceof HalfReplaced, error.stack);
    assert.match(error.message, /done but for its last step/);
    return true;
  });
  looking = false;
  await place.abandon();

  const aside = join(live, '.restore', 'replaced', 'base', 'old');
  assert.equal(await readFile(aside, 'utf8'), 'what was there');
  assert.equal(await unfinishedRestore(config), 'ready');

  await rm(join(live, last), { recursive: true });
  await checkRestored(config);

  const db = await openDatabase({ dataDir: live });
  assert.deepEqual(await db.query('select * from kept'), []);
  await db.close();
  assert.equal((await readFile(join(dataDir, 'admin-token'), 'utf8')).trim(), 'of the backup');
  assert.ok(!existsSync(join(live, '.restore')));
  await rm(dataDir, { recursive: true, force: true });
});
