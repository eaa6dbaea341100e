/** What the `max_credits` of a batch leaves for each of its jobs, once real lengths are known. */
import { Fault } from '@reelsight/contract';
import { type BatchBudget, lockBatchBudgets } from '../db/batches.ts';
import type { Queryable } from '../db/database.ts';
import type { JobRow } from '../db/jobs.ts';

/**
 * A batch is created by estimates, which rest on lengths that a file's header or its owner states. So each job is held
 * against the cap again: what ended jobs were charged, what the other open ones are estimated at, and its own estimate
 * must fit. Jobs whose estimates did not grow are not refused for one that did.
 */
export class BatchBudgets {
  readonly #budgets: ReadonlyMap<string, BatchBudget>;

  constructor(budgets: ReadonlyMap<string, BatchBudget>) {
    this.#budgets = budgets;
  }

  /** Locks the batches that have a cap, in the order of all locks: after workspaces. */
  static async lock(tx: Queryable, jobs: Iterable<JobRow>): Promise<BatchBudgets> {
    const ids = new Set([...jobs].flatMap(({ batch_id: id }) => id ?? []));
    return new BatchBudgets(ids.size > 0 ? await lockBatchBudgets(tx, [...ids]) : new Map());
  }

  /** The highest estimate this job may have; infinite without a cap. */
  leftFor(job: JobRow): number {
    const budget = this.#budgetOf(job);
    if (!budget) return Number.POSITIVE_INFINITY;

    let left = budget.maxCredits - budget.charged;
    for (const [id, credits] of budget.open) if (id !== job.id) left -= credits;
    return left;
  }

  /** Throws Fault BUDGET_EXCEEDED. */
  check(job: JobRow, credits: number): void {
    const left = this.leftFor(job);
    if (credits <= left) return;
    throw new Fault('BUDGET_EXCEEDED', `estimate ${credits} over ${left} of ${job.batch_id}`, {
      text: `The estimate on the real duration is ${credits} credits, more than max_credits of the batch leaves for it (${Math.max(left, 0)}).`,
    });
  }

  /** From now on the job counts with this estimate. */
  count(job: JobRow, credits: number): void {
    this.#budgetOf(job)?.open.set(job.id, credits);
  }

  #budgetOf({ batch_id: id }: JobRow): BatchBudget | undefined {
    return id === null ? undefined : this.#budgets.get(id);
  }
}
