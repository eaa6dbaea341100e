import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PixelRect, RgbImage } from '../../engines/engine.ts';
import { lookAt, pictureShift } from './picture-shift.ts';

const width = 320;
const height = 160;

/** Strokes 48 pixels high at irregular distances; `noise` is in grey levels. */
function drawn(left: number, top: number, { ink = 220, ground = 60, noise = 0 } = {}): RgbImage {
  let seed = 7 + left;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const strokes = [0, 13, 21, 40, 47, 66, 85, 91, 112];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const within = y >= top && y < top + 48;
      const isInk = within && strokes.some((stroke) => x >= left + stroke && x < left + stroke + 5);
      data.fill((isInk ? ink : ground) + 2 * noise * next(), at, at + 3);
    }

  return { width, height, data };
}

const shiftOf = (before: RgbImage, after: RgbImage, place: PixelRect) =>
  pictureShift(lookAt(before, place), after);

const box = { x: 96, y: 46, width: 125, height: 56 };

test('what moved is found to the pixel, also among noise and at another contrast', () => {
  for (const [dx, dy] of [
    [1, 0],
    [-7, 2],
    [40, -10],
    [55, 30],
  ] as const) {
    const after = drawn(100 + dx, 50 + dy, { ink: 160, ground: 90, noise: 8 });
    const shift = shiftOf(drawn(100, 50, { noise: 4 }), after, box);
    assert.deepEqual([shift?.dx, shift?.dy], [dx, dy]);
    assert.ok((shift?.likeness ?? 0) > 0.8, `${shift?.likeness}`);
  }
});

test('what stands, and what goes beyond an edge of the picture', () => {
  const before = drawn(100, 50, { noise: 3 });
  const shift = shiftOf(before, drawn(100, 50), box);
  assert.deepEqual([shift?.dx, shift?.dy], [0, 0]);
  const out = shiftOf(drawn(10, 50), drawn(-15, 50), { ...box, x: 6 });
  assert.deepEqual([out?.dx, out?.dy], [-25, 0]);
});

test('nothing is told of an empty place, of pictures of two sizes, and little of another thing', () => {
  assert.equal(shiftOf(drawn(100, 50, { ink: 60 }), drawn(100, 50), box), null);
  const small = { width: 160, height: 80, data: new Uint8Array(160 * 80 * 3) };
  assert.equal(shiftOf(drawn(100, 50), small, box), null);
  const gone = shiftOf(drawn(100, 50), drawn(100, 50, { ink: 60, noise: 8 }), box);
  assert.ok(gone && gone.likeness < 0.6, `${gone?.likeness}`);
});
