import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentText } from './percent-text.ts';

test('a small share keeps two digits that count, and none looks like nothing', () => {
  assert.deepEqual([0, 0.00004, 0.0004, 0.0021, 0.01, 0.1234, 0.5, 1].map(percentText), [
    '0 %',
    '< 0.01 %',
    '0.04 %',
    '0.21 %',
    '1.0 %',
    '12.3 %',
    '50.0 %',
    '100.0 %',
  ]);
});
