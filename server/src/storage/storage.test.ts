/** Tests every kind of store against the same contract. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { s3Credentials, startS3 } from '../../testing/storage/s3-server.ts';
import { openStorage } from './open-storage.ts';
import type { ListedObject, Storage } from './storage.ts';
import { type StorageKey, storageKey } from './storage-key.ts';

interface Kind {
  readonly name: string;
  /** Opens an empty store; `close` also stops any server behind it. */
  open(folder: string): Promise<{ storage: Storage; close: () => Promise<void> }>;
}

const common = {
  uploadUrl: 'http://127.0.0.1:8081',
  signingSecret: 'secret of the test',
  now: Date.now,
};

const kinds: Kind[] = [
  {
    name: 'files',
    async open(folder) {
      const storage = await openStorage({ ...common, dataDir: folder });
      return { storage, close: () => storage.close() };
    },
  },
  {
    name: 's3',
    async open(folder) {
      const { endpoint, stop } = await startS3();
      const url = `s3://media?endpoint=${endpoint}&prefix=of/ours`;
      const options = { ...common, url, ...s3Credentials, dataDir: folder };
      const storage = await openStorage(options);
      const close = async () => {
        await storage.close();
        await stop();
      };

      return { storage, close };
    },
  },
];

async function collect(listing: AsyncIterable<ListedObject>): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const object of listing) objects.push(object);
  return objects;
}

