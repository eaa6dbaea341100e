/** Queries over the audit log. */
import type { Actor, AuditAction } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';

export interface AuditRow {
  readonly id: string;
  readonly workspace_id: string | null;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly target: { readonly id: string | null; readonly name: string | null };
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly address: string;
  readonly created_at: Date;
}

export async function insertAudit(tx: Queryable, row: AuditRow): Promise<void> {
  await tx.query(
    `insert into audit (id, workspace_id, actor, action, target, details, request_id, address, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.id, row.workspace_id, cleanJson(row.actor), row.action],
      ...[cleanJson(row.target), cleanJson(row.details)],
      ...[row.request_id, row.address, row.created_at],
    ],
  );
}

/** Newest first. `workspaceId` and `action` null: any. */
export async function auditPage(
  db: Queryable,
  page: {
    readonly workspaceId: string | null;
    readonly action: AuditAction | null;
    readonly before: { readonly createdAt: Date; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<AuditRow[]> {
  const params: unknown[] = [page.limit];
  const place = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [
    page.workspaceId !== null && `workspace_id = ${place(page.workspaceId)}`,
    page.action !== null && `action = ${place(page.action)}`,
    page.before !== null &&
      `(created_at, id) < (${place(page.before.createdAt)}::timestamptz, ${place(page.before.id)}::text collate "C")`,
  ].filter((condition) => condition !== false);

  return db.query<AuditRow>(
    `select id, workspace_id, actor, action, target, details, request_id, address, created_at from audit
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by created_at desc, id desc limit $1`,
    params,
  );
}

export async function removeAuditBefore(db: Queryable, cutoff: Date): Promise<void> {
  await db.query('delete from audit where created_at < $1', [cutoff]);
}

/** Removes some of the oldest entries of workspaces that have more than a given number; returns how many. */
export async function removeAuditBeyond(
  db: Queryable,
  entriesOfWorkspace: number,
  limit: number,
): Promise<number> {
  const removedRows = await db.query(
    `delete from audit where id in (
       select beyond.id from workspaces w
       cross join lateral (select id from audit where workspace_id = w.id
         order by created_at desc, id desc offset $1) beyond limit $2)
     returning 1`,
    [entriesOfWorkspace, limit],
  );
  return removedRows.length;
}

/** Removes all but the newest entries of one workspace. */
export async function shortenAudit(
  db: Queryable,
  workspaceId: string,
  entries: number,
): Promise<void> {
  await db.query(
    `delete from audit where id in (select id from audit where workspace_id = $1
       order by created_at desc, id desc offset $2)`,
    [workspaceId, entries],
  );
}

/**
 * Removes entries of people who have more than a number without a workspace, or of deleted workspaces, the oldest
 * first. Reads the whole table.
 */
export async function removeLooseAuditBeyond(db: Queryable, entriesOfUser: number): Promise<void> {
  await db.query(
    `delete from audit where id in (
       select id from (
         select audit.id, row_number() over (
           partition by actor ->> 'id' order by audit.created_at desc, audit.id desc) as place
         from audit left join workspaces on workspaces.id = audit.workspace_id
         where workspaces.id is null and actor ->> 'type' = 'user') loose
       where place > $1)`,
    [entriesOfUser],
  );
}
