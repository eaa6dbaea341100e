import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './id.ts';

test('an id is its prefix and a ULID in lower case', () => {
  assert.match(newId('job'), /^job_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.ok(newId('job', 0).startsWith('job_0000000000'));
});

test('ids are in the order they were made, also those of one millisecond, and all differ', () => {
  const ids = Array.from({ length: 5000 }, (_, index) =>
    newId('evt', 1_700_000_000_000 + Math.floor(index / 1000)),
  );
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
});
