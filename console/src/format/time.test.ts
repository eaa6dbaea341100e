import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roughly, secondsCell, spoken, timeText, wholeTimeText } from './time.ts';

test('a time has tenths below ten minutes and is rounded, not cut', () => {
  assert.deepEqual([0, 4.97, 5, 5.04, 59.96, 61.24].map(timeText), [
    ...['0:00.0', '0:05.0', '0:05.0', '0:05.0', '1:00.0', '1:01.2'],
  ]);
  assert.deepEqual([599.94, 599.96, 760.6, 7389, 3599.7].map(timeText), [
    ...['9:59.9', '10:00', '12:41', '2:03:09', '1:00:00'],
  ]);
  assert.equal(wholeTimeText(59.9), '1:00');
});

test('a file has the number that the page shows', () => {
  assert.deepEqual([4.97, 5.04, 0.25, 719.96].map(secondsCell), [5, 5, 0.3, 720]);
});

test('it is spoken as it is shown', () => {
  assert.deepEqual([0, 1, 4.97, 62.5, 7200.4].map(spoken), [
    ...['0 seconds', '1 second', '5 seconds', '1 minute 2.5 seconds', '2 hours'],
  ]);
});

test('a guess is said as one', () => {
  assert.deepEqual([3, 32, 58, 170, 7000].map(roughly), [
    ...['a few seconds', 'about 40 seconds', 'about 1 minute', 'about 3 minutes', 'about 2 hours'],
  ]);
});
