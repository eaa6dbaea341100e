import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundedShares, shareTexts } from './share-text.ts';

test('shares of a whole add up to 100.0 %, and keep their order', () => {
  assert.deepEqual(shareTexts([1 / 3, 1 / 3, 1 / 3]), ['33.4 %', '33.3 %', '33.3 %']);
  // Rounded one by one, these would add up to 100.1 %.
  assert.deepEqual(shareTexts([0.4255, 0.3255, 0.249]), ['42.6 %', '32.5 %', '24.9 %']);
  assert.deepEqual(shareTexts([0.9998, 0.0002, 0]), ['100.0 %', '< 0.1 %', '0 %']);

  for (let count = 1; count < 40; count += 1) {
    const parts = Array.from({ length: count }, (_, index) => 1 + ((index * 7919) % 97));
    const whole = parts.reduce((sum, part) => sum + part, 0);
    const rounded = roundedShares(parts.map((part) => part / whole));
    const tenths = rounded.reduce((sum, share) => sum + Math.round(share * 1000), 0);
    assert.equal(tenths, 1000, `${count} parts`);
  }
});

test('shares of some brands of a whole add up to what they are together', () => {
  const rounded = roundedShares([0.1114, 0.2225]);
  assert.deepEqual(rounded, [0.111, 0.223]);
});
