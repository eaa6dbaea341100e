/** Finds the first owner of a workspace, and the other workspaces of that person. */
import type { Queryable } from '../database.ts';

/**
 * SQL for the ids of a workspace and of all others that have the same first owner, who joined before all other owners:
 * a person who owns many workspaces counts as one. Later owners do not count, because an owner makes a member an owner
 * without asking, and must not have his work counted among that person's. `workspace` is an SQL expression for the
 * workspace's id.
 */
export const workspacesOfOwners = (workspace: string): string =>
  `select ${workspace}::text union
   select others.workspace_id from (
     select user_id from members where workspace_id = ${workspace} and role = 'owner'
     order by joined_at, user_id limit 1) first
   join members others on others.user_id = first.user_id and others.role = 'owner'
   where not exists (
     select from members earlier
     where earlier.workspace_id = others.workspace_id and earlier.role = 'owner'
       and (earlier.joined_at, earlier.user_id) < (others.joined_at, others.user_id))`;

/** SQL for the id of a workspace's first owner; null if it has none. `workspace` is an SQL expression for its id. */
export const firstOwner = (workspace: string): string =>
  `(select user_id from members where workspace_id = ${workspace} and role = 'owner'
    order by joined_at, user_id limit 1)`;

/**
 * The oldest workspace of a workspace's first owner, where one must stand for all of them; the workspace itself if it
 * has no owner.
 */
export async function oldestOfOwner(db: Queryable, workspaceId: string): Promise<string> {
  const rows = await db.query<{ id: string }>(
    `select id from workspaces where id in (${workspacesOfOwners('$1')}) and deleted_at is null
     order by created_at, id limit 1`,
    [workspaceId],
    'oldest workspace of owner',
  );
  return rows[0]?.id ?? workspaceId;
}
