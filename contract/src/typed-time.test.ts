/** Tests reading times as people type them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedTime } from './typed-time.ts';

test('seconds and clocks are read', () => {
  const times = {
    '90': 90,
    ' 12.5 ': 12.5,
    '1:30': 90,
    '90:00': 5400,
    '1:02:03.5': 3723.5,
    '0': 0,
  };
  for (const [text, seconds] of Object.entries(times)) assert.equal(typedTime(text), seconds, text);
});

test('anything else is no time', () => {
  for (const text of [
    '',
    '-5',
    '1:',
    ':30',
    '1:60',
    '1:75:00',
    '1:2:3:4',
    '1e3',
    'NaN',
    '5 s',
    '1,5',
  ])
    assert.equal(typedTime(text), null, text);
});