for (const kind of kinds) {
  describe(`storage contract: ${kind.name}`, () => {
    let storage: Storage;
    let scratch: string;
    let close: () => Promise<void>;
    let keys = 0;
    const newKey = (): StorageKey => storageKey('jobs', `job_${++keys}`, 'object.bin');

    before(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'reelsight-storage-'));
      ({ storage, close } = await kind.open(scratch));
    });
    after(async () => {
      await close();
      await rm(scratch, { recursive: true, force: true });
    });

    async function read(key: StorageKey): Promise<Buffer | null> {
      const found = await storage.get(key);
      return found && buffer(found.stream);
    }

    test('gives back what was put, from bytes, a file or a stream', async () => {
      const bytes = randomBytes(100_000);
      const path = join(scratch, 'source.bin');
      await writeFile(path, bytes);

      const bodies = [
        bytes,
        { path },
        { stream: Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]) },
        { stream: Readable.from([bytes]), sizeBytes: bytes.length },
      ];
      for (const body of bodies) {
        const key = newKey();
        const put = await storage.put(key, body);
        assert.equal(put.sizeBytes, bytes.length);
        assert.deepEqual(await storage.head(key), put);

        const found = await storage.get(key);
        assert.ok(found);
        assert.deepEqual({ sizeBytes: found.sizeBytes, etag: found.etag }, put);
        assert.ok(bytes.equals(await buffer(found.stream)));
      }

      assert.ok(bytes.equals(await readFile(path)), 'the source is left alone');
    });

    test('keeps an empty object', async () => {
      for (const body of [Buffer.alloc(0), { stream: Readable.from([]), sizeBytes: 0 }]) {
        const key = newKey();
        await storage.put(key, body);
        assert.equal((await storage.head(key))?.sizeBytes, 0);
        assert.equal((await read(key))?.length, 0);
      }
    });

    test('keeps an object of many parts', async () => {
      const part = randomBytes(1024 * 1024);
      const key = newKey();
      const stream = Readable.from(Array.from({ length: 20 }, () => part));
      const put = await storage.put(key, { stream, sizeBytes: 20 * part.length });
      assert.equal(put.sizeBytes, 20 * part.length);

      const all = await read(key);
      assert.equal(all?.length, 20 * part.length);
      assert.ok(part.equals(all.subarray(-part.length)));
    });

    test('a replaced object has another ETag, and a pinned reader does not get the new one', async () => {
      const key = newKey();
      const first = await storage.put(key, Buffer.from('first'));
      const second = await storage.put(key, Buffer.from('other'));
      assert.notEqual(first.etag, second.etag);
      assert.equal(await storage.get(key, { etag: first.etag }), null);

      const path = join(scratch, 'pinned.bin');
      assert.equal(await storage.download(key, path, { etag: first.etag }), false);
      assert.equal(await storage.download(key, path, { etag: second.etag }), true);
      assert.equal(await readFile(path, 'utf8'), 'other');
    });

    test('reads a range, both ends included, cut at the end of the object', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('0123456789'));

      for (const [start, end, expected] of [
        [0, 3, '0123'],
        [9, 9, '9'],
        [2, 5, '2345'],
        [8, 100, '89'],
      ] as const) {
        const found = await storage.get(key, { range: { start, end } });
        assert.ok(found);
        assert.equal(found.sizeBytes, expected.length);
        assert.equal((await buffer(found.stream)).toString(), expected);
      }

      await assert.rejects(storage.get(key, { range: { start: 10, end: 12 } }), RangeError);
    });

    test('what is not there is null, false or nothing', async () => {
      const key = newKey();
      const path = join(scratch, 'never.bin');

      assert.equal(await storage.get(key), null);
      assert.equal(await storage.head(key), null);
      assert.equal(await storage.download(key, path), false);
      assert.ok(!(await readdir(scratch)).includes('never.bin'));
      await storage.delete(key);
      assert.equal(await storage.deletePrefix(key), 0);
    });

    test('deletes', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('x'));
      await storage.delete(key);
      assert.equal(await storage.head(key), null);
    });

    test('downloads to a new file and refuses one that exists', async () => {
      const key = newKey();
      const bytes = randomBytes(50_000);
      await storage.put(key, bytes);

      const path = join(scratch, 'downloaded.bin');
      assert.equal(await storage.download(key, path), true);
      assert.ok(bytes.equals(await readFile(path)));
      await assert.rejects(storage.download(key, path), { code: 'EEXIST' });
      assert.ok(bytes.equals(await readFile(path)));
      await storage.delete(key);
      assert.ok(bytes.equals(await readFile(path)), 'the file outlives the object');
    });

    test('a stream of another length stores nothing and keeps what was there', async () => {
      const key = newKey();
      const kept = await storage.put(key, Buffer.from('kept'));

      for (const [sizeBytes, code] of [
        [4, 'UPLOAD_TOO_LARGE'],
        [6, 'UPLOAD_SIZE_MISMATCH'],
      ] as const) {
        const body = { stream: Readable.from([Buffer.from('12345')]), sizeBytes };
        await assert.rejects(storage.put(key, body), (error) => {
          return error instanceof Fault && error.code === code;
        });
      }

      assert.deepEqual(await storage.head(key), kept);
    });

    test('a stream that breaks stores nothing', async () => {
      const key = newKey();
      async function* broken(): AsyncGenerator<Buffer> {
        for (let i = 0; i < 10; i++) yield Buffer.alloc(1024 * 1024);
        throw new Error('broken off');
      }
      await assert.rejects(storage.put(key, { stream: Readable.from(broken()) }), /broken off/);
      assert.equal(await storage.head(key), null);
    });

    test('an aborted write stores nothing, an aborted read ends', async () => {
      const key = newKey();
      const controller = new AbortController();
      async function* endless(): AsyncGenerator<Buffer> {
        for (let i = 0; ; i++) {
          if (i === 3) controller.abort();
          yield Buffer.alloc(1024);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }

      const { signal } = controller;
      const stream = Readable.from(endless());
      await assert.rejects(storage.put(key, { stream }, { signal }), { name: 'AbortError' });
      await assert.rejects(storage.put(key, Buffer.from('x'), { signal }), { name: 'AbortError' });
      assert.equal(await storage.head(key), null);

      await storage.put(key, Buffer.alloc(5_000_000));
      await assert.rejects(storage.get(key, { signal }), { name: 'AbortError' });

      const later = new AbortController();
      const found = await storage.get(key, { signal: later.signal });
      assert.ok(found);
      later.abort();
      await assert.rejects(buffer(found.stream), { name: 'AbortError' });
    });

    test('an aborted download leaves no file', async () => {
      const key = newKey();
      await storage.put(key, Buffer.alloc(5_000_000));
      const path = join(scratch, 'aborted.bin');
      const signal = AbortSignal.abort();
      await assert.rejects(storage.download(key, path, { signal }), { name: 'AbortError' });
      assert.ok(!(await readdir(scratch)).includes('aborted.bin'));
    });

    test('lists and deletes by whole segments', async () => {
      const names = ['a.txt', 'deep/b.txt', 'deep/er/c.txt'];
      const folder = storageKey('lists', 'one');

      for (const name of names) {
        const put = storageKey('lists', 'one', ...name.split('/'));
        await storage.put(put, Buffer.from(name));
      }

      const neighbour = storageKey('lists', 'one-more', 'd.txt');
      await storage.put(neighbour, Buffer.from('d'));

      const found = await collect(storage.list(folder));
      assert.deepEqual(
        found.map((object) => object.key).sort(),
        names.map((n) => `${folder}/${n}`),
      );
      assert.equal(found.find((object) => object.key.endsWith('a.txt'))?.sizeBytes, 5);

      for (const object of found) {
        assert.ok(Math.abs(object.modifiedAt.getTime() - Date.now()) < 60_000);
      }

      const all = (await collect(storage.list())).map((object) => object.key);
      assert.ok(all.includes(neighbour));

      assert.equal(await storage.deletePrefix(folder), 3);

      const left = (await collect(storage.list(storageKey('lists')))).map(({ key }) => key);
      assert.deepEqual(left, [neighbour]);
    });

    test('deletes and lists more than one page', async () => {
      const folder = storageKey('many');
      const count = kind.name === 's3' ? 1_005 : 50;
      for (let from = 0; from < count; from += 50) {
        const some = Array.from({ length: Math.min(50, count - from) }, (_, i) => {
          return storage.put(storageKey('many', `${from + i}.txt`), Buffer.from('x'));
        });
        await Promise.all(some);
      }

      assert.equal((await collect(storage.list(folder))).length, count);
      assert.equal(await storage.deletePrefix(folder), count);
      assert.equal((await collect(storage.list(folder))).length, 0);
    });

    test('checks itself and leaves nothing of the check', async () => {
      await storage.check(AbortSignal.timeout(60_000));
      assert.deepEqual(await collect(storage.list(storageKey('check'))), []);
      await assert.rejects(storage.check(AbortSignal.abort()), { name: 'AbortError' });
    });
  });
}
