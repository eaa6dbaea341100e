import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { openStorage } from './open-storage.ts';
import { storageKey } from './storage-key.ts';
import { watchedStorage } from './watched-storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelsight-watched-'));
after(() => rm(folder, { recursive: true, force: true }));

test('each operation is told with how it ended, and answers as the storage does', async () => {
  const store = await openStorage({
    dataDir: folder,
    uploadUrl: 'http://127.0.0.1:1',
    signingSecret: 'x',
    now: Date.now,
  });
  const told: string[] = [];
  const storage = watchedStorage(store, (operation, outcome, seconds) => {
    assert.ok(seconds >= 0 && seconds < 60);
    told.push(`${operation} ${outcome}`);
  });
  const key = storageKey('frames', 'ws_1', 'job_1', 'a.jpg');
  const { sizeBytes } = await storage.put(key, Buffer.from('picture'));
  assert.equal(sizeBytes, 7);

  const found = await storage.get(key);
  assert.equal(found && (await text(found.stream)), 'picture');
  assert.equal((await storage.head(key))?.sizeBytes, 7);
  assert.equal(await storage.download(key, join(folder, 'copy')), true);
  await assert.rejects(storage.download(key, join(folder, 'no/such/folder')));

  const signal = AbortSignal.abort(new Error('not wanted'));
  await assert.rejects(storage.put(key, Buffer.from('x'), { signal }), /not wanted/);
  await storage.delete(key);
  assert.equal(await storage.deletePrefix(storageKey('frames', 'ws_1', 'job_1')), 0);
  assert.deepEqual(told, [
    ...['put ok', 'get ok', 'head ok', 'download ok', 'download failed'],
    ...['put stopped', 'delete ok', 'delete ok'],
  ]);
  await storage.close();
});
