/** Tests decoding a part of a video: it has the pictures and the sound that the whole video has there, and no others. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Fault } from '@reelsight/contract';
import { ingestHere, samplesOf, temporaryDir } from '../../testing/media/test-media.ts';
import { sampleVideo } from '../../testing/sample-video.ts';
import type { MediaPass, RequestedRange } from './media.ts';
import { pixelsWithin, rangeWithin } from './range.ts';

const run = promisify(execFile);
const whole = await ingestHere(sampleVideo, { fps: 2 });
const timesOf = ({ frames }: MediaPass): number[] => frames.map(({ timestamp }) => timestamp);
const partOf = (range: RequestedRange, path = sampleVideo) => ingestHere(path, { fps: 2, range });

/** Mean amplitude of each 10 ms. */
const levelsOf = (pcm: Buffer): number[] =>
  Array.from({ length: Math.floor(pcm.length / 320) }, (_, step) => {
    let sum = 0;
    for (let index = 0; index < 160; index += 1)
      sum += Math.abs(pcm.readInt16LE(step * 320 + 2 * index));
    return sum / 160;
  });
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe('the part of a video', () => {
  test('has the pictures that the whole video has there', async () => {
    const { pass } = await partOf({ from: 9.25, to: 21 });
    const expected = timesOf(whole.pass).filter((time) => time >= 9.25 && time < 21);
    const [first = 0, ...others] = timesOf(pass);
    assert.ok(Math.abs(first - 9.25) < 0.05, 'what is on screen at its start counts');
    assert.deepEqual(others, expected);
    assert.deepEqual(pass.range, { start: 9.25, end: 21 });
    assert.equal(pass.probe.durationSeconds, whole.pass.probe.durationSeconds);

    const cutsOf = ({ scenes = [] }: MediaPass) => scenes.slice(1).map(({ start }) => start);
    assert.deepEqual(
      cutsOf(pass),
      cutsOf(whole.pass).filter((time) => time > 9.25 && time < 21),
    );
    assert.equal(pass.shots[0]?.start, 9.25);
    assert.equal(pass.shots.at(-1)?.end, 21);
  });

  test('has the sound of the whole video there, and silence before it', async () => {
    const { dir, pass } = await partOf({ from: 9.25, to: 21 });
    const part = samplesOf(dir);
    const all = samplesOf(whole.dir);
    assert.equal(part.length, 21 * 32_000);
    assert.ok(part.subarray(0, 9.25 * 32_000).every((byte) => byte === 0));
    assert.ok((pass.audio?.cuts ?? []).every((cut) => cut > 9.25 && cut < 21));

    // Resampling begins elsewhere, so samples lie up to a millisecond apart, and loudness is compared in steps of 10 ms.
    const allLevels = levelsOf(all.subarray(9.5 * 32_000, 20.9 * 32_000));
    const partLevels = levelsOf(part.subarray(9.5 * 32_000, 20.9 * 32_000));
    const difference = allLevels.map((level, index) => Math.abs(level - (partLevels[index] ?? 0)));
    assert.ok(sumOf(difference) < 0.1 * sumOf(allLevels), `${sumOf(difference)}`);
  });

  test('from the beginning, or to the end', async () => {
    const head = await partOf({ from: null, to: 5 });
    assert.deepEqual(
      timesOf(head.pass),
      timesOf(whole.pass).filter((time) => time < 5),
    );
    const tail = await partOf({ from: 20, to: null });
    assert.deepEqual(
      timesOf(tail.pass),
      timesOf(whole.pass).filter((time) => time >= 20),
    );
    const all = await partOf({ from: null, to: 1000 });
    assert.equal(all.pass.range, undefined);
    assert.deepEqual(timesOf(all.pass), timesOf(whole.pass));
  });

  test('begins with the picture that is on screen, however long it has been', async () => {
    const path = join(temporaryDir(), 'slides.mp4');
    const slides = ['red', 'green', 'blue'].map((color) => `color=${color}:s=320x180:r=1/10:d=10`);
    await run('ffmpeg', [
      ...['-v', 'error', '-y'],
      ...slides.flatMap((slide) => ['-f', 'lavfi', '-i', slide]),
      ...['-filter_complex', 'concat=n=3', path],
    ]);
    const { pass } = await partOf({ from: 13, to: 16 }, path);
    assert.deepEqual(timesOf(pass), [13, 13.5, 14, 14.5, 15, 15.5]);
    assert.equal(pass.images.length, 1);
  });

  test('that is shorter than the time between two samples is looked at', async () => {
    const { pass } = await ingestHere(sampleVideo, { fps: 1, range: { from: 4.1, to: 4.6 } });
    assert.equal(pass.frames.length, 1);
    assert.ok(Math.abs((pass.frames[0]?.timestamp ?? 0) - 4.1) < 0.05);
  });

  test('after the end of the sound is silent, not damaged', async () => {
    const path = join(temporaryDir(), 'short-sound.mp4');
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=12'],
      ...['-f', 'lavfi', '-i', 'sine=d=5', path],
    ]);
    const { dir, pass } = await partOf({ from: 7, to: 9 }, path);
    assert.deepEqual(pass.unreadable, {});
    assert.equal(pass.audio?.durationSeconds, 9);
    assert.ok(samplesOf(dir).every((byte) => byte === 0));
    assert.equal(pass.probe.durationSeconds, 12);
    assert.deepEqual(timesOf(pass), [7, 7.5, 8, 8.5]);
  });

  test('that a cut-off file no longer has is refused, with the real length', async () => {
    const path = join(temporaryDir(), 'cut-off.mp4');
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-i', sampleVideo, '-c', 'copy', '-movflags', '+faststart', path],
    ]);
    const file = readFileSync(path);
    writeFileSync(path, file.subarray(0, Math.round(file.length * 0.4)));
    await assert.rejects(
      partOf({ from: 22, to: 26 }, path),
      /s long, so there is nothing from 22 s/,
    );
  });

  test('is decoded from the beginning if a frame before it is wrongly marked as a key frame', async () => {
    const path = join(temporaryDir(), 'wrong-key.mp4');
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=12'],
      ...['-c:v', 'libx264', '-g', '60', '-bf', '0', '-sc_threshold', '0', path],
    ]);
    const file = readFileSync(path);
    // The table of key frames lists frames 1 and 61; now it claims that frame 71 is the second one.
    const table = file.indexOf('stss') + 8;
    assert.deepEqual([file.readUInt32BE(table), file.readUInt32BE(table + 8)], [2, 61]);
    file.writeUInt32BE(71, table + 8);
    writeFileSync(path, file);

    const { pass } = await partOf({ from: 8.5, to: 10 }, path);
    assert.deepEqual(timesOf(pass), [8.5, 9, 9.5]);
    assert.deepEqual(pass.unreadable, {});
    assert.deepEqual(pass.unseen, []);
  });

  test('after the end of the video is refused, with its length', async () => {
    await assert.rejects(partOf({ from: 28.1, to: 40 }), (error) => {
      assert.ok(error instanceof Fault);
      assert.equal(error.code, 'EXTRACTION_FAILED');
      assert.match(error.message, /is 27\.\d+ s long, so there is nothing from 28\.1 s on/);
      return true;
    });
  });
});

test('the range lies within the video', () => {
  assert.equal(rangeWithin(10), null);
  assert.equal(rangeWithin(10, { from: 0, to: 10 }), null);
  assert.deepEqual(rangeWithin(10, { from: 2, to: 20 }), { start: 2, end: 10 });
  assert.equal(pixelsWithin({ allPixels: 1000, durationSeconds: 10 }, { start: 2, end: 4 }), 200);
  assert.equal(pixelsWithin({ allPixels: 1000, durationSeconds: 10 }, null), 1000);
});
