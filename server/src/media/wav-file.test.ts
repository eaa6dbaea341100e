/** Tests of placing sound on the time line of a WAV file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDir } from '../../testing/media/test-media.ts';
import { WavFile } from './wav-file.ts';

function samples(count: number, value: number): Buffer {
  return Buffer.from(new Int16Array(count).fill(value).buffer);
}

function written(fill: (wav: WavFile) => void): Int16Array {
  const path = join(temporaryDir(), 'sound.wav');
  const wav = new WavFile(path);
  fill(wav);
  const count = wav.finish();
  wav.close();
  const bytes = readFileSync(path);
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(24), 16_000);
  assert.equal(bytes.readUInt32LE(40), 2 * count);
  assert.equal(bytes.length, 44 + 2 * count);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
}

test('gaps are silence', () => {
  const sound = written((wav) => {
    wav.seek(10);
    wav.write(samples(5, 7));
    wav.seek(40_000);
    wav.write(samples(5, 9));
  });
  assert.equal(sound.length, 40_005);
  assert.deepEqual([...sound.subarray(8, 17)], [0, 0, 7, 7, 7, 7, 7, 0, 0]);
  assert.deepEqual([...sound.subarray(39_998)], [0, 0, 9, 9, 9, 9, 9]);
});

test('what is before time 0 or already written is dropped', () => {
  const sound = written((wav) => {
    wav.seek(-3);
    wav.write(samples(5, 1));
    wav.seek(1);
    wav.write(samples(4, 2));
    wav.seek(0);
    wav.write(samples(2, 3));
  });
  assert.deepEqual([...sound], [1, 1, 2, 2, 2]);
});

test('many small writes and one large one end up in order', () => {
  const sound = written((wav) => {
    for (let index = 0; index < 1000; index += 1) wav.write(samples(341, index));
    wav.write(samples(100_000, 5));
  });
  assert.equal(sound.length, 441_000);
  for (let index = 0; index < 1000; index += 1) assert.equal(sound[index * 341 + 340], index);
  assert.equal(sound.at(-1), 5);
});
