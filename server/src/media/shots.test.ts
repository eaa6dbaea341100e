/** Tests of cut finding on drawn pictures; the shared media are in ingest.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CutFinder, cutPictureHeight, cutPictureWidth } from './shots.ts';

const plane = cutPictureWidth * cutPictureHeight;

/** Stripes that differ from scene to scene in light, colour and place. */
function scene(number: number, shift = 0): Uint8Array {
  const picture = new Uint8Array(3 * plane);
  for (let at = 0; at < plane; at += 1) {
    const x = (at % cutPictureWidth) + shift;
    picture[at] = 40 + 60 * number + ((x >> (2 + number)) & 1) * 50;
  }
  picture.fill(100 + 20 * number, plane, 2 * plane);
  picture.fill(150 - 20 * number, 2 * plane);
  return picture;
}

function cuts(frames: readonly (readonly [number, Uint8Array])[], end: number): number[] {
  const finder = new CutFinder();
  for (const [time, picture] of frames) finder.add(time, picture);
  const shots = finder.finish(end);
  assert.equal(shots[0]?.start, 0);
  assert.equal(shots.at(-1)?.end, end);
  for (const [index, shot] of shots.entries()) {
    if (index > 0) assert.equal(shot.start, shots[index - 1]?.end);
  }
  return shots.slice(1).map((shot) => shot.start);
}

const steady = (seconds: number, draw: (time: number) => Uint8Array) =>
  Array.from({ length: seconds * 15 }, (_, index) => {
    const time = index / 15;
    return [time, draw(time)] as const;
  });

test('a hard cut is where the new scene begins', () => {
  assert.deepEqual(
    cuts(
      steady(4, (time) => scene(time < 2 ? 0 : 1)),
      4,
    ),
    [2],
  );
});

test('a cut within motion is found, the motion is no cut', () => {
  const moving = steady(4, (time) => scene(time < 2 ? 0 : 1, Math.round(time * 30)));
  assert.deepEqual(cuts(moving, 4), [2]);
});

test('a flash is no cut', () => {
  const flash = steady(4, (time) => (time >= 2 && time < 2.1 ? scene(2) : scene(0)));
  assert.deepEqual(cuts(flash, 4), []);
});

test('a frame blended of both scenes does not hide or double the cut', () => {
  const blend = scene(0).map((value, index) => (value + (scene(2)[index] ?? 0)) / 2);
  const frames = steady(4, (time) => scene(time < 2 ? 0 : 2));
  frames[30] = [2, blend];
  const found = cuts(frames, 4);
  assert.equal(found.length, 1);
  assert.ok(Math.abs((found[0] ?? 0) - 2) < 0.2);
});

test('gaps of skipped frames make no cuts of motion', () => {
  const frames: (readonly [number, Uint8Array])[] = [];
  const gaps = [0.033, 0.066, 0.2, 0.033, 0.1];
  for (let time = 0, index = 0; time < 6; index += 1) {
    frames.push([time, scene(0, Math.round(time * 8))]);
    time += gaps[index % gaps.length] ?? 0.1;
  }
  assert.deepEqual(cuts(frames, 6), []);
});

test('slides shown for seconds each are shots', () => {
  const slides = [0, 5, 10].map((time, index) => [time, scene(index)] as const);
  assert.deepEqual(cuts(slides, 15), [5, 10]);
});

test('no frame or one frame makes one shot', () => {
  assert.deepEqual(cuts([], 3), []);
  assert.deepEqual(cuts([[0, scene(0)]], 3), []);
});
