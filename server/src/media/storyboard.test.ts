/** Tests of reading stored pictures, and of the storyboard made from them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { makeClip, steadyTimes } from '../../testing/media/made-clip.ts';
import { ingestHere, limits, temporaryDir } from '../../testing/media/test-media.ts';
import { openFrames, readMediaPass } from './frames.ts';
import { ingestMedia } from './ingest.ts';
import type { MediaPass } from './media.ts';
import { buildStoryboard, type StoryboardOptions } from './storyboard.ts';

const seconds = 45;
const fps = 4;
/** The brightness of a frame encodes its second. */
const lumaAt = (time: number) => 20 + 4 * Math.floor(time);

const opened = (folder: string, { images }: MediaPass) =>
  openFrames({ path: join(folder, 'frames.pack'), offset: 0 }, { images });

const dir = temporaryDir();
let pass: MediaPass;
const signal = new AbortController().signal;

before(async () => {
  const draw = (time: number) => [{ left: 0, top: 0, width: 320, height: 180, luma: lumaAt(time) }];
  const path = join(dir, 'clip.mp4');
  makeClip(path, { video: { width: 320, height: 180, times: steadyTimes(8, seconds), draw } });
  pass = await ingestMedia({ path, outDir: dir, fps, limits, signal });
});

test('stored pictures are read one by one, whole or shrunk', async () => {
  assert.deepEqual(await readMediaPass(join(dir, 'media.json')), pass);
  const frames = await opened(dir, pass);
  const jpeg = await frames.jpeg(3);
  assert.equal(jpeg.length, pass.images[3]?.length);
  assert.equal(jpeg.readUInt16BE(0), 0xffd8);

  const whole = await frames.rgb(3);
  assert.deepEqual([whole.width, whole.height, whole.data.length], [320, 180, 320 * 180 * 3]);

  const small = await frames.rgb(3, { maxSide: 160 });
  assert.deepEqual([small.width, small.height, small.data.length], [160, 90, 160 * 90 * 3]);

  const same = await frames.rgb(3, { maxSide: 4000 });
  assert.deepEqual([same.width, same.height], [320, 180]);
  await assert.rejects(frames.jpeg(pass.images.length), RangeError);
  await frames.close();
});

test('a piece of the pack holds the pictures from its offset on', async () => {
  const from = pass.images[10]?.offset ?? 0;
  const path = join(temporaryDir(), 'piece.pack');
  const pack = readFileSync(join(dir, 'frames.pack'));
  writeFileSync(path, pack.subarray(from));

  const whole = await opened(dir, pass);
  const piece = await openFrames({ path, offset: from }, pass);
  assert.deepEqual(await piece.jpeg(12), await whole.jpeg(12));
  await whole.close();
  await piece.close();
});

/** Makes a storyboard from the pictures in an ingest's folder. */
async function drawn(
  from: { readonly dir: string; readonly pass: MediaPass },
  options: Omit<StoryboardOptions, 'frames' | 'pass'>,
) {
  const frames = await opened(from.dir, from.pass);
  return buildStoryboard({ ...options, frames, pass: from.pass }).finally(() => frames.close());
}

test('the storyboard has 150 tiles over the whole video, each of its time', async () => {
  const outDir = temporaryDir();
  const board = await drawn({ dir, pass }, { outDir, signal });
  assert.equal(board.version, 2);
  assert.equal(board.count, 150);
  assert.deepEqual(board.grid, { cols: 8, rows: 8 });
  assert.deepEqual(board.tile, { w: 580, h: 326 });
  assert.ok(Math.abs(board.interval_ms - 300) <= 1);
  assert.equal(board.duration_ms, 1000 * pass.probe.durationSeconds);
  assert.deepEqual(board.sheetFiles, ['sheet-000.jpg', 'sheet-001.jpg', 'sheet-002.jpg']);
  assert.equal(board.timestamps_ms.length, 150);
  const samples = new Set(pass.frames.map((frame) => Math.round(1000 * frame.timestamp)));

  for (const [index, time] of board.timestamps_ms.entries()) {
    assert.ok(index === 0 || time > (board.timestamps_ms[index - 1] ?? 0));
    assert.ok(Math.abs(time - (index + 0.5) * 300) <= 300, `tile ${index} at ${time}`);
    assert.ok(samples.has(time), `${time} is no sampled time`);
  }

  await checkTiles(outDir, board.timestamps_ms);
});

async function checkTiles(outDir: string, times: readonly number[]): Promise<void> {
  for (let sheet = 0; sheet < 3; sheet += 1) {
    const image = sharp(join(outDir, `sheet-00${sheet}.jpg`));
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [8 * 580, 8 * 326]);

    for (let place = 0; place < 64; place += 1) {
      const left = (place % 8) * 580 + 290;
      const top = Math.floor(place / 8) * 326 + 163;
      const green = data[3 * (top * info.width + left) + 1] ?? -1;
      const time = times[64 * sheet + place];
      const luma = time === undefined ? 16 : lumaAt(time / 1000);
      const expected = Math.max(0, ((luma - 16) * 255) / 219);
      assert.ok(Math.abs(green - expected) < 3, `sheet ${sheet}, tile ${place}: ${green}`);
    }
  }
}

test('a short video has a tile for each sample; tall videos have tall tiles', async () => {
  const path = join(temporaryDir(), 'tall.mp4');
  const video = { width: 90, height: 160, times: steadyTimes(10, 5), draw: () => [] };
  makeClip(path, { video });

  const tall = await ingestHere(path);
  const outDir = temporaryDir();
  const board = await drawn(tall, { outDir, signal });
  assert.deepEqual(board.tile, { w: 326, h: 580 });
  assert.deepEqual(board.timestamps_ms, [0, 1000, 2000, 3000, 4000]);
  assert.deepEqual(board.sheetFiles, ['sheet-000.jpg']);

  const few = await drawn(tall, { outDir, signal, maxTiles: 2 });
  assert.deepEqual(few.timestamps_ms, [1000, 3000]);
});

test('an abort stops the drawing', async () => {
  const options = { outDir: temporaryDir(), signal: AbortSignal.abort() };
  await assert.rejects(drawn({ dir, pass }, options), { name: 'AbortError' });
});
