import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Fault } from '@reelsight/contract';
import { FilesStorage } from './files.ts';
import { storageKey } from './storage-key.ts';

const run = promisify(execFile);

async function open(folder: string, now: () => number = Date.now): Promise<FilesStorage> {
  const uploadUrl = 'http://127.0.0.1:8081/';
  return FilesStorage.open({ folder, uploadUrl, signingSecret: 'secret of the test', now });
}

const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

describe('files', () => {
  let scratch: string;
  let folder: string;
  let storage: FilesStorage;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'reelsight-files-'));
    folder = join(scratch, 'storage');
    storage = await open(folder);
  });

  after(async () => {
    await storage.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const writing = () => readdir(join(folder, '.writing'));

  test('a finished file comes in and goes out by link, without copying', async () => {
    const source = join(scratch, 'source.bin');
    await writeFile(source, 'content');

    const key = storageKey('links', 'a.bin');
    const put = await storage.put(key, { path: source });
    const out = join(scratch, 'out.bin');
    await storage.download(key, out);

    const inode = (await stat(source)).ino;
    assert.equal((await stat(join(folder, key))).ino, inode);
    assert.equal((await stat(out)).ino, inode);
    // Storing the same file under a second key must not change the ETag of the first key, which a job may have pinned.
    await sleep(10);
    await storage.put(storageKey('links', 'b.bin'), { path: out });
    assert.deepEqual(await storage.head(key), put);
    await rm(source);
    assert.equal(await readFile(join(folder, key), 'utf8'), 'content');
  });

  test('writes in the same millisecond still have ETags of their own', async () => {
    const key = storageKey('etags', 'a.bin');
    const tags = new Set<string>();
    for (let i = 0; i < 20; i++) tags.add((await storage.put(key, Buffer.from('same'))).etag);
    assert.equal(tags.size, 20);
  });

  test('a reader sees one whole version while writers replace it', async () => {
    const key = storageKey('race', 'a.bin');
    const size = 300_000;
    await storage.put(key, Buffer.alloc(size, 0));

    const writers = Array.from({ length: 20 }, (_, i) => storage.put(key, Buffer.alloc(size, i)));
    const readers = Array.from({ length: 20 }, async () => {
      const found = await storage.get(key);
      assert.ok(found);
      const bytes = await buffer(found.stream);
      assert.equal(bytes.length, size);
      assert.ok(bytes.equals(Buffer.alloc(size, bytes[0] ?? -1)));
    });
    await Promise.all([...writers, ...readers]);
    assert.deepEqual(await writing(), []);
  });

  test('a creation releases its chunks, but no memory that others share', async () => {
    const key = storageKey('create', 'released.bin');
    const own = Array.from({ length: 50 }, () => randomBytes(20_000));
    const shared = randomBytes(3000);
    const chunks = [...own, shared.subarray(1000, 2000)];
    const bytes = Buffer.concat(chunks);

    await storage.create(key, Readable.from(chunks), bytes.length);
    assert.ok(bytes.equals(await readFile(join(folder, key))));
    assert.deepEqual([...new Set(own.map((chunk) => chunk.length))], [0]);
    assert.ok(shared.subarray(1000, 2000).equals(bytes.subarray(-1000)));
    // `put`, unlike `create`, leaves the caller's chunk intact.
    await storage.put(key, { stream: Readable.from([shared]) });
    assert.equal(shared.length, 3000);
  });

  test('of several creations of one key exactly one wins', async () => {
    const key = storageKey('create', 'a.bin');
    const attempts = Array.from({ length: 8 }, (_, i) => {
      return storage.create(key, Readable.from([Buffer.alloc(10, i)]), 10);
    });
    const results = await Promise.allSettled(attempts);
    const won = results.findIndex((result) => result.status === 'fulfilled');
    const lost = results.filter((result) => result.status === 'rejected');

    assert.equal(lost.length, 7);
    assert.ok(lost.every((result) => isFault('UPLOAD_EXISTS')(result.reason)));
    assert.ok((await readFile(join(folder, key))).equals(Buffer.alloc(10, won)));
    assert.deepEqual(await writing(), []);
  });

  test('emptied folders go, also while others write into them', async () => {
    const key = storageKey('prune', 'deep', 'er', 'a.bin');
    await storage.put(key, Buffer.from('x'));
    await storage.delete(key);
    assert.ok(!(await readdir(folder)).includes('prune'));

    const all = Array.from({ length: 60 }, async (_, i) => {
      const other = storageKey('prune', 'deep', 'er', `${i}.bin`);
      await storage.put(other, Buffer.from('x'));
      await storage.delete(other);
    });
    await Promise.all(all);
    assert.ok(!(await readdir(folder)).includes('prune'));
    assert.ok((await readdir(folder)).includes('.writing'));
  });

  test('a key may not be the folder of another', async () => {
    await storage.put(storageKey('both', 'a'), Buffer.from('x'));
    await assert.rejects(storage.put(storageKey('both', 'a', 'b'), Buffer.from('x')));
    await assert.rejects(storage.put(storageKey('both'), Buffer.from('x')));
    assert.equal(await storage.head(storageKey('both')), null);
    assert.equal(await storage.get(storageKey('both')), null);
    assert.equal(await storage.get(storageKey('both', 'a', 'b')), null);
    await storage.delete(storageKey('both'));
    assert.equal((await storage.head(storageKey('both', 'a')))?.sizeBytes, 1);

    assert.deepEqual(await writing(), []);
  });

  test('files of others in the folder are neither listed nor swept', async () => {
    await mkdir(join(folder, 'lost+found'));
    await writeFile(join(folder, '.DS_Store'), 'x');
    for await (const { key } of storage.list()) assert.doesNotMatch(key, /DS_Store|lost/);
  });
});

