import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between } from './row-selection.ts';

test('a stretch has both its ends, in either direction', () => {
  const shown = ['a', 'b', 'c', 'd'];
  assert.deepEqual(between(shown, 'b', 'd'), ['b', 'c', 'd']);
  assert.deepEqual(between(shown, 'd', 'b'), ['b', 'c', 'd']);
  assert.deepEqual(between(shown, 'c', 'c'), ['c']);
});

test('where it began is not shown any more: the last alone', () => {
  assert.deepEqual(between(['a', 'b'], 'gone', 'b'), ['b']);
});
