/** Queries over members of workspaces and invitations to them. */
import type { MemberRole } from '@reelsight/contract';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { openJobCountSql } from '../jobs/open-jobs.ts';
import type { WorkspaceRow } from './workspaces.ts';

export interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly joined_at: Date;
}

export interface MemberWorkspace
  extends Pick<
    WorkspaceRow,
    | 'name'
    | 'email'
    | 'plan'
    | 'past_due'
    | 'plan_credits'
    | 'purchased_credits'
    | 'resets_at'
    | 'webhook_secret'
    | 'previous_webhook_secret_until'
    | 'test'
    | 'created_at'
  > {
  readonly workspace_id: string;
  /** As by `ownerGroup`. */
  readonly owner_group: string;
  readonly role: MemberRole;
  /** Number of jobs in processing, and number of open jobs counted up to 100; null if not requested. */
  readonly processing: number | null;
  readonly open: number | null;
}

/** The workspace as seen by one of its members; undefined for anyone else. */
export async function findMemberWorkspace(
  db: Queryable,
  workspaceId: string,
  userId: string,
  countJobs: boolean,
): Promise<MemberWorkspace | undefined> {
  const rows = await db.query<MemberWorkspace>(
    `select w.id as workspace_id, ${ownerGroupSql('w.id')} as owner_group, w.name, w.email, w.plan, w.past_due, w.plan_credits, w.purchased_credits,
       w.resets_at, w.webhook_secret, w.previous_webhook_secret_until, w.created_at, w.test, m.role,
       case when $3 then (select count(*) from jobs where workspace_id = w.id and status = 'processing') end as processing,
       case when $3 then (${openJobCountSql('w.id')}) end as open
     from members m join workspaces w on w.id = m.workspace_id
     where m.workspace_id = $1 and m.user_id = $2 and w.deleted_at is null`,
    [workspaceId, userId, countJobs],
  );
  return rows[0];
}

/** Members of a workspace: owners first, then the others, each group in the order in which they joined. */
export async function listMembers(db: Queryable, workspaceId: string): Promise<MemberRow[]> {
  return db.query<MemberRow>(
    `select m.user_id, u.name, u.email, m.role, m.joined_at
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 order by m.role = 'owner' desc, m.joined_at, m.user_id`,
    [workspaceId],
  );
}

/** Adds a member; an existing member keeps the higher of the two roles. */
export async function insertMember(
  db: Queryable,
  row: { workspaceId: string; userId: string; role: MemberRole; now: Date },
): Promise<void> {
  await db.query(
    `insert into members as m (workspace_id, user_id, role, joined_at) values ($1, $2, $3, $4)
     on conflict (workspace_id, user_id) do update
     set role = case when m.role = 'owner' then m.role else excluded.role end`,
    [row.workspaceId, row.userId, row.role, row.now],
  );
}

/** Locks a workspace's members in a fixed order, so that two owners cannot both leave at once. */
export async function lockMembers(
  tx: Queryable,
  workspaceId: string,
): Promise<{ user_id: string; role: MemberRole }[]> {
  return tx.query(
    'select user_id, role from members where workspace_id = $1 order by user_id for update',
    [workspaceId],
  );
}

/** Keeps a member in the workspace, with the present role, until the transaction ends. Null if it is no member. */
export async function holdMember(
  tx: Queryable,
  workspaceId: string,
  userId: string,
): Promise<MemberRole | null> {
  const rows = await tx.query<{ role: MemberRole }>(
    'select role from members where workspace_id = $1 and user_id = $2 for share',
    [workspaceId, userId],
  );
  return rows[0]?.role ?? null;
}

export async function setRole(
  db: Queryable,
  workspaceId: string,
  userId: string,
  role: MemberRole,
): Promise<void> {
  await db.query('update members set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    role,
  ]);
}

export async function removeMember(
  db: Queryable,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await db.query('delete from members where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
  ]);
}

