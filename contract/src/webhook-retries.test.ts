import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDelayMs } from './webhook-retries.ts';

test('four attempts: at once, then after 1, 10 and 60 seconds', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((made) => nextDelayMs(made)),
    [1_000, 10_000, 60_000, null],
  );
});

test('no fifth attempt', () => {
  assert.equal(nextDelayMs(5), null);
});
