import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cronFields, longestPauseSeconds } from './cron.ts';

const hour = 3600;
const day = 24 * hour;
const from = new Date('2026-01-15T12:00:00Z');

test('the longest pause of a schedule', () => {
  const pauses: [string, number][] = [
    ['* * * * *', 60],
    ['30 3 * * *', day],
    ['0 */6 * * *', 6 * hour],
    ['0 8-18/2 * * *', 14 * hour],
    ['5/15 * * * *', 15 * 60],
    ['5-40/15 * * * *', 30 * 60],
    ['0 4 * * 1-5', 3 * day],
    ['0 4 * * 7', 7 * day],
    ['0 4 1 * *', 31 * day],
    ['0 4 1 * 1', 7 * day],
    ['0 4 29 2 *', (4 * 365 + 1) * day],
  ];
  for (const [line, seconds] of pauses)
    assert.equal(longestPauseSeconds(line, from), seconds, line);
});

test('lines that are none', () => {
  for (const line of [
    '',
    '* * * *',
    '60 * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '@daily',
    'a * * * *',
  ])
    assert.equal(cronFields(line), null, line);
});
