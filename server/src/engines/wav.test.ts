/**
 * Tests WAV files as they occur in practice: with further chunks, without a stated size, in other formats, and too
 * short.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { WavReader, wavFile, wavOfFloats } from './wav.ts';

describe('wav', () => {
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'reelsight-wav-'));
  });
  after(() => rm(dir, { recursive: true }));

  const samples = Int16Array.from({ length: 1000 }, (_, index) => index * 30 - 15_000);
  const whole = wavFile(new Uint8Array(samples.buffer));

  const open = async (content: Uint8Array): Promise<WavReader> => {
    const path = join(dir, 'a.wav');
    await writeFile(path, content);
    return WavReader.open({ path, startSeconds: 0 });
  };

  test('gives any part, and less at the end', async () => {
    const wav = await open(whole);
    assert.equal(wav.endSample, 1000);
    assert.deepEqual(
      await wav.floats(998, 10),
      Float32Array.of((998 * 30 - 15_000) / 32768, (999 * 30 - 15_000) / 32768),
    );
    assert.equal((await wav.pcm(1000, 5)).length, 0);

    await wav.close();
  });

  test('is made of floats, clipped where they are too loud, and silent where they are none', async () => {
    const floats = Float32Array.of(0.5, -1, 1, 1.5, -7, Number.NaN);
    const wav = await open(wavOfFloats(floats));
    const loudest = 32767 / 32768;
    assert.deepEqual(await wav.floats(0, 10), Float32Array.of(0.5, -1, loudest, loudest, -1, 0));
    await wav.close();
  });

  test('skips chunks it does not know and believes the file where a stream left the size open', async () => {
    const list = Buffer.from('LIST\x05\0\0\0abcde\0', 'latin1');
    const content = Buffer.concat([whole.subarray(0, 36), list, whole.subarray(36)]);
    content.writeUInt32LE(0xffffffff, 36 + list.length + 4);

    const wav = await open(content);
    assert.equal(wav.endSample, 1000);
    assert.equal(wav.dataOffset, 44 + list.length);
    assert.equal((await wav.pcm(0, 1)).readInt16LE(), -15_000);
    await wav.close();
  });

  const stereo = Buffer.from(whole);
  stereo.writeUInt16LE(2, 22);

  for (const [name, content] of [
    ['another form', stereo],
    ['text', Buffer.from('this is no sound at all, only text')],
    ['half a header', whole.subarray(0, 30)],
    ['nothing', Buffer.alloc(0)],
  ] as const) {
    test(`refuses ${name}`, async () => {
      await assert.rejects(
        open(content),
        (error) => error instanceof Fault && error.code === 'TRANSCRIPTION_FAILED',
      );
    });
  }
});
