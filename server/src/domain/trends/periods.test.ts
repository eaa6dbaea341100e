/** Periods begin where days begin in their time zone, also where the clocks change. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault, timeZone } from '@reelsight/contract';
import { periodsOf, type Stretch, timesOf } from './periods.ts';

const now = new Date('2026-11-29T11:00:00Z');
const inBerlin = (stretch: Partial<Stretch>) =>
  periodsOf({ by: 'week', timeZone: 'Europe/Berlin', ...stretch }, now);

describe('Periods', () => {
  test('weeks begin on Monday, and a stretch cuts the first and the last', () => {
    const { periods } = inBerlin({ since: '2026-11-04', until: '2026-11-18' });
    const days = periods.map(({ start, end, complete }) => [start, end, complete]);
    assert.deepEqual(days, [
      ['2026-11-04', '2026-11-08', false],
      ['2026-11-09', '2026-11-15', true],
      ['2026-11-16', '2026-11-18', false],
    ]);
  });

  test('without days they are the last twelve, of which the running one is not complete', () => {
    const { periods, since, until } = inBerlin({ by: 'month' });
    assert.equal(periods.length, 12);
    assert.equal(since, '2025-12-01');
    assert.equal(until, '2026-11-29');
    assert.equal(periods.at(-1)?.complete, false);
    assert.equal(periods.at(-2)?.complete, true);
  });

  test('a week with the change from summer time has an hour more', () => {
    const { periods } = inBerlin({ since: '2026-10-19', until: '2026-11-01' });
    const hours = periods.map(
      (period) => (period.endsAt.getTime() - period.startsAt.getTime()) / 3_600_000,
    );
    assert.deepEqual(hours, [169, 168]);
    assert.equal(periods[0].startsAt.toISOString(), '2026-10-18T22:00:00.000Z');
  });

  test('a day that has no midnight begins after it', () => {
    // In Beirut the clocks went from 23:59:59 to 1:00 on this day.
    assert.equal(
      timesOf({ since: '2024-03-31' }, 'Asia/Beirut').from.toISOString(),
      '2024-03-30T22:00:00.000Z',
    );
  });

  test('months have their own length, and the time before is as long in days', () => {
    const { periods, previousStartsAt } = periodsOf(
      { by: 'month', timeZone: 'UTC', since: '2028-02-01', until: '2028-03-31' },
      now,
    );
    assert.deepEqual(
      periods.map(({ end }) => end),
      ['2028-02-29', '2028-03-31'],
    );
    assert.equal(previousStartsAt.toISOString(), '2027-12-03T00:00:00.000Z');
  });

  test('today is the day in the time zone', () => {
    const late = new Date('2026-11-29T23:30:00Z');
    assert.equal(periodsOf({ by: 'day', timeZone: 'Pacific/Auckland' }, late).until, '2026-11-30');
    assert.equal(periodsOf({ by: 'day', timeZone: 'America/New_York' }, late).until, '2026-11-29');
  });

  test('a stretch that ends before it begins, and one of too many periods, are refused', () => {
    const refusal = (stretch: Partial<Stretch>) => {
      try {
        inBerlin(stretch);
      } catch (error) {
        assert.ok(error instanceof Fault);
        return error.message;
      }
      throw new assert.AssertionError({ message: 'it was not refused' });
    };
    assert.match(refusal({ since: '2026-11-04', until: '2026-11-03' }), /before the first/);
    assert.match(refusal({ by: 'day', since: '2024-01-01', until: '2026-11-03' }), /more than 400/);
    assert.match(refusal({ since: '0001-01-01' }), /1900/);
  });
});

test('a name is taken as a time zone if periods can be computed in it, and no other is', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // All names of three letters that end with T, as IST and CST do.
  const short = letters.flatMap((first) => letters.map((second) => `${first}${second}T`));
  const others = ['utc', 'ist', 'EST5EDT', 'Zulu', 'US/Pacific', 'Asia/Calcutta', 'Mars/Olympus'];
  const names = [...Intl.supportedValuesOf('timeZone'), ...short, ...others];

  const isComputable = (name: string): boolean => {
    try {
      return periodsOf({ by: 'week', timeZone: name }, now).periods.length > 0;
    } catch {
      return false;
    }
  };
  const differing = names.filter((name) => timeZone.safeParse(name).success !== isComputable(name));
  assert.deepEqual(differing, []);
  assert.equal(timeZone.safeParse('IST').success, false);
});
