/** Tests of positioning sound on its time line, and of reading a span of it by itself. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDir } from '../../testing/media/test-media.ts';
import { type PackedSound, piecesOf, SoundPack, unpackSound } from './sound-pack.ts';

function samples(count: number, value: number): Buffer {
  return Buffer.from(new Int16Array(count).fill(value).buffer);
}

interface Written extends PackedSound {
  readonly path: string;
}

function packed(fill: (pack: SoundPack) => void, channels: 1 | 2 = 1): Written {
  const path = join(temporaryDir(), 'sound.pack');
  const pack = new SoundPack(path, () => {}, channels);
  fill(pack);
  const result = pack.finish();
  pack.close();
  return { path, ...result };
}

/** Unpacks a span of one channel, and returns its samples. */
function heard(
  { path, pieces }: Written,
  span = { start: 0, end: 1e9 },
  channel = { index: 0, of: 1 },
): Int16Array {
  const range = piecesOf({ pieces, channels: channel.of }, span);
  const wav = join(temporaryDir(), 'sound.wav');
  unpackSound({ path, offset: range.offset, pieces: range.pieces, channel, to: wav });

  const bytes = readFileSync(wav);
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(24), 16_000);
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);

  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
}

test('gaps are silence', () => {
  const sound = heard(
    packed((pack) => {
      pack.seek(10);
      pack.write(samples(5, 7));
      pack.seek(40_000);
      pack.write(samples(5, 9));
    }),
  );
  assert.equal(sound.length, 40_005);
  assert.deepEqual([...sound.subarray(8, 17)], [0, 0, 7, 7, 7, 7, 7, 0, 0]);

  assert.deepEqual([...sound.subarray(39_998)], [0, 0, 9, 9, 9, 9, 9]);
});

test('what is before time 0 or already written is dropped', () => {
  const sound = heard(
    packed((pack) => {
      pack.seek(-3);
      pack.write(samples(5, 1));
      pack.seek(1);
      pack.write(samples(4, 2));
      pack.seek(0);
      pack.write(samples(2, 3));
    }),
  );
  assert.deepEqual([...sound], [1, 1, 2, 2, 2]);
});

test('many small writes and one large one end up in order', () => {
  const sound = heard(
    packed((pack) => {
      for (let index = 0; index < 1000; index += 1) pack.write(samples(341, index));
      pack.write(samples(500_000, 5));
    }),
  );
  assert.equal(sound.length, 841_000);
  for (let index = 0; index < 1000; index += 1) assert.equal(sound[index * 341 + 340], index);

  assert.equal(sound.at(-1), 5);
});

test('every sample comes back as it was, however it jumps, and any span by itself', () => {
  const wild = new Int16Array(400_000);
  let state = 1;
  for (let index = 0; index < wild.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    wild[index] = index % 7 === 0 ? (index % 2 === 0 ? -32_768 : 32_767) : (state >> 8) - 32_768;
  }

  const pack = packed((one) => one.write(Buffer.from(wild.buffer)));
  assert.deepEqual(heard(pack), wild);
  assert.deepEqual(heard(pack, { start: 12, end: 15 }), wild.slice(160_000, 320_000));
  assert.deepEqual(heard(pack, { start: 20, end: 25 }), wild.slice(320_000));
  assert.equal(heard(pack, { start: 25, end: 25 }).length, 80_000);
});

test('each of two channels comes back by itself, whole or a span of it', () => {
  const pack = packed((one) => {
    one.write(samples(100_000, 1), samples(100_000, 2));
    one.seek(99_990);
    one.write(samples(100_000, 3), samples(100_000, 4));
    one.seek(499_999);
    one.write(samples(1, 5), samples(1, 6));
  }, 2);
  assert.equal(pack.samples, 500_000);

  const [left, right] = [0, 1].map((index) => {
    return heard(pack, { start: 0, end: 1e9 }, { index, of: 2 });
  });
  for (const [channel, own] of [left, right].entries()) {
    assert.equal(own?.length, 500_000);
    const ends = [0, 99_999, 100_000, 199_989, 199_990, 499_999].map((at) => own?.[at]);
    assert.deepEqual(
      ends,
      [1, 1, 3, 3, 0, 5].map((value) => value && value + channel),
    );
  }

  const middle = heard(pack, { start: 10, end: 15 }, { index: 1, of: 2 });
  assert.deepEqual(middle, right?.slice(160_000, 320_000));
});

test('ten hours of silence between two sounds cost nothing', () => {
  const pack = packed((one) => {
    one.write(samples(100, 1));
    one.seek(36_000 * 16_000);
    one.write(samples(100, 1));
  });
  assert.equal(pack.samples, 36_000 * 16_000 + 100);
  assert.ok(statSync(pack.path).size < 200);

  assert.equal(heard(pack, { start: 20, end: 40 }).length, 320_000);
});

test('a pack that is cut off or not one is refused', () => {
  const pack = packed((one) => one.write(samples(300_000, 77)));
  assert.throws(() => heard({ ...pack, path: new URL(import.meta.url).pathname }));
  truncateSync(pack.path, 10);
  assert.throws(() => heard(pack), /cut off|corrupt|prefix/i);
});
