import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, secondsOf } from './typed-time.ts';

test('a moment is typed in seconds or as a clock shows it', () => {
  const typed = ['9', '0:09', ' 9,5 ', '1:05.5', '1:02:03', '75'];
  assert.deepEqual(typed.map(secondsOf), [9, 9, 9.5, 65.5, 3723, 75]);
  for (const text of ['', 'x', '-1', '1:2:3:4', '1e3']) assert.ok(Number.isNaN(secondsOf(text)));
});

test('a field has it so that it can be read again', () => {
  assert.deepEqual([0, 9, 9.5, 59.999, 65.25].map(clockText), [
    ...['0:00', '0:09', '0:09.5', '1:00', '1:05.25'],
  ]);
});
