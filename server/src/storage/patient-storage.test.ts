/** Objects that are read from an S3 which fails on the way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FailingS3 } from '../../testing/storage/failing-s3.ts';
import { s3Credentials, startS3 } from '../../testing/storage/s3-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { LastingOutage, ObjectGone, PatientStorage } from './patient-storage.ts';
import { S3Storage } from './s3.ts';
import { storageKey } from './storage-key.ts';

const { signal } = new AbortController();
const content = randomBytes(3_000_000);
const key = storageKey('frames', 'job_1', 'long.bin');
const otherKey = storageKey('frames', 'job_1', 'other.bin');

describe('an S3 that fails on the way', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let proxy: FailingS3;
  let storage: S3Storage;

  before(async () => {
    s3 = await startS3();
    proxy = await FailingS3.start(s3.endpoint);
    const place = { bucket: 'media', region: 'us-east-1', prefix: '', endpoint: proxy.endpoint };
    storage = new S3Storage({ ...place, credentials: s3Credentials }, Date.now);
    await storage.put(key, content);
    await storage.put(otherKey, Buffer.from('other'));
  });

  afterEach(() => {
    proxy.failing = () => null;
    proxy.cutAfter = () => null;
  });

  after(async () => {
    await storage.close();
    proxy.close();
    await s3.stop();
  });

  const patient = (limitMs: number, stallMs = 10_000) =>
    new PatientStorage(storage, { limitMs, stallMs, signal });
  const read = async (files: PatientStorage): Promise<Buffer> => {
    const file = await files.get(key);
    assert.equal(file?.sizeBytes, content.length);
    return buffer(file.stream);
  };

  test('is read on from where its answer ended', async () => {
    const ranges: unknown[] = [];
    proxy.cutAfter = ({ method, headers }) => {
      if (method !== 'GET') return null;
      ranges.push(headers.range);
      return ranges.length < 3 ? 1_000_000 : null;
    };

    assert.ok((await read(patient(60_000))).equals(content));
    assert.equal(ranges.length, 3);
    assert.match(String(ranges[2]), /^bytes=[1-9]\d+-2999999$/);
  });

  test('is read on after refusals, and where nothing more comes', async () => {
    let answers = 0;
    proxy.cutAfter = ({ method }) => (method === 'GET' && answers === 0 ? 1_000_000 : null);
    proxy.failing = ({ method, headers }) => {
      if (method !== 'GET' || headers.range === undefined) return null;
      answers += 1;
      return answers < 5 ? 'busy' : null;
    };
    assert.ok((await read(patient(60_000))).equals(content));
    assert.ok(answers >= 5, 'it went on after the attempts of one request');

    let isStalled = true;
    const stalling = {
      list: () => storage.list(),
      get: async (...asked: Parameters<S3Storage['get']>) => {
        const object = await storage.get(...asked);
        if (!object || !isStalled) return object;
        isStalled = false;
        return { ...object, stream: new Readable({ read: () => undefined }) };
      },
    };
    const files = new PatientStorage(stalling, { limitMs: 60_000, stallMs: 100, signal });
    assert.ok((await read(files)).equals(content));
  });

  test('that is replaced while it is read is not put together of two', async () => {
    let isFirst = true;
    proxy.cutAfter = ({ method }) => {
      if (method !== 'GET' || !isFirst) return null;
      isFirst = false;
      return 1_000_000;
    };
    const torn = await patient(60_000).get(key);
    assert.ok(torn);
    await storage.put(key, randomBytes(content.length));
    await assert.rejects(buffer(torn.stream), ObjectGone);
    await storage.put(key, content);
  });

  test('lists every object once', async () => {
    let lists = 0;
    proxy.failing = ({ method, url }) => {
      if (method !== 'GET' || !url?.includes('list-type')) return null;
      lists += 1;
      return lists < 6 ? 'error' : null;
    };
    const keys: string[] = [];
    for await (const object of patient(60_000).list()) keys.push(object.key);

    assert.deepEqual(keys.toSorted(), [key, otherKey]);
    assert.ok(lists >= 6, 'it went on after the attempts of one request');
  });

  test('ends what reads it where its list always ends at the same place', async () => {
    const listed = [{ key, sizeBytes: 1, modifiedAt: new Date() }];
    const halfListing = {
      get: async () => null,
      list: async function* () {
        yield* listed;
        throw new Error('the next page is missing');
      },
    };
    const files = new PatientStorage(halfListing, { limitMs: 1000, signal });
    const keys: string[] = [];
    await assert.rejects(async () => {
      for await (const object of files.list()) keys.push(object.key);
    }, LastingOutage);
    assert.deepEqual(keys, [key]);
  });

  test('ends what reads it once the outage has lasted', async () => {
    proxy.failing = () => 'busy';
    await assert.rejects(patient(1000).get(key), LastingOutage);
    await assert.rejects(async () => {
      for await (const _object of patient(1000).list()) assert.fail('it was listed');
    }, LastingOutage);
  });

  test('is asked nothing more for a reader that fails', async () => {
    let asked = 0;
    const counting = {
      list: () => storage.list(),
      get: (...wanted: Parameters<S3Storage['get']>) => {
        asked += 1;
        return storage.get(...wanted);
      },
    };
    const file = await new PatientStorage(counting, { limitMs: 60_000, signal }).get(key);
    assert.ok(file);
    await assert.rejects(async () => {
      for await (const _chunk of file.stream) throw new Error('the disk is full');
    }, /the disk is full/);
    await sleep(1000);
    assert.equal(asked, 1);
  });

  test('is left at once by a reader that ends while nothing comes', async () => {
    const stopped = new AbortController();
    const signals: (AbortSignal | undefined)[] = [];
    const silent = {
      list: () => storage.list(),
      get: async (_key: unknown, options?: { readonly signal?: AbortSignal }) => {
        signals.push(options?.signal);
        const head = { sizeBytes: 1000, etag: 'first' };
        if (signals.length === 1) return { ...head, stream: Readable.from([Buffer.alloc(10)]) };
        return new Promise<never>((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        });
      },
    };
    const files = new PatientStorage(silent, { limitMs: 60_000, signal: stopped.signal });
    const file = await files.get(key);
    assert.ok(file);
    const reading = file.stream.resume();
    await waitFor(async () => assert.equal(signals.length, 2));

    reading.destroy();
    await assert.rejects(finished(reading), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    assert.ok(signals[1]?.aborted);
    assert.ok(!stopped.signal.aborted);
  });

  test('ends a wait with the reason of its signal', async () => {
    const stopped = new AbortController();
    const failing = {
      list: () => storage.list(),
      get: () => Promise.reject(new Error('busy')),
    };
    const files = new PatientStorage(failing, { limitMs: 60_000, signal: stopped.signal });
    const reason = new Error('the service stops');
    const waiting = assert.rejects(files.get(key), reason);
    await sleep(100);
    stopped.abort(reason);
    await waiting;
  });
});
