import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedNumber } from './typed-number.ts';

test('a number is one; anything else stays as it was typed and never becomes null', () => {
  assert.deepEqual([' 12 ', '0', '-3', '1.5'].map(typedNumber), [12, 0, -3, 1.5]);
  assert.deepEqual(
    ['many', '1,000', '1e999'].map((text) => JSON.parse(JSON.stringify(typedNumber(text)))),
    ['many', '1,000', '1e999'],
  );
});
