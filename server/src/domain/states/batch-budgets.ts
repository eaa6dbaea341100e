/** How much of a batch's `max_credits` is left for each of its jobs, once real lengths are known. */
import { Fault } from '@reelsight/contract';
import { type BatchBudget, lockBatchBudgets } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';

/**
 * When a batch is created, its cap is checked against estimates from lengths that a file's header or its owner states.
 * So each job is checked against the cap again once its real length is known: the charges of ended jobs, the estimates
 * of the other open jobs and its own estimate must together stay within the cap. A job whose estimate did not grow is
 * not refused because another job's estimate did.
 */
export class BatchBudgets {
  readonly #budgets: ReadonlyMap<string, BatchBudget>;

  constructor(budgets: ReadonlyMap<string, BatchBudget>) {
    this.#budgets = budgets;
  }

  /** Locks the batches that have a cap. In the global lock order, they come after workspaces. */
  static async lock(tx: Queryable, jobs: Iterable<JobRow>): Promise<BatchBudgets> {
    const ids = new Set([...jobs].flatMap(({ batch_id: id }) => id ?? []));
    return new BatchBudgets(ids.size > 0 ? await lockBatchBudgets(tx, [...ids]) : new Map());
  }

  /** The highest estimate that this job may have; infinite if its batch has no cap. */
  leftFor(job: JobRow): number {
    const budget = this.#budgetOf(job);
    if (!budget) return Number.POSITIVE_INFINITY;

    let remaining = budget.maxCredits - budget.charged;
    for (const [id, credits] of budget.open) if (id !== job.id) remaining -= credits;
    return remaining;
  }

  /** Throws Fault BUDGET_EXCEEDED. */
  check(job: JobRow, credits: number): void {
    const remaining = this.leftFor(job);
    if (credits <= remaining) return;
    throw new Fault('BUDGET_EXCEEDED', `estimate ${credits} over ${remaining} of ${job.batch_id}`, {
      text: `The estimate on the real duration is ${credits} credits, more than max_credits of the batch leaves for it (${Math.max(remaining, 0)}).`,
    });
  }

  /** Uses this estimate of the job in further checks. */
  count(job: JobRow, credits: number): void {
    this.#budgetOf(job)?.open.set(job.id, credits);
  }

  #budgetOf({ batch_id: id }: JobRow): BatchBudget | undefined {
    return id === null ? undefined : this.#budgets.get(id);
  }
}
