/**
 * Changes credits through the ledger: every change locks the workspace, writes one entry, and keeps the pools equal to
 * the sum of the entries.
 */
import type { TransactionType } from '@reelsight/contract';
import { insertEntries, type LedgerRow } from '../db/billing/ledger.ts';
import type { Queryable } from '../db/database.ts';
import { workspacesWithHeldJobsAmong } from '../db/jobs/held-jobs.ts';
import {
  addToPools,
  lockWorkspace,
  lockWorkspaces,
  type PoolChange,
  setResetsAt,
  type WorkspaceRow,
} from '../db/workspaces/workspaces.ts';
import type { Domain } from './domain.ts';

type Pools = Pick<WorkspaceRow, 'plan_credits' | 'purchased_credits'>;

export const balanceOf = (pools: Pools): number => pools.plan_credits + pools.purchased_credits;

/** Credits that no job has reserved. */
export const availableOf = (workspace: WorkspaceRow): number =>
  Math.max(0, balanceOf(workspace) - workspace.reserved_credits);

async function enter(
  domain: Domain,
  tx: Queryable,
  entry: Omit<LedgerRow, 'id' | 'amount' | 'created_at'>,
): Promise<LedgerRow> {
  const now = domain.now();
  const row = {
    ...entry,
    id: domain.newId('txn'),
    amount: entry.plan_amount + entry.purchased_amount,
    created_at: now,
  };
  await insertEntries(tx, [row]);

  const { workspace_id: workspaceId, plan_amount: plan, purchased_amount: purchased } = entry;
  await addToPools(tx, [{ workspaceId, plan, purchased }]);

  return row;
}

/**
 * Adds credits: a grant goes to the plan pool, a purchase or refund to the purchased pool. Then checks held jobs again.
 */
export async function addCredits(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  credit: {
    type: Extract<TransactionType, 'grant' | 'purchase' | 'refund'>;
    amount: number;
    description: string;
  },
): Promise<LedgerRow> {
  await lockWorkspace(tx, workspaceId);
  const toPlan = credit.type === 'grant';
  const row = await enter(domain, tx, {
    workspace_id: workspaceId,
    type: credit.type,
    plan_amount: toPlan ? credit.amount : 0,
    purchased_amount: toPlan ? 0 : credit.amount,
    job_id: null,
    description: credit.description,
  });
  await wakeHeldJobs(domain, tx, workspaceId);

  return row;
}

/**
 * Checks again whether the held jobs of these workspaces can be paid for. The caller must have locked the workspaces.
 */
export async function wakeHeldJobs(
  domain: Domain,
  tx: Queryable,
  ...workspaceIds: readonly string[]
): Promise<void> {
  const heldWorkspaceIds =
    workspaceIds.length > 0 ? await workspacesWithHeldJobsAmong(tx, workspaceIds) : [];
  const tasks = heldWorkspaceIds.map((workspaceId) => ({ data: { workspaceId } }));
  if (tasks.length > 0) await domain.queue.enqueueAll(tx, 'resume', tasks);
}

/** The cost of a job that is about to end. */
export interface Cost {
  readonly id: string;
  readonly workspaceId: string;
  readonly cost: number;
  readonly reserved: number;
  /** Description of the charge in the ledger. */
  readonly what: string;
}

/**
 * Charges jobs: takes plan credits first, then purchased ones, but never more than there are. A shortfall is written
 * off, and the description says so. Returns the charged amounts, in order. The caller must hold the locks of the jobs;
 * the ledger allows only one charge per job.
 */
export async function chargeJobs(
  domain: Domain,
  tx: Queryable,
  costs: readonly Cost[],
): Promise<number[]> {
  const ids = [...new Set(costs.map((cost) => cost.workspaceId))];
  const pools = new Map<string, Pools>(await lockWorkspaces(tx, ids));
  const entries: LedgerRow[] = [];
  const changes: PoolChange[] = [];
  const charged = costs.map((job) => {
    const { workspaceId, reserved } = job;
    const pool = pools.get(workspaceId);
    if (!pool) return 0;

    const entry = chargeOf(domain, pool, job);
    const { plan_amount: plan, purchased_amount: purchased, amount } = entry;
    pools.set(workspaceId, {
      plan_credits: pool.plan_credits + plan,
      purchased_credits: pool.purchased_credits + purchased,
    });
    entries.push(entry);
    changes.push({ workspaceId, plan, purchased, reserved: -reserved });

    return 0 - amount;
  });
  if (entries.length === 0) return charged;

  await insertEntries(tx, entries);
  await addToPools(tx, changes);

  const freed = costs.filter((job, index) => job.reserved > (charged[index] ?? 0));
  await wakeHeldJobs(domain, tx, ...new Set(freed.map((job) => job.workspaceId)));

  return charged;
}

function chargeOf(domain: Domain, pool: Pools, job: Cost): LedgerRow {
  const fromPlan = Math.min(job.cost, pool.plan_credits);
  const fromPurchased = Math.min(job.cost - fromPlan, pool.purchased_credits);
  const shortfall = job.cost - fromPlan - fromPurchased;

  return {
    id: domain.newId('txn'),
    workspace_id: job.workspaceId,
    type: 'charge',
    // 0 minus 0 is 0, whereas a negation would give -0, which clients would see.
    amount: 0 - fromPlan - fromPurchased,
    plan_amount: 0 - fromPlan,
    purchased_amount: 0 - fromPurchased,
    job_id: job.id,
    description: shortfall > 0 ? `${job.what}; ${shortfall} credits written off` : job.what,
    created_at: domain.now(),
  };
}

/** Releases the credits that are reserved for a job when the job ends without a charge. */
export async function releaseCredits(
  domain: Domain,
  tx: Queryable,
  job: { workspace_id: string; credits_reserved: number },
): Promise<void> {
  if (job.credits_reserved === 0) return;
  await lockWorkspace(tx, job.workspace_id);
  await addToPools(tx, [{ workspaceId: job.workspace_id, reserved: -job.credits_reserved }]);
  await wakeHeldJobs(domain, tx, job.workspace_id);
}

/**
 * The next monthly anniversary of the subscription's start after `earliest`, in UTC. For a subscription that began on
 * the 31st, it is the last day of a month that is shorter.
 */
export function nextReset(anchor: Date, earliest: Date): Date {
  for (let months = 1; ; months += 1) {
    const first = new Date(anchor);
    first.setUTCDate(1);
    first.setUTCMonth(first.getUTCMonth() + months);

    const last = new Date(
      Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
    ).getUTCDate();
    first.setUTCDate(Math.min(anchor.getUTCDate(), last));
    if (first > earliest) return first;
  }
}

/** Monthly reset: forfeits what is left of the plan pool and grants the plan's allowance. */
export async function resetPlanCredits(domain: Domain, workspaceId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const now = domain.now();
    if (!workspace?.resets_at || workspace.resets_at > now) return;
    const allowance = workspace.plan_grants ? domain.plans[workspace.plan].monthlyAllowance : 0;

    if (workspace.plan_credits > 0) {
      await enter(domain, tx, {
        workspace_id: workspaceId,
        type: 'forfeit',
        plan_amount: -workspace.plan_credits,
        purchased_amount: 0,
        job_id: null,
        description: 'Unused plan credits of the ended period',
      });
    }

    if (allowance > 0) {
      await addCredits(domain, tx, workspaceId, {
        type: 'grant',
        amount: allowance,
        description: 'Monthly plan credits',
      });
    }

    await setResetsAt(tx, workspaceId, allowance > 0 ? nextReset(workspace.anchor_at, now) : null);
  });
}
