/** Tests of the decoding pass on clips that the tests generate; they need no other files. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type MadeClip, makeClip, steadyTimes } from '../../testing/media/made-clip.ts';
import { ingestHere, limits, samplesOf, temporaryDir } from '../../testing/media/test-media.ts';
import { isDiskFull } from '../storage/local-file.ts';
import { openFrames } from './frames.ts';
import { ingestMedia } from './ingest.ts';
import type { MediaPass } from './media.ts';

function made(clip: MadeClip, name = 'clip.mkv'): string {
  const path = join(temporaryDir(), name);
  makeClip(path, clip);
  return path;
}

/** Luma that encodes the time: one level more every 50 ms, starting at 30. */
const clockLuma = (time: number) => 30 + Math.round(time * 20);
const clockPicture = (time: number) => [
  { left: 0, top: 0, width: 320, height: 180, luma: clockLuma(time) },
];

/** Mean green of a part of an image, 0 to 255. */
async function brightness(
  dir: string,
  pass: MediaPass,
  image: number,
  part: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const frames = await openFrames({ path: join(dir, 'frames.pack'), offset: 0 }, pass);
  const { width, data } = await frames.rgb(image);
  await frames.close();

  let sum = 0;
  for (let row = part.top; row < part.top + part.height; row += 1) {
    for (let column = part.left; column < part.left + part.width; column += 1) {
      sum += data[3 * (row * width + column) + 1] ?? 0;
    }
  }

  return sum / (part.width * part.height);
}

for (const name of ['clip.mp4', 'clip.mkv']) {
  test(`${name}: pictures are of the times they say, at irregular frame times`, async () => {
    const times = [...steadyTimes(30, 3), 3, 3.4, 3.8, 4.4, 4.45, 4.5, 5.1, 5.9];
    const path = made({ video: { width: 320, height: 180, times, draw: clockPicture } }, name);
    const { dir, pass } = await ingestHere(path, { fps: 4 });
    assert.ok(pass.frames.length >= 23);

    for (const { timestamp, image } of pass.frames) {
      const own = Math.max(...times.filter((time) => time <= timestamp + 0.001));
      const stored = pass.images[image]?.timestamp ?? Number.NaN;
      const seen = await brightness(dir, pass, image, {
        left: 80,
        top: 40,
        width: 160,
        height: 90,
      });
      // Converts full range back to limited range, where 255 levels become 219.
      const luma = 16 + (seen * 219) / 255;
      assert.ok(Math.abs(luma - clockLuma(stored)) < 1.6, `picture of ${stored} shows ${luma}`);
      // Frames share a picture while their luma differs by less than 4 levels.
      assert.ok(Math.abs(clockLuma(own) - clockLuma(stored)) <= 4, `${timestamp} shows ${stored}`);
    }
  });
}

/** Peak level of each 10 ms of sound. */
function loudness(dir: string): number[] {
  const bytes = samplesOf(dir);
  const blocks: number[] = [];
  for (let at = 0; at + 320 <= bytes.length; at += 320) {
    let peak = 0;
    for (let index = at; index < at + 320; index += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(index)));
    }
    blocks.push(peak);
  }

  return blocks;
}

test('sound that starts late and stops between is heard at its times', async () => {
  const tones = [
    { start: 1, end: 2 },
    { start: 3.2, end: 4 },
  ];
  const video = { width: 64, height: 64, times: steadyTimes(25, 5), draw: () => [] };
  const { dir, pass } = await ingestHere(made({ video, tones }));
  assert.ok(Math.abs((pass.audio?.durationSeconds ?? 0) - 4) < 0.01);

  for (const [block, peak] of loudness(dir).entries()) {
    const time = block / 100;
    const inside = tones.some(({ start, end }) => time >= start + 0.02 && time < end - 0.02);
    const outside = tones.every(({ start, end }) => time < start - 0.02 || time >= end + 0.02);
    if (inside) assert.ok(peak > 5000, `silent at ${time}`);
    if (outside) assert.equal(peak, 0, `sound at ${time}`);
  }
});

