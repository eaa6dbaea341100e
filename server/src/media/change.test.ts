/** Tests of what counts as a change between two pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, showsChange } from './change.ts';

const size = { width: 320, height: 180 };

function picture(luma: number, patch?: { left: number; top: number; side: number; luma: number }) {
  const pixels = new Uint8Array(size.width * size.height).fill(luma);

  if (patch) {
    for (let row = patch.top; row < patch.top + patch.side; row += 1) {
      const from = row * size.width + patch.left;
      pixels.fill(patch.luma, from, from + patch.side);
    }
  }

  return { ...size, pixels };
}

test('the same picture with a little noise shows no change', () => {
  const noisy = picture(100);
  for (let index = 0; index < noisy.pixels.length; index += 1) {
    noisy.pixels[index] = 100 + ((index * 7919) % 5) - 2;
  }
  assert.equal(showsChange(picture(100), noisy), false);
});

test('a word of a few pixels in a corner is a change, as it comes and as it goes', () => {
  const word = picture(100, { left: 314, top: 175, side: 3, luma: 140 });
  assert.equal(showsChange(picture(100), word), true);
  assert.equal(showsChange(word, picture(100)), true);
});

test('contrast is nothing for one colour and half the range for black and white', () => {
  assert.equal(contrast(picture(16)), 0);
  const half = picture(0);
  half.pixels.fill(255, 0, half.pixels.length / 2);
  assert.equal(contrast(half), 127.5);
});
