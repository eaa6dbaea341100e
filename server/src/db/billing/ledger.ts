/** Queries over the append-only ledger. */
import type { TransactionType } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';

export interface LedgerRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly type: TransactionType;
  readonly amount: number;
  readonly plan_amount: number;
  readonly purchased_amount: number;
  readonly job_id: string | null;
  readonly description: string;
  readonly created_at: Date;
}

export async function insertEntries(tx: Queryable, rows: readonly LedgerRow[]): Promise<void> {
  await tx.query(
    `insert into ledger (id, workspace_id, type, amount, plan_amount, purchased_amount, job_id, description, created_at)
     select id, workspace_id, type, amount, plan_amount, purchased_amount, job_id, description, created_at
     from jsonb_to_recordset($1::jsonb) as one (id text, workspace_id text, type text, amount bigint, plan_amount bigint,
       purchased_amount bigint, job_id text, description text, created_at timestamptz)`,
    [cleanJson(rows)],
    'insert entries',
  );
}

export async function ledgerPage(
  db: Queryable,
  filter: {
    workspaceId: string;
    start: Date;
    end: Date;
    type: TransactionType | null;
    before: { createdAt: Date; id: string } | null;
    limit: number;
  },
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(
    `select * from ledger
     where workspace_id = $1 and created_at >= $2 and created_at <= $3 and ($4::text is null or type = $4)
       and ($5::timestamptz is null or (created_at, id) < ($5, $6::text collate "C"))
     order by created_at desc, id desc limit $7`,
    [
      filter.workspaceId,
      filter.start,
      filter.end,
      filter.type,
      filter.before?.createdAt ?? null,
      filter.before?.id ?? null,
      filter.limit,
    ],
  );
}

export interface LedgerSums {
  readonly used: number;
  readonly purchased: number;
  readonly refunded: number;
  readonly granted: number;
}

export async function ledgerSums(
  db: Queryable,
  filter: { workspaceId: string; start: Date; end: Date },
): Promise<LedgerSums> {
  const rows = await db.query<LedgerSums>(
    `select coalesce(-sum(amount) filter (where type = 'charge'), 0)::bigint as used,
       coalesce(sum(amount) filter (where type = 'purchase'), 0)::bigint as purchased,
       coalesce(sum(amount) filter (where type = 'refund'), 0)::bigint as refunded,
       coalesce(sum(amount) filter (where type = 'grant'), 0)::bigint as granted
     from ledger where workspace_id = $1 and created_at >= $2 and created_at <= $3`,
    [filter.workspaceId, filter.start, filter.end],
  );
  return rows[0] ?? { used: 0, purchased: 0, refunded: 0, granted: 0 };
}
