import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytes,
  clock,
  counted,
  fineClock,
  lengthText,
  percent,
  spoken,
  times,
} from './quantity.ts';

test('a point of time is short for short videos and has hours for long ones', () => {
  const seconds = [0, 7.9, 59.9999999, 61, 761, 7389];
  assert.deepEqual(seconds.map(clock), ['0:00', '0:07', '1:00', '1:01', '12:41', '2:03:09']);
  assert.deepEqual([0.05, 9.96, 61.24].map(fineClock), ['0:00.1', '0:10.0', '1:01.2']);
});

test('a length is said in words', () => {
  assert.deepEqual([0, 1, 62, 7200].map(spoken), [
    '0 seconds',
    '1 second',
    '1 minute 2 seconds',
    '2 hours',
  ]);
});

test('counts and sizes', () => {
  assert.equal(counted(1, 'video'), '1 video');
  assert.equal(counted(1200, 'video'), '1,200 videos');
  assert.equal(counted(2, 'speech', 'speeches'), '2 speeches');
  assert.deepEqual([12, 1500, 524_288_000].map(bytes), ['12 bytes', '1.5 KB', '524 MB']);
  assert.equal(percent(0.835), '84 %');
  assert.deepEqual([times(1), times(2)], ['once', '2 times']);
  assert.equal(lengthText(59.6), '1:00');
});
