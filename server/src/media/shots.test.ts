/** Tests of cut detection on drawn pictures; ingest.test.ts tests it on the shared media. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPictureHeight, cutPictureWidth } from './cut-picture.ts';
import { CutFinder, shotsOf } from './shots.ts';

const plane = cutPictureWidth * cutPictureHeight;

/** Draws stripes that differ from scene to scene in brightness, colour and position. */
function scene(number: number, shift = 0): Uint8Array {
  const picture = new Uint8Array(3 * plane);
  for (let index = 0; index < plane; index += 1) {
    const x = (index % cutPictureWidth) + shift;
    picture[index] = 40 + 60 * number + ((x >> (2 + number)) & 1) * 50;
  }

  picture.fill(100 + 20 * number, plane, 2 * plane);
  picture.fill(150 - 20 * number, 2 * plane);

  return picture;
}

type Frames = readonly (readonly [number, Uint8Array])[];

function scenes(frames: Frames, end: number) {
  const finder = new CutFinder();
  for (const [time, picture] of frames) finder.add(time, picture);
  return finder.finish({ start: 0, end });
}

function cuts(frames: Frames, end: number): number[] {
  const shots = scenes(frames, end);
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

/** A pseudorandom number from 0 to 1 that depends only on the arguments. */
function chance(...numbers: readonly number[]): number {
  const mixedUp = numbers.reduce((sum, one) => Math.imul(sum ^ one, 0x9e3779b1) + 0x7f4a7c15, 77);
  return ((mixedUp ^ (mixedUp >>> 15)) >>> 0) / 2 ** 32;
}

/** Draws a different picture for each seed: patches of brightness and colour in several sizes, as in real pictures. */
function photo(seed: number, shift = 0): Uint8Array {
  const picture = new Uint8Array(3 * plane);
  for (let index = 0; index < plane; index += 1) {
    const x = (index % cutPictureWidth) + Math.round(shift);
    const y = Math.floor(index / cutPictureWidth);
    const patch = (size: number, kind: number) =>
      chance(Math.floor(x / size), Math.floor(y / size), seed, kind) - 0.5;
    picture[index] = 125 + 90 * patch(13, 1) + 50 * patch(5, 2) + 12 * patch(2, 3);
    picture[plane + index] = 128 + 40 * patch(11, 4);
    picture[2 * plane + index] = 128 + 40 * patch(9, 5);
  }

  return picture;
}

const black = (): Uint8Array => new Uint8Array(3 * plane).fill(16, 0, plane).fill(128, plane);

const mixed = (a: Uint8Array, b: Uint8Array, share: number): Uint8Array =>
  a.map((value, index) => Math.round(value * (1 - share) + (b[index] ?? 0) * share));

/** Visible fraction, 0 to 1, of something that begins to appear at `start` and takes `seconds` to do so. */
const shareAt = (time: number, start: number, seconds: number): number =>
  Math.min(1, Math.max(0, (time - start) / seconds));

test('a dissolve is one border, where half of the next scene is seen', () => {
  for (const seconds of [0.5, 1, 2]) {
    const frames = steady(6, (time) =>
      mixed(photo(1, time), photo(4, time), shareAt(time, 2, seconds)),
    );
    const [, second, ...others] = scenes(frames, 6);
    assert.equal(second?.transition, 'dissolve', `${seconds} s`);
    assert.ok(Math.abs(second.start - 2 - seconds / 2) < 0.2, `${seconds} s: ${second.start}`);
    assert.equal(others.length, 0, `${seconds} s`);
  }
});

test('a fade through black is one border, in the middle of the black', () => {
  for (const [seconds, stays] of [
    [0.3, 0.2],
    [1, 0],
    [1, 2],
  ] as const) {
    const end = 2 + 2 * seconds + stays;
    const frames = steady(8, (time) => {
      const out = mixed(photo(1), black(), shareAt(time, 2, seconds));
      return time < 2 + seconds + stays
        ? out
        : mixed(black(), photo(4), shareAt(time, 2 + seconds + stays, seconds));
    });
    const [, second, ...others] = scenes(frames, 8);
    assert.equal(second?.transition, 'fade', `${seconds} s`);
    assert.ok(Math.abs(second.start - (2 + end) / 2) < 0.2, `${seconds} s: ${second.start}`);
    assert.equal(others.length, 0, `${seconds} s`);
  }
});

test('a fade from black at the start and to black at the end are no borders', () => {
  const frames = steady(6, (time) => {
    const shown = shareAt(time, 0.5, 1) - shareAt(time, 4, 1);
    return mixed(black(), photo(2, time), shown);
  });
  assert.deepEqual(cuts(frames, 6), []);
});

test('light that grows, a turn of the camera and a title that fades in are no borders', () => {
  const light = steady(6, (time) =>
    photo(1).map((value, index) =>
      index < plane ? Math.round(value * (0.4 + 0.6 * shareAt(time, 2, 1))) : value,
    ),
  );
  assert.deepEqual(cuts(light, 6), []);

  const turn = steady(6, (time) => photo(3, 60 * shareAt(time, 2, 1.5)));
  assert.deepEqual(cuts(turn, 6), []);

  const title = steady(6, (time) => {
    const picture = photo(1);
    const bright = picture.map((value, index) =>
      index < plane &&
      Math.floor(index / cutPictureWidth) % 36 > 12 &&
      index % 7 < 3 &&
      index < plane / 1.5
        ? 235
        : value,
    );
    return mixed(picture, bright, shareAt(time, 2, 0.6));
  });
  assert.deepEqual(cuts(title, 6), []);
});

/** Places two pictures side by side, each shrunk to half its width. */
function sideBySide(left: Uint8Array, right: Uint8Array): Uint8Array {
  return left.map((_, index) => {
    const x = index % cutPictureWidth;
    const from = index - x + 2 * (x % (cutPictureWidth / 2));
    return (x < cutPictureWidth / 2 ? left : right)[from] ?? 0;
  });
}

test('a cut in one half of a split screen is of that part, and the other goes on', () => {
  const frames = steady(5, (time) =>
    sideBySide(photo(1, time), time < 2 ? photo(2, time) : mixed(photo(5, time), black(), 0.6)),
  );
  const found = scenes(frames, 5);

  assert.deepEqual(found[1], {
    start: 2,
    end: 5,
    transition: 'part_cut',
    part: { x: 0.5, y: 0, width: 0.5, height: 1 },
  });
  assert.equal(found.length, 2);
  assert.deepEqual(shotsOf(found), [{ start: 0, end: 5 }]);
});

test('something that appears before a scene is no cut of a part', () => {
  const frames = steady(5, (time) => {
    const scene = photo(1, time);
    if (time < 2) return scene;

    const other = photo(4);
    return scene.map((value, index) => {
      const x = index % cutPictureWidth;
      const y = Math.floor((index % plane) / cutPictureWidth);
      return (x - 20) ** 2 + (y - 18) ** 2 < 150 ? (other[index] ?? 0) : value;
    });
  });
  assert.ok(scenes(frames, 5).every(({ transition }) => transition !== 'part_cut'));
});
