import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, counted, percent, times } from './quantity.ts';

test('counts and sizes', () => {
  assert.equal(counted(1, 'video'), '1 video');
  assert.equal(counted(1200, 'video'), '1,200 videos');
  assert.equal(counted(2, 'speech', 'speeches'), '2 speeches');
  assert.deepEqual([12, 1500, 524_288_000].map(bytes), ['12 bytes', '1.5 KB', '524 MB']);
  assert.equal(percent(0.835), '84 %');
  assert.deepEqual([times(1), times(2)], ['once', '2 times']);
});
