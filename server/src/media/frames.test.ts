/** Reading stored pictures: a limited number of recently decoded pictures is kept in memory, but no broken ones. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { temporaryDir } from '../../testing/media/test-media.ts';
import { openFrames } from './frames.ts';
import type { MediaPass } from './media.ts';

const side = 2000;

/** A pack of plain grey pictures, each 12 MB when decoded; the last entry is not a JPEG. */
async function pack(greys: readonly number[]) {
  const jpegs = await Promise.all(
    greys.map((grey) => {
      const background = { r: grey, g: grey, b: grey };
      const create = { width: side, height: side, channels: 3, background } as const;
      return sharp({ create }).jpeg().toBuffer();
    }),
  );
  const parts = [...jpegs, Buffer.from('no picture')];
  let end = 0;
  const images = parts.map(({ length }) => {
    end += length;
    return { offset: end - length, length, width: side, height: side };
  });
  const path = join(temporaryDir(), 'frames.pack');
  await writeFile(path, Buffer.concat(parts));

  return openFrames({ path, offset: 0 }, { images } as unknown as Pick<MediaPass, 'images'>);
}

test('a picture asked for again is not decoded again, until others took its place', async () => {
  const frames = await pack([10, 20, 30]);
  const first = await frames.rgb(0);
  assert.equal(await frames.rgb(0), first);
  await frames.rgb(1);
  assert.equal(await frames.rgb(0), first, 'two are kept');
  await frames.rgb(1);
  await frames.rgb(2);

  const again = await frames.rgb(0);
  assert.notEqual(again, first, 'the one used longest ago is gone');
  assert.deepEqual(again.data.subarray(0, 3), first.data.subarray(0, 3));
  await frames.close();
});

test('shrunk pictures are of their own; a broken picture and one that is not there are refused', async () => {
  const frames = await pack([10]);
  const whole = await frames.rgb(0);

  assert.equal((await frames.rgb(0, { maxSide: 500 })).width, 500);
  assert.equal(await frames.rgb(0), whole);
  await assert.rejects(frames.rgb(1));
  await assert.rejects(frames.rgb(1));
  await assert.rejects(frames.rgb(9), RangeError);
  await frames.close();
});