test('a picture that starts late keeps its distance from the sound', async () => {
  const times = steadyTimes(25, 2).map((time) => time + 1.5);
  const video = { width: 320, height: 180, times, draw: clockPicture };
  const { dir, pass } = await ingestHere(made({ video, tones: [{ start: 0.5, end: 3.5 }] }));
  // The sound begins first, at 0.5 s, and that moment becomes time 0 of both sound and pictures.
  assert.equal(pass.frames[0]?.timestamp, 1);
  assert.ok((loudness(dir)[1] ?? 0) > 5000);
  assert.equal(pass.shots[0]?.start, 0);
});

test('pictures stand upright', async () => {
  for (const [rotation, left] of [
    [90, 140],
    [270, 0],
  ] as const) {
    const video = {
      width: 320,
      height: 180,
      times: steadyTimes(10, 1),
      draw: () => [{ left: 0, top: rotation === 90 ? 0 : 140, width: 40, height: 40, luma: 235 }],
      rotation,
    };
    const { dir, pass } = await ingestHere(made({ video }, 'clip.mp4'));
    assert.deepEqual([pass.images[0]?.width, pass.images[0]?.height], [180, 320]);

    const top = rotation === 90 ? 0 : 280;
    const corner = { left: left + 4, top: top === 0 ? 4 : 4, width: 30, height: 30 };
    const seen = await brightness(
      dir,
      pass,
      0,
      rotation === 90 ? corner : { ...corner, left: 144, top: 284 },
    );
    assert.ok(seen > 240, `${rotation}: ${seen}`);
  }
});

test('wide pixels make a wide picture', async () => {
  const video = { width: 180, height: 144, times: steadyTimes(10, 1), draw: () => [] };
  const path = made({ video: { ...video, pixelAspect: [16, 15] } }, 'clip.mp4');
  const { pass } = await ingestHere(path);
  assert.deepEqual([pass.images[0]?.width, pass.images[0]?.height], [192, 144]);
});

test('large pictures are stored at the longest side asked for', async () => {
  const video = { width: 640, height: 360, times: steadyTimes(10, 1), draw: () => [] };
  const { pass } = await ingestHere(made({ video }), {
    limits: { ...limits, frameSidePixels: 320 },
  });
  assert.deepEqual([pass.images[0]?.width, pass.images[0]?.height], [320, 180]);
});

test('a small patch that comes and goes is stored, what stays is shared', async () => {
  const draw = (time: number) =>
    time >= 3 && time < 6 ? [{ left: 600, top: 8, width: 16, height: 12, luma: 170 }] : [];
  const video = { width: 640, height: 360, times: steadyTimes(25, 9), draw };
  const { pass } = await ingestHere(made({ video }, 'clip.mp4'));

  assert.deepEqual(
    pass.frames.map((frame) => frame.image),
    [0, 0, 0, 1, 1, 1, 2, 2, 2],
  );
});

test('every slide of a slow video is there for as long as it is shown', async () => {
  const draw = (time: number) => [
    { left: 20 + 6 * time, top: 20, width: 100, height: 100, luma: 60 + time * 3 },
  ];
  const times = [0, 8, 16, 24, 32, 40, 48];
  const video = { width: 640, height: 360, times, draw };
  const { pass } = await ingestHere(made({ video, tones: [{ start: 0, end: 50 }] }, 'clip.mp4'));

  assert.deepEqual(
    pass.images.map((image) => image.timestamp),
    times,
  );
  assert.ok(pass.frames.length >= 48);
  for (const { timestamp, image } of pass.frames) assert.equal(image, Math.floor(timestamp / 8));
});

