import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodText } from './period-text.ts';

test('a stretch of days names each month and year once', () => {
  assert.equal(periodText('2026-11-02', '2026-11-08'), '2 to 8 November 2026');
  assert.equal(periodText('2026-10-26', '2026-11-01'), '26 October to 1 November 2026');
  assert.equal(periodText('2026-12-28', '2027-01-03'), '28 December 2026 to 3 January 2027');
  assert.equal(periodText('2028-02-01', '2028-02-29'), 'February 2028');
  assert.equal(periodText('2027-02-01', '2027-02-07'), '1 to 7 February 2027');
  assert.equal(periodText('2027-02-07', '2027-02-07'), '7 February 2027');
});