export async function countOwned(db: Queryable, userId: string): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 and m.role = 'owner' and w.deleted_at is null`,
    [userId],
  );
}

/**
 * The group that each workspace belongs to where a person who owns many counts as one: the id of its first owner,
 * or its own if it has none. Later owners do not count; see `workspacesOfOwners` in `owners.ts`.
 */
export async function ownerGroups(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ workspace_id: string; owner: string }>(
    `select distinct on (workspace_id) workspace_id, user_id as owner from members
     where workspace_id = any ($1) and role = 'owner' order by workspace_id, joined_at, user_id`,
    [workspaceIds],
    'owner groups',
  );
  const owners = new Map(rows.map((row) => [row.workspace_id, row.owner]));
  return new Map(workspaceIds.map((id) => [id, owners.get(id) ?? id]));
}

/** Returns SQL for the same group of one workspace. */
export const ownerGroupSql = (workspaceId: string): string =>
  `coalesce((select user_id from members where workspace_id = ${workspaceId} and role = 'owner'
     order by joined_at, user_id limit 1), ${workspaceId})`;

/** Like `ownerGroups`, for one workspace. */
export async function ownerGroup(db: Queryable, workspaceId: string): Promise<string> {
  return (await ownerGroups(db, [workspaceId])).get(workspaceId) ?? workspaceId;
}

/** Records that a person created one more workspace; returns how many they have created in total. */
export async function countMade(tx: Queryable, userId: string): Promise<number> {
  const rows = await tx.query<{ workspaces_made: number }>(
    'update users set workspaces_made = workspaces_made + 1 where id = $1 returning workspaces_made',
    [userId],
  );
  return rows[0]?.workspaces_made ?? 0;
}

export interface InvitationRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly expires_at: Date;
}

/** Stores an invitation. There is only one per e-mail and workspace, so a new invitation replaces the old one. */
export async function insertInvitation(
  db: Queryable,
  row: InvitationRow & {
    readonly token_hash: string;
    readonly created_at: Date;
    /** Id of the owner who sends it; null if nobody with a session does. */
    readonly invited_by: string | null;
  },
): Promise<void> {
  await db.query(
    `insert into invitations (id, workspace_id, email, role, token_hash, expires_at, created_at, invited_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (workspace_id, email) do update set id = excluded.id, role = excluded.role,
       token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = excluded.created_at,
       invited_by = excluded.invited_by`,
    [
      ...[row.id, row.workspace_id, row.email, row.role, row.token_hash],
      ...[row.expires_at, row.created_at, row.invited_by],
    ],
  );
}

export async function listInvitations(
  db: Queryable,
  workspaceId: string,
  now: Date,
): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `select id, workspace_id, email, role, expires_at from invitations
     where workspace_id = $1 and expires_at > $2 order by created_at desc, id`,
    [workspaceId, now],
  );
}

/** Locks the invitation: if two people use a link at once, the second finds nothing. */
export async function lockInvitation(
  tx: Queryable,
  tokenHash: string,
  now: Date,
): Promise<(InvitationRow & { readonly workspace_name: string }) | undefined> {
  const rows = await tx.query<InvitationRow & { readonly workspace_name: string }>(
    `select i.id, i.workspace_id, i.email, i.role, i.expires_at, w.name as workspace_name
     from invitations i join workspaces w on w.id = i.workspace_id
     where i.token_hash = $1 and i.expires_at > $2 and w.deleted_at is null for update of i`,
    [tokenHash, now],
  );
  return rows[0];
}

/** Returns the e-mail address the invitation was for; undefined if there was no such invitation. */
export async function removeInvitation(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const rows = await db.query<{ email: string }>(
    'delete from invitations where workspace_id = $1 and id = $2 returning email',
    [workspaceId, id],
  );
  return rows[0]?.email;
}

/**
 * Removes the open invitations that a person sent for a workspace. Who sent those of earlier versions is in the audit log
 * alone. Returns how many there were.
 */
export async function removeInvitationsOf(
  tx: Queryable,
  workspaceId: string,
  userId: string,
): Promise<number> {
  const rows = await tx.query(
    `delete from invitations i where workspace_id = $1 and (invited_by = $2 or invited_by is null and exists (
         select from audit a where a.workspace_id = $1 and a.action = 'invitation.created'
           and a.target ->> 'id' = i.id and a.actor ->> 'type' = 'user' and a.actor ->> 'id' = $2))
     returning id`,
    [workspaceId, userId],
  );
  return rows.length;
}

export async function removeExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from invitations where expires_at < $1', [now]);
}

export interface Membership {
  readonly workspace_id: string;
  /** Whether the person is the workspace's first owner; see `workspacesOfOwners`. */
  readonly founded: boolean;
}

/**
 * The workspaces of a person. Locks all members of them in a fixed order, so that nobody can change who owns a workspace
 * until the transaction ends.
 */
export async function lockMemberships(tx: Queryable, userId: string): Promise<Membership[]> {
  await tx.query(
    `select 1 from members where workspace_id in (select workspace_id from members where user_id = $1)
     order by workspace_id, user_id for update`,
    [userId],
  );
  return tx.query<Membership>(
    `select m.workspace_id, m.role = 'owner' and not exists (
         select from members earlier where earlier.workspace_id = m.workspace_id and earlier.role = 'owner'
           and (earlier.joined_at, earlier.user_id) < (m.joined_at, m.user_id)) as founded
     from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 and w.deleted_at is null order by m.workspace_id`,
    [userId],
  );
}

/**
 * Removes all other members, all open invitations and all keys from the workspaces that a person owns. Returns the
 * keys.
 */
export async function leaveAlone(
  tx: Queryable,
  userId: string,
  now: Date,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const owned = `in (select workspace_id from members where user_id = $1 and role = 'owner')`;
  await tx.query(`delete from invitations where workspace_id ${owned}`, [userId]);

  const keys = await tx.query<{ id: string; name: string }>(
    `update api_keys set revoked_at = $2 where revoked_at is null and workspace_id ${owned} returning id, name`,
    [userId, now],
  );
  await tx.query(`delete from members where user_id <> $1 and workspace_id ${owned}`, [userId]);

  return keys;
}