test('where skipping would leave too few frames, it ends', async () => {
  // 16 frames in a row that no other frame refers to: skipping them would leave only two frames a second out of 30.
  const encoder = { bf: '16', 'x264-params': 'b-pyramid=none:b-adapt=0:scenecut=0' };
  const video = { width: 320, height: 180, times: steadyTimes(30, 6), draw: clockPicture, encoder };
  const { pass } = await ingestHere(made({ video }, 'clip.mp4'), { fps: 4 });
  const late = pass.frames.filter(({ timestamp }) => timestamp > 1.4);
  assert.equal(late.length, 18);

  for (const { timestamp } of late) {
    const off = Math.abs(timestamp * 4 - Math.round(timestamp * 4)) / 4;
    assert.ok(off < 0.03, `${timestamp}`);
  }
});

test('where frames are far apart none is left out, and a cut there is at its frame', async () => {
  const dense = steadyTimes(25, 4).map((time) => Math.round((4 + time) * 1000) / 1000);
  const times = [...steadyTimes(5, 4), ...dense];
  const draw = (time: number) => {
    const left = 40 + Math.round(time * 30);
    const ground = { left: 0, top: 0, width: 320, height: 180, luma: time < 4 ? 40 : 200 };
    return [ground, { left, top: 30, width: 20, height: 20, luma: 120 }];
  };
  // No other frame refers to the first frame of the second shot.
  const encoder = { bf: '2', 'x264-params': 'b-pyramid=none:b-adapt=0:scenecut=0' };
  const video = { width: 320, height: 180, times, draw, encoder };
  const { pass } = await ingestHere(made({ video }, 'clip.mp4'));
  assert.deepEqual(
    pass.shots.map(({ start }) => start),
    [0, 4],
  );

  const strips = pass.images.flatMap(({ between }) => between ?? []);
  const held = strips.flatMap((strip) =>
    strip.times.map((time, index) => ({ time, leftOut: strip.leftOut?.[index] })),
  );
  const known = new Set(times);

  for (const { time, leftOut = Number.NaN } of held) {
    // The first frame left out before this one is one of the video's frames, and the previous held frame directly
    // precedes it.
    const first = Math.round((time - leftOut) * 1000) / 1000;
    assert.ok(known.has(first), `${time}: ${leftOut}`);

    if (time <= 4) assert.equal(leftOut, 0);
    const before = held.findLast((one) => one.time < time);
    if (before) assert.equal(times[times.indexOf(before.time) + 1], first);
  }

  assert.ok(held.some(({ leftOut }) => leftOut === 0.08));
});

test('with nothing to look at there are sound and a thumbnail only', async () => {
  const video = { width: 320, height: 180, times: steadyTimes(25, 4), draw: clockPicture };
  const { dir, pass } = await ingestHere(made({ video, tones: [{ start: 0, end: 4 }] }), {
    fps: 0,
  });
  assert.deepEqual([pass.frames, pass.images, pass.shots], [[], [], []]);
  assert.ok(Math.abs((pass.audio?.durationSeconds ?? 0) - 4) < 0.01);
  assert.deepEqual(readdirSync(dir).sort(), ['media.json', 'sound.pack', 'thumbnail.jpg']);
});

test('progress grows to the end', async () => {
  const seen: number[] = [];
  await ingestHere(longClip, { onProgress: (fraction) => seen.push(fraction) });
  assert.ok(seen.length >= 1);
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  );

  assert.ok(seen.every((fraction) => fraction >= 0 && fraction <= 1));
});

/** A clip that takes a few hundred milliseconds to decode. */
const longClip = made({
  video: {
    width: 640,
    height: 360,
    times: steadyTimes(25, 80),
    draw: (time) => clockPicture(time % 8),
  },
});

test('an abort ends the pass and leaves no description', async () => {
  const controller = new AbortController();
  const outDir = temporaryDir();
  const from = performance.now();
  let abortedAt = 0;
  const run = ingestMedia({
    path: longClip,
    outDir,
    fps: 4,
    limits,
    signal: controller.signal,
    onProgress: () => {
      abortedAt ||= performance.now();
      controller.abort();
    },
  });
  await assert.rejects(run, { name: 'AbortError' });
  assert.ok(abortedAt > from && performance.now() - abortedAt < 20_000);
  assert.equal(existsSync(join(outDir, 'media.json')), false);

  const late = ingestMedia({ path: longClip, outDir, fps: 1, limits, signal: controller.signal });
  await assert.rejects(late, { name: 'AbortError' });
});

