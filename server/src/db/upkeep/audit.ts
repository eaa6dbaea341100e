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

/** One page of entries, newest first. Null for `workspaceId` or `action` means any. */
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

export async function workspacesWithAuditBeyond(db: Queryable, entries: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from workspaces
     where exists (select from audit where workspace_id = workspaces.id offset $1)`,
    [entries],
  );
  return rows.map(({ id }) => id);
}

/**
 * Shortens a workspace's log to `entries` entries, but removes at most `limit`; returns how many were removed. The
 * oldest entries of the most frequent actor and action go first, so that nobody can push other changes out of the log
 * by repeating one.
 */
export async function shortenAudit(
  db: Queryable,
  workspaceId: string,
  { entries, limit }: { readonly entries: number; readonly limit: number },
): Promise<number> {
  const removedRows = await db.query(
    `delete from audit where id in (
       select id from (
         select id, created_at, row_number() over (
           partition by actor ->> 'type', actor ->> 'id', action order by created_at desc, id desc) as place
         from audit where workspace_id = $1) placed
       order by place, created_at desc, id desc offset $2 limit $3)
     returning 1`,
    [workspaceId, entries, limit],
  );
  return removedRows.length;
}

/**
 * Keeps each person's newest `entriesOfUser` entries among those that belong to no workspace or to a deleted one, and
 * removes the person's older ones. Reads the whole table.
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
