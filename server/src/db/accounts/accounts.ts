/** Queries over the console's accounts, in addition to those of the sign-in library. */
import type { MemberRole } from '@reelsight/contract';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Queryable } from '../database.ts';

/**
 * Makes sign-ups wait for each other, so that only one of two simultaneous sign-ups creates the first account. The lock
 * is held until the transaction ends.
 */
export async function lockSignUps(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLocks.signUps]);
}

export async function anyAccount(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from users limit 1')).length > 0;
}

export async function hasEmail(db: Queryable, userId: string, email: string): Promise<boolean> {
  const rows = await db.query('select 1 from users where id = $1 and email = $2', [userId, email]);
  return rows.length > 0;
}

export async function makeOperator(db: Queryable, userId: string): Promise<void> {
  await db.query('update users set operator = true where id = $1', [userId]);
}

/**
 * Makes actions that are limited per person, such as creating workspaces, wait for each other. The lock is held until
 * the transaction ends.
 */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId]);
}

/**
 * Of the given sessions and the workspaces they watch, returns the pairs whose user is still a member of the workspace,
 * as `<session> <workspace>`.
 */
export async function sessionsThatSee(
  db: Queryable,
  looking: readonly { readonly sessionId: string; readonly workspaceId: string }[],
): Promise<Set<string>> {
  const rows = await db.query<{ session: string; workspace: string }>(
    `select distinct one.session, one.workspace
     from unnest($1::text[], $2::text[]) as one (session, workspace)
       join sessions s on s.id = one.session and s.expires_at > now()
       join members m on m.user_id = s.user_id and m.workspace_id = one.workspace
       join workspaces w on w.id = one.workspace and w.deleted_at is null`,
    [looking.map((viewer) => viewer.sessionId), looking.map((viewer) => viewer.workspaceId)],
    'sessions that see',
  );
  return new Set(rows.map(({ session, workspace }) => `${session} ${workspace}`));
}

export async function removeExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sessions where expires_at < $1', [now]);
  await db.query('delete from verifications where expires_at < $1', [now]);
}

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly operator: boolean;
  readonly totp: boolean;
  readonly created_at: Date;
}

export async function accountPage(
  db: Queryable,
  page: { before: { createdAt: Date; id: string } | null; limit: number },
): Promise<AccountRow[]> {
  return db.query<AccountRow>(
    `select id, name, email, operator, created_at,
       exists (select 1 from totp t where t.user_id = users.id and t.enabled_at is not null) as totp
     from users ${page.before ? 'where (created_at, id) < ($2::timestamptz, $3::text collate "C")' : ''}
     order by created_at desc, id desc limit $1`,
    page.before ? [page.limit, page.before.createdAt, page.before.id] : [page.limit],
  );
}

export interface AccountWorkspace {
  readonly user_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly plan: string;
  readonly test: boolean;
  readonly role: MemberRole;
}

/** The workspaces of each account, by name. */
export async function workspacesOfAccounts(
  db: Queryable,
  userIds: readonly string[],
): Promise<AccountWorkspace[]> {
  return db.query<AccountWorkspace>(
    `select m.user_id, m.workspace_id, w.name, w.plan, w.test, m.role
     from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = any ($1) and w.deleted_at is null
     order by w.created_at, w.id`,
    [userIds],
  );
}

/** Replaces the password, or sets one for an account that has none. */
export async function setPassword(
  db: Queryable,
  row: { readonly id: string; readonly userId: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `insert into credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ($1, $2, $2, 'credential', $3, $4, $4)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = excluded.updated_at`,
    [row.id, row.userId, row.hash, row.now],
  );
}
