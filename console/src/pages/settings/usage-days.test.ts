import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, defaultRange, usageDays } from './usage-days.ts';

const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();
const charge = (day: number, hour: number, amount: number, job_id: string) => ({
  type: 'charge' as const,
  amount: -amount,
  job_id,
  created_at: at(day, hour),
});

test('charges stand at their day, days without any are there as well', () => {
  const ledger = [
    charge(28, 1, 7, 'a'),
    charge(28, 23, 3, 'b'),
    charge(28, 23, 2, 'b'),
    charge(30, 12, 5, 'c'),
    { ...charge(30, 12, -100, 'd'), type: 'grant' as const },
    charge(31, 12, 50, 'after the range'),
  ];
  assert.deepEqual(usageDays(ledger, new Date(2026, 2, 28, 15), new Date(2026, 2, 30, 1)), [
    { day: '2026-03-28', spentCredits: 12, jobs: 2 },
    { day: '2026-03-29', spentCredits: 0, jobs: 0 },
    { day: '2026-03-30', spentCredits: 5, jobs: 1 },
  ]);
});

test('a range begins with the month and ends with the day', () => {
  assert.deepEqual(defaultRange(new Date(2026, 1, 9)), { from: '2026-02-01', to: '2026-02-09' });
  assert.equal(dayOf(new Date(2026, 11, 31, 23, 59)), '2026-12-31');
});