const noFullDisk = existsSync('/dev/full') ? false : 'there is no /dev/full';

for (const file of ['frames.pack', 'sound.pack']) {
  test(`a full disk while writing ${file} is said to be one`, { skip: noFullDisk }, async () => {
    const outDir = temporaryDir();
    symlinkSync('/dev/full', join(outDir, file));
    const video = { width: 320, height: 180, times: steadyTimes(25, 4), draw: clockPicture };
    const path = made({ video, tones: [{ start: 0, end: 4 }] });
    const signal = new AbortController().signal;
    const full = ingestMedia({ path, outDir, fps: 1, limits, signal });
    await assert.rejects(full, isDiskFull);
  });
}

test('a video beyond the longest duration is refused', async () => {
  const video = { width: 64, height: 64, times: steadyTimes(10, 3), draw: () => [] };
  const run = ingestHere(made({ video }), { limits: { ...limits, maxDurationSeconds: 2 } });
  await assert.rejects(run, { code: 'VIDEO_TOO_LONG' });
});

/** Many moving patches, so that each frame takes up many bytes. */
const crowd = (time: number) =>
  Array.from({ length: 40 }, (_, index) => ({
    left: (index * 47 + Math.round(time * (10 + index))) % 300,
    top: (index * 31 + Math.round(time * (7 + (index % 9)))) % 160,
    width: 20,
    height: 20,
    luma: 40 + ((index * 37) % 180),
  }));

/** A copy of the file with `bytes` bytes of garbage, starting at the fraction `part` of its length. */
function damagedCopy(path: string, part: number, bytes: number): string {
  const copy = readFileSync(path);
  const from = Math.round(copy.length * part);
  for (let index = from; index < from + bytes; index += 1) copy[index] = (index * 151) & 255;
  const to = join(temporaryDir(), 'damaged.mp4');
  writeFileSync(to, copy);
  return to;
}

test('what is damaged is not looked at, up to the next key frame, and is told', async () => {
  const path = made(
    {
      video: {
        width: 320,
        height: 180,
        times: steadyTimes(25, 12),
        draw: crowd,
        encoder: { g: '100', sc_threshold: '0' },
      },
    },
    'clip.mp4',
  );
  const { pass: whole } = await ingestHere(path, { fps: 4 });
  assert.deepEqual(whole.unseen, []);
  assert.equal(whole.frames.length, 48);

  const { pass } = await ingestHere(damagedCopy(path, 0.45, 200), { fps: 4 });
  const [span, ...others] = pass.unseen ?? [];
  assert.ok(span && others.length === 0, JSON.stringify(pass.unseen));
  assert.ok(span.start > 4 && span.start < 7, `${span.start}`);
  assert.ok(Math.abs(span.end - 8) < 0.05, `${span.end}`);

  const within = pass.frames.filter(
    ({ timestamp }) => timestamp >= span.start && timestamp < span.end,
  );
  assert.deepEqual(within, []);
  assert.ok(pass.frames.some(({ timestamp }) => timestamp < span.start));
  assert.ok(pass.frames.some(({ timestamp }) => timestamp >= span.end));

  // No shot continues across the damaged span, but the span is not a border between scenes.
  const before = pass.frames.findLast(({ timestamp }) => timestamp < span.start);
  const after = pass.frames.find(({ timestamp }) => timestamp >= span.end);
  assert.notEqual(before?.shot, after?.shot);
  assert.equal(pass.scenes?.length, 1);
});

test('pictures that are all damaged are no pictures', async () => {
  const times = steadyTimes(25, 6);
  const video = { width: 320, height: 180, times, draw: crowd, encoder: { g: '250' } };
  const path = damagedCopy(made({ video }, 'clip.mp4'), 0.02, 400);
  await assert.rejects(ingestHere(path, { fps: 1 }), {
    code: 'EXTRACTION_FAILED',
    message: /^Nearly nothing of the picture can be decoded/,
  });
});
