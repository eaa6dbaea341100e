/** Queries over idempotency keys: unique per workspace, kind and key. */
import type { Queryable } from '../database.ts';

export type IdempotentKind = 'job' | 'batch';

export async function findIdempotent(
  db: Queryable,
  filter: { workspaceId: string; kind: IdempotentKind; key: string; since: Date },
): Promise<string | undefined> {
  const rows = await db.query<{ resource_id: string }>(
    `select resource_id from idempotency_keys
     where workspace_id = $1 and kind = $2 and key = $3 and created_at > $4`,
    [filter.workspaceId, filter.kind, filter.key, filter.since],
  );
  return rows[0]?.resource_id;
}

/** Takes the key for a new resource; false if a concurrent call holds it. An expired key is taken over. */
export async function takeIdempotent(
  db: Queryable,
  row: {
    workspaceId: string;
    kind: IdempotentKind;
    key: string;
    resourceId: string;
    since: Date;
    now: Date;
  },
): Promise<boolean> {
  const rows = await db.query(
    `insert into idempotency_keys as k (workspace_id, kind, key, resource_id, created_at)
     values ($1, $2, $3, $4, $6)
     on conflict (workspace_id, kind, key) do update set resource_id = excluded.resource_id, created_at = excluded.created_at
     where k.created_at <= $5
     returning resource_id`,
    [row.workspaceId, row.kind, row.key, row.resourceId, row.since, row.now],
  );
  return rows.length > 0;
}

export async function freeIdempotent(db: Queryable, resourceId: string): Promise<void> {
  await db.query('delete from idempotency_keys where resource_id = $1', [resourceId]);
}

export async function removeIdempotentBefore(db: Queryable, cutoff: Date): Promise<void> {
  await db.query('delete from idempotency_keys where created_at <= $1', [cutoff]);
}
