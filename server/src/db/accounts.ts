/** Queries over the console's accounts beside those of the sign-in library, and over attempts to sign in. */
import type { MemberRole } from '@reelsight/contract';
import type { Queryable } from './database.ts';

/** Sign-ups wait for each other, so that two at once make one first account. Ends with the transaction. */
export async function lockSignUps(tx: Queryable): Promise<void> {
  // Any fixed number, the same in every version.
  await tx.query('select pg_advisory_xact_lock(7336452)');
}

export async function anyAccount(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from users limit 1')).length > 0;
}

export async function makeOperator(db: Queryable, userId: string): Promise<void> {
  await db.query('update users set operator = true where id = $1', [userId]);
}

export async function isInvited(
  db: Queryable,
  { email, tokenHash }: { email: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from invitations i join workspaces w on w.id = i.workspace_id
     where i.email = $1 and i.token_hash = $2 and i.expires_at > $3 and w.deleted_at is null`,
    [email, tokenHash, now],
  );
  return rows.length > 0;
}

/** Of sessions that look at workspaces, those whose user still is a member: `<session> <workspace>`. */
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
    [looking.map((one) => one.sessionId), looking.map((one) => one.workspaceId)],
  );
  return new Set(rows.map(({ session, workspace }) => `${session} ${workspace}`));
}

export async function removeExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sessions where expires_at < $1', [now]);
  await db.query('delete from verifications where expires_at < $1', [now]);
  await db.query('delete from sign_in_attempts where window_ends_at < clock_timestamp()');
}

/** Counts one attempt in one statement. Returns how many there were in the window that began with the first. */
export async function countAttempt(
  db: Queryable,
  key: string,
  windowSeconds: number,
): Promise<number> {
  const rows = await db.query<{ attempts: number }>(
    `insert into sign_in_attempts as a (key, attempts, window_ends_at)
     values ($1, 1, clock_timestamp() + make_interval(secs => $2))
     on conflict (key) do update set
       attempts = case when a.window_ends_at < clock_timestamp() then 1 else a.attempts + 1 end,
       window_ends_at = case when a.window_ends_at < clock_timestamp() then excluded.window_ends_at else a.window_ends_at end
     returning attempts`,
    [key, windowSeconds],
  );
  return rows[0]?.attempts ?? 0;
}

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly operator: boolean;
  readonly created_at: Date;
}

export async function accountPage(
  db: Queryable,
  page: { before: { createdAt: Date; id: string } | null; limit: number },
): Promise<AccountRow[]> {
  return db.query<AccountRow>(
    `select id, name, email, operator, created_at from users
     ${page.before ? 'where (created_at, id) < ($2::timestamptz, $3::text collate "C")' : ''}
     order by created_at desc, id desc limit $1`,
    page.before ? [page.limit, page.before.createdAt, page.before.id] : [page.limit],
  );
}

export interface AccountWorkspace {
  readonly user_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly plan: string;
  readonly role: MemberRole;
}

/** By name, those of each account. */
export async function workspacesOfAccounts(
  db: Queryable,
  userIds: readonly string[],
): Promise<AccountWorkspace[]> {
  return db.query<AccountWorkspace>(
    `select m.user_id, m.workspace_id, w.name, w.plan, m.role
     from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = any ($1) and w.deleted_at is null
     order by w.created_at, w.id`,
    [userIds],
  );
}

/** Replaces the password and ends every session. False if the account has no password. */
export async function setPassword(
  db: Queryable,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update credentials set password = $2, updated_at = $3
     where user_id = $1 and provider_id = 'credential' returning id`,
    [userId, hash, now],
  );
  await db.query('delete from sessions where user_id = $1', [userId]);
  return rows.length > 0;
}
