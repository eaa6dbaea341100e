import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { box, u32 } from '../../testing/media/boxes.ts';
import { sampleVideo } from '../../testing/sample-video.ts';
import { statedSeconds } from './stated-length.ts';
import type { Storage } from './storage.ts';
import { parseStorageKey } from './storage-key.ts';

const key = parseStorageKey('uploads/ws_a/b/video.mp4') ?? assert.fail('a key');

/** Reads the length of a file from a store that contains only this file; counts requests and CPU time. */
async function statedIn(bytes: Buffer) {
  let requests = 0;
  const get: Storage['get'] = async (_key, options) => {
    requests += 1;
    const { start = 0, end = bytes.length } = options?.range ?? {};
    const part = bytes.subarray(start, end + 1);
    return { sizeBytes: part.length, etag: 'e', stream: Readable.from([part]) };
  };
  const before = process.cpuUsage();
  const seconds = await statedSeconds({ get }, key, { sizeBytes: bytes.length, etag: 'e' });
  const { user, system } = process.cpuUsage(before);

  return { seconds, requests, cpuMs: (user + system) / 1000 };
}

describe('the stated length of a stored video', () => {
  test('is that of its headers, in few requests', async () => {
    const { seconds, requests } = await statedIn(await readFile(sampleVideo));

    assert.ok(Math.abs((seconds ?? 0) - 27.84) < 0.01, String(seconds));
    assert.ok(requests <= 6, `${requests} requests`);
  });

  test('is found behind the pictures too', async () => {
    const header = box('mvhd', u32(0, 0, 0, 1000, 90_000), Buffer.alloc(80));
    const pictures = box('mdat', Buffer.alloc(5_000_000));
    const { seconds, requests } = await statedIn(
      Buffer.concat([box('ftyp', Buffer.from('isom'), u32(0)), pictures, box('moov', header)]),
    );

    assert.equal(seconds, 90);
    assert.ok(requests <= 3, `${requests} requests`);
  });

  test('is not known of what is no such file', async () => {
    assert.equal((await statedIn(Buffer.from('no video at all, but a text'))).seconds, null);
    assert.equal((await statedIn(Buffer.alloc(0))).seconds, null);
    assert.equal((await statedIn(Buffer.from('\0\0\0\x10ftyp'))).seconds, null);
  });

  test('is given up where headers are made to keep the service busy', async () => {
    const manyBoxes = Buffer.concat(Array.from({ length: 300_000 }, () => box('free')));
    // EBML (Matroska): a segment of unknown length with two million empty elements.
    const start = Buffer.from('1a45dfa3801853806701ffffffffffffff', 'hex');
    const manyElements = Buffer.concat([
      start,
      Buffer.alloc(4_000_000, Buffer.from('ec80', 'hex')),
    ]);

    for (const file of [manyBoxes, manyElements]) {
      const { seconds, requests, cpuMs } = await statedIn(file);
      assert.equal(seconds, null);
      assert.ok(requests <= 24, `${requests} requests`);
      assert.ok(cpuMs < 1000, `${cpuMs} ms`);
    }
  });
});
