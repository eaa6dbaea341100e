/** Lists the audit log: the operator sees all of it, a workspace's owners only the entries of their workspace. */
import type { AuditEntry, ListAuditQuery } from '@reelsight/contract';
import { type AuditRow, auditPage } from '../../../db/upkeep/audit.ts';
import type { Call, CallDeps, Reply } from '../../call.ts';
import { decodeCursor, page } from '../../cursor.ts';

const defaultLimit = 50;

const entryView = (row: AuditRow): AuditEntry => ({
  audit_id: row.id,
  tenant_id: row.workspace_id,
  action: row.action,
  actor: row.actor,
  target: row.target,
  details: row.details,
  request_id: row.request_id,
  address: row.address,
  created_at: row.created_at.toISOString(),
});

export async function listAudit(
  { domain }: CallDeps,
  { caller, query }: Call<ListAuditQuery>,
): Promise<Reply> {
  const limit = query.limit ?? defaultLimit;
  const auditRows = await auditPage(domain.db, {
    workspaceId: caller?.workspace_id ?? query.tenant_id ?? null,
    action: query.action ?? null,
    before: query.cursor ? decodeCursor(query.cursor, 'aud') : null,
    limit: limit + 1,
  });
  const { rows, pagination } = page(auditRows, limit);

  return { status: 200, data: rows.map(entryView), pagination };
}
