/** The account of a workspace and its ledger. */
import { Fault, parseIsoDate, type Usage, type UsageQuery } from '@reelsight/contract';
import { ledgerPage, ledgerSums } from '../../../db/billing/ledger.ts';
import { countJobsCreated } from '../../../db/jobs/open-jobs.ts';
import { accountView, transactionView } from '../../../domain/jobs/view.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { decodeCursor, page } from '../../cursor.ts';

const monthStart = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

export async function getAccount(
  { domain }: CallDeps,
  call: Pick<WorkspaceCall, 'caller'>,
): Promise<Reply> {
  const now = domain.now();
  const { used: usedCredits } = await ledgerSums(domain.db, {
    workspaceId: call.caller.workspace_id,
    start: monthStart(now),
    end: now,
  });
  const { plans } = domain;

  return {
    status: 200,
    data: accountView(call.caller, { plans, now, usedThisPeriod: usedCredits }),
  };
}

const defaultLimit = 50;

export async function getUsage(
  { domain }: CallDeps,
  call: WorkspaceCall<UsageQuery>,
): Promise<Reply> {
  const { query } = call;
  const workspaceId = call.caller.workspace_id;
  const now = domain.now();
  const start = query.start_date ? parseIsoDate(query.start_date) : monthStart(now);
  const end = query.end_date ? parseIsoDate(query.end_date) : now;
  if (query.start_date && query.end_date && end < start) {
    throw new Fault('VALIDATION_FAILED', 'dates', {
      text: 'end_date: must not be before start_date.',
    });
  }

  const limit = query.limit ?? defaultLimit;
  const [sums, jobs, entries] = await Promise.all([
    ledgerSums(domain.db, { workspaceId, start, end }),
    countJobsCreated(domain.db, { workspaceId, start, end }),
    ledgerPage(domain.db, {
      workspaceId,
      start,
      end,
      type: query.type ?? null,
      before: query.cursor ? decodeCursor(query.cursor, 'txn') : null,
      limit: limit + 1,
    }),
  ]);
  const { rows, pagination } = page(entries, limit);
  const data: Usage = {
    summary: {
      period: { start: start.toISOString(), end: end.toISOString() },
      credits_used: sums.used,
      credits_purchased: sums.purchased,
      credits_refunded: sums.refunded,
      credits_granted: sums.granted,
      total_jobs: jobs,
    },
    transactions: rows.map(transactionView),
  };

  return { status: 200, data, pagination };
}
