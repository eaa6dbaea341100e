import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endOfQuiet } from './quiet-hours.ts';

const berlin = 'Europe/Berlin';
const endAt = (start: string, end: string, now: string, timeZone = berlin): string | undefined =>
  endOfQuiet({ start, end }, timeZone, new Date(now))?.toISOString();

describe('Quiet hours', () => {
  test('end on the same or the next day, in the time zone', () => {
    assert.equal(endAt('22:00', '07:00', '2026-07-01T19:59:00Z'), undefined);
    assert.equal(endAt('22:00', '07:00', '2026-07-01T20:00:00Z'), '2026-07-02T05:00:00.000Z');
    assert.equal(endAt('22:00', '07:00', '2026-07-02T04:59:00Z'), '2026-07-02T05:00:00.000Z');
    assert.equal(endAt('22:00', '07:00', '2026-07-02T05:00:00Z'), undefined);
    assert.equal(endAt('12:00', '13:00', '2026-01-05T11:30:00Z'), '2026-01-05T12:00:00.000Z');
    assert.equal(endAt('12:00', '13:00', '2026-01-05T12:00:00Z'), undefined);
    assert.equal(
      endAt('22:00', '07:00', '2026-07-01T20:00:00Z', 'Pacific/Auckland'),
      undefined,
      'it is eight in the morning there',
    );
  });

  test('are shorter in the night in which clocks are set ahead, and longer in the other', () => {
    assert.equal(endAt('22:00', '07:00', '2026-03-28T21:30:00Z'), '2026-03-29T05:00:00.000Z');
    assert.equal(endAt('22:00', '07:00', '2026-10-24T20:30:00Z'), '2026-10-25T06:00:00.000Z');
  });

  test('end after the hour that does not exist, and at the end of the one that comes twice', () => {
    assert.equal(endAt('22:00', '02:30', '2026-03-28T23:00:00Z'), '2026-03-29T01:30:00.000Z');
    assert.equal(endAt('22:00', '02:30', '2026-10-24T23:00:00Z'), '2026-10-25T00:30:00.000Z');
    // A quarter past two for the second time.
    assert.equal(endAt('22:00', '02:30', '2026-10-25T01:15:00Z'), '2026-10-25T01:30:00.000Z');
  });
});
