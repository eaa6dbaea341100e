/** The ledger grouped by day in the reader's time zone. */
import type { Transaction } from '@reelsight/contract';

export interface Day {
  /** `2026-03-28` */
  readonly day: string;
  readonly spentCredits: number;
  readonly jobs: number;
}

/** Every day from `from` to `to`, including days without a charge. */
export function usageDays(
  transactions: readonly Pick<Transaction, 'type' | 'amount' | 'job_id' | 'created_at'>[],
  from: Date,
  to: Date,
): Day[] {
  const days = new Map<string, { spent: number; jobs: Set<string> }>();
  const last = dayOf(to);
  for (let date = new Date(from.getFullYear(), from.getMonth(), from.getDate()); ; ) {
    const day = dayOf(date);
    days.set(day, { spent: 0, jobs: new Set() });
    if (day >= last) break;
    date = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  }

  for (const { type, amount, job_id, created_at } of transactions) {
    const entry = days.get(dayOf(new Date(created_at)));
    if (!entry || type !== 'charge') continue;
    entry.spent -= amount;
    if (job_id) entry.jobs.add(job_id);
  }

  return [...days].map(([day, { spent, jobs }]) => ({ day, spentCredits: spent, jobs: jobs.size }));
}

export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** From the first day of the current month to today. */
export function defaultRange(now: Date): { from: string; to: string } {
  return { from: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)), to: dayOf(now) };
}