test('a writer killed in the middle leaves no object, and its remains are swept in time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-files-'));
  const script = join(import.meta.dirname, '../../testing/storage/endless-writer.ts');
  const child = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const aside = join(folder, '.writing');
  try {
    const signal = AbortSignal.timeout(120_000);
    for (let bytes = 0; bytes < 500_000; await sleep(20, undefined, { signal })) {
      const [name] = await readdir(aside).catch(() => []);
      if (name) bytes = (await stat(join(aside, name))).size;
    }
  } finally {
    child.kill('SIGKILL');
    await exited;
  }

  assert.equal((await readdir(aside)).length, 1, 'the test needs a half-written file');

  const soon = await open(folder);
  assert.equal(await soon.head(storageKey('job', 'half.bin')), null);
  for await (const { key } of soon.list()) assert.fail(`${key} should not be there`);
  assert.equal((await readdir(aside)).length, 1, 'another process may still be writing');
  await soon.close();

  const later = await open(folder, () => Date.now() + 16 * 60_000);
  assert.deepEqual(await readdir(aside), []);
  await later.close();
  await rm(folder, { recursive: true, force: true });
});

test('a sweep spares a link just made to an old file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-files-'));
  const old = join(folder, 'old.bin');

  await mkdir(join(folder, '.writing'));
  await run('touch', ['-d', '2020-01-01', old]);
  await link(old, join(folder, '.writing', 'linked'));

  const storage = await open(folder);
  assert.deepEqual(await readdir(join(folder, '.writing')), ['linked']);
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

test('a full disk is STORAGE_FULL, stores nothing and keeps what was there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-full-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    t.skip('needs the right to mount a small file system');
    return;
  }

  const storage = await open(folder);
  try {
    const kept = storageKey('a', 'kept.bin');
    const bytes = randomBytes(1024 * 1024);
    await storage.put(kept, bytes);

    const outside = join(await mkdtemp(join(tmpdir(), 'reelsight-big-')), 'big.bin');
    await writeFile(outside, Buffer.alloc(5 * 1024 * 1024));

    const big = Array.from({ length: 5 }, () => bytes);
    const full = isFault('STORAGE_FULL');
    await assert.rejects(storage.put(kept, { stream: Readable.from(big) }), full);
    await assert.rejects(storage.put(kept, Buffer.concat(big)), full);
    await assert.rejects(storage.put(kept, { path: outside }), full, 'copied between file systems');

    const copies = Readable.from(big.map((chunk) => Buffer.from(chunk)));
    const created = storage.create(storageKey('a', 'new.bin'), copies, 5 * bytes.length);
    await assert.rejects(created, full);
    assert.deepEqual(await readdir(join(folder, '.writing')), []);
    assert.deepEqual(await readdir(join(folder, 'a')), ['kept.bin']);
    assert.ok(bytes.equals(await readFile(join(folder, kept))));

    // A download to another file system copies the file.
    const out = join(outside, '..', 'out.bin');
    assert.equal(await storage.download(kept, out), true);
    assert.ok(bytes.equals(await readFile(out)));
    await rm(join(outside, '..'), { recursive: true });
  } finally {
    await storage.close();
    await run('umount', [folder]);
    await rm(folder, { recursive: true });
  }
});
