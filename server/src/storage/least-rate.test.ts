/** The minimum rate of uploads and downloads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './least-rate.ts';

test('a transfer is slow if a whole span brought too few bytes, whatever came before', () => {
  const pace = new Pace({ bytesPerSecond: 100, overMs: 2000 }, 4);
  const isSlow = [100, 200, 300, 400, 400, 400, 400].map((total) => pace.isSlow(total));
  assert.deepEqual(isSlow, [false, false, false, false, false, false, true]);
});

test('without a minimum rate nothing is slow', () => {
  const pace = new Pace({ bytesPerSecond: 0, overMs: 1000 }, 1);
  assert.deepEqual([pace.isSlow(0), pace.isSlow(0), pace.isSlow(0)], [false, false, false]);
});
