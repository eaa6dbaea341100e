/** Small pictures are turned in the same way as FFmpeg turns stored pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turned, turnedBox } from './turned.ts';

// a b c
// d e f
const picture = {
  width: 3,
  height: 2,
  pixels: Uint8Array.from([...'abcdef'].map((c) => c.charCodeAt(0))),
};
const rows = (filters: readonly string[]): string[] => {
  const { width, height, pixels } = turned(picture, filters);
  const text = String.fromCharCode(...pixels);
  return Array.from({ length: height }, (_, y) => text.slice(y * width, (y + 1) * width));
};

test('every filter of an orientation turns pixels as FFmpeg describes it', () => {
  assert.deepEqual(rows([]), ['abc', 'def']);
  assert.deepEqual(rows(['transpose=clock']), ['da', 'eb', 'fc']);
  assert.deepEqual(rows(['transpose=cclock']), ['cf', 'be', 'ad']);
  assert.deepEqual(rows(['transpose=clock_flip']), ['fc', 'eb', 'da']);
  assert.deepEqual(rows(['transpose=cclock_flip']), ['ad', 'be', 'cf']);
  assert.deepEqual(rows(['hflip', 'vflip']), ['fed', 'cba']);
  assert.throws(() => turned(picture, ['rotate=30']), /rotate=30/);
});

test('a box is turned as the pixels in it are', () => {
  const filters = ['transpose=clock', 'transpose=cclock', 'transpose=clock_flip'];
  for (const filter of [...filters, 'transpose=cclock_flip', 'hflip', 'vflip']) {
    const { width, height, pixels } = turned(picture, [filter]);
    for (const [index, letter] of [...'abcdef'].entries()) {
      const stored = {
        x: (index % 3) / 3,
        y: Math.floor(index / 3) / 2,
        width: 1 / 3,
        height: 1 / 2,
      };
      const box = turnedBox(stored, [filter]);
      const column = Math.round(box.x * width);
      const row = Math.round(box.y * height);
      const shown = String.fromCharCode(pixels[row * width + column] ?? 0);
      assert.equal(shown, letter, filter);
      assert.ok(Math.abs(box.width - 1 / width) < 1e-9, filter);
    }
  }
});
