import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUpTo, countWhile } from './ordered.ts';

test('numbers at most a value are counted, equal ones included', () => {
  const sorted = [1, 2, 2, 2, 5];
  assert.deepEqual(
    [0, 1, 2, 3, 5, 9].map((value) => countUpTo(sorted, value)),
    [0, 1, 4, 4, 5, 5],
  );
  assert.equal(countUpTo([], 1), 0);
});

test('items that meet a condition at the beginning of a list are counted', () => {
  for (const length of [0, 1, 2, 3, 7, 64])
    for (let border = 0; border <= length; border += 1) {
      const list = Array.from({ length }, (_, index) => ({ at: index }));
      assert.equal(
        countWhile(list, ({ at }) => at < border),
        border,
      );
    }
});
