/** Schedules are due once a week or month, also where the clocks change, and report what was over by then. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScheduleEvery } from '@reelsight/contract';
import fc from 'fast-check';
import { lastDueAt, nextDueAt, periodBefore } from './times.ts';

const berlin = 'Europe/Berlin';
const mondayAtEight: ScheduleEvery = { period: 'week', weekday: 'monday', hour: 8 };
const at = (text: string): Date => new Date(text);

/** The moments at which a schedule is due, one after the other. */
function dueAfter(every: ScheduleEvery, from: string, count: number, timeZone = berlin): string[] {
  let now = at(from);
  return Array.from({ length: count }, () => {
    now = nextDueAt(every, timeZone, now);
    return now.toISOString();
  });
}

describe('A weekly schedule', () => {
  test('is due at its hour in its time zone, in summer and in winter', () => {
    assert.deepEqual(dueAfter(mondayAtEight, '2026-10-18T00:00:00Z', 3), [
      '2026-10-19T06:00:00.000Z',
      '2026-10-26T07:00:00.000Z',
      '2026-11-02T07:00:00.000Z',
    ]);
  });

  test('is due once where its hour is skipped, and once where it comes twice', () => {
    const sundayAtTwo: ScheduleEvery = { period: 'week', weekday: 'sunday', hour: 2 };
    assert.deepEqual(dueAfter(sundayAtTwo, '2026-03-22T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-04-05T00:00:00.000Z',
    ]);
    assert.deepEqual(dueAfter(sundayAtTwo, '2026-10-18T12:00:00Z', 2), [
      '2026-10-25T00:00:00.000Z',
      '2026-11-01T01:00:00.000Z',
    ]);
  });

  test('reports the week from Monday to Sunday that is over, as days are in its time zone', () => {
    const period = { start: '2026-10-19', end: '2026-10-25' };
    assert.deepEqual(periodBefore(mondayAtEight, berlin, at('2026-10-26T07:00:00Z')), period);
    // On Sunday the week is not over yet.
    const sunday: ScheduleEvery = { ...mondayAtEight, weekday: 'sunday' };
    const before = { start: '2026-10-12', end: '2026-10-18' };
    assert.deepEqual(periodBefore(sunday, berlin, at('2026-10-25T08:00:00Z')), before);

    const midnight: ScheduleEvery = { period: 'week', weekday: 'monday', hour: 0 };
    const auckland = 'Pacific/Auckland';
    const [dueAt = ''] = dueAfter(midnight, '2026-10-24T00:00:00Z', 1, auckland);
    assert.equal(dueAt, '2026-10-25T11:00:00.000Z');
    assert.deepEqual(periodBefore(midnight, auckland, at(dueAt)), period);
  });
});

describe('A monthly schedule', () => {
  test('is due on its day or on the last, and reports the month before', () => {
    const last: ScheduleEvery = { period: 'month', day: 'last', hour: 18 };
    assert.deepEqual(dueAfter(last, '2028-01-31T18:00:00Z', 3, 'UTC'), [
      '2028-02-29T18:00:00.000Z',
      '2028-03-31T18:00:00.000Z',
      '2028-04-30T18:00:00.000Z',
    ]);
    const first: ScheduleEvery = { period: 'month', day: 1, hour: 0 };
    assert.deepEqual(periodBefore(first, berlin, at('2026-12-31T23:00:00Z')), {
      start: '2026-12-01',
      end: '2026-12-31',
    });
  });
});

test('between two moments that follow one another nothing is due, whatever the time zone', () => {
  const zones = ['UTC', berlin, 'America/Santiago', 'Asia/Beirut', 'Pacific/Apia', 'Africa/Cairo'];
  const everies = fc.oneof(
    fc.record({
      period: fc.constant('week' as const),
      weekday: fc.constantFrom('monday' as const, 'friday' as const, 'sunday' as const),
      hour: fc.integer({ min: 0, max: 23 }),
    }),
    fc.record({
      period: fc.constant('month' as const),
      day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant('last' as const)),
      hour: fc.integer({ min: 0, max: 23 }),
    }),
  );
  const moments = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) });

  fc.assert(
    fc.property(everies, fc.constantFrom(...zones), moments, (every, zone, ms) => {
      const now = new Date(ms);
      const last = lastDueAt(every, zone, now);
      const next = nextDueAt(every, zone, now);
      assert.ok(last <= now && now < next);
      assert.deepEqual(nextDueAt(every, zone, last), next);
      assert.deepEqual(lastDueAt(every, zone, next), next);
      assert.ok(periodBefore(every, zone, next).start > periodBefore(every, zone, last).start);
    }),
    { numRuns: 100 },
  );
});
