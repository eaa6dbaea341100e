/** Queries over ways to sign in: passwords, identities of single sign-on, and unfinished sign-ins. */
import type { Queryable } from '../database.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly operator: boolean;
}

const columns = 'u.id, u.name, u.email, u.email_verified, u.operator';

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return (await db.query<UserRow>(`select ${columns} from users u where u.id = $1`, [id]))[0];
}

/** Finds a user by e-mail and locks the row. */
export async function lockUserOf(tx: Queryable, email: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    `select ${columns} from users u where u.email = $1 for update`,
    [email],
  );
  return rows[0];
}

export async function insertUser(
  tx: Queryable,
  row: { readonly id: string; readonly name: string; readonly email: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, $2, $3, true, $4, $4)`,
    [row.id, row.name, row.email, row.now],
  );
}

export async function markVerified(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query('update users set email_verified = true, updated_at = $2 where id = $1', [
    userId,
    now,
  ]);
}

/** A single sign-on identity: the provider's issuer and its `sub` for the person. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

const providerOf = ({ issuer }: Identity): string => `oidc:${issuer}`;

export async function findUserByIdentity(
  db: Queryable,
  identity: Identity,
): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>(
    `select ${columns} from credentials c join users u on u.id = c.user_id
     where c.provider_id = $1 and c.account_id = $2`,
    [providerOf(identity), identity.subject],
  );
  return rows[0];
}

export async function insertIdentity(
  tx: Queryable,
  row: Identity & { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into credentials (id, user_id, account_id, provider_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [row.id, row.userId, row.subject, providerOf(row), row.now],
  );
}

/**
 * Locks an account until the transaction ends: no session of it can begin meanwhile. Whoever changes or removes a
 * password and ends sessions locks first; then every session either began before and is ended, or begins afterwards.
 */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select id from users where id = $1 for update', [userId]);
}

/** Null if there is no such account, or it has no password. */
export async function passwordHashOfEmail(db: Queryable, email: string): Promise<string | null> {
  const rows = await db.query<{ password: string | null }>(
    `select c.password from credentials c join users u on u.id = c.user_id
     where u.email = $1 and c.provider_id = 'credential'`,
    [email],
  );
  return rows[0]?.password ?? null;
}

/** Null if the account has no password. */
export async function passwordHashOf(db: Queryable, userId: string): Promise<string | null> {
  const rows = await db.query<{ password: string | null }>(
    "select password from credentials where user_id = $1 and provider_id = 'credential'",
    [userId],
  );
  return rows[0]?.password ?? null;
}

export async function removePassword(tx: Queryable, userId: string): Promise<void> {
  await tx.query("delete from credentials where user_id = $1 and provider_id = 'credential'", [
    userId,
  ]);
}

/** Ends a person's sessions, except the one to keep, and the person's sign-ins that still wait for a second step. */
export async function endSessions(
  tx: Queryable,
  userId: string,
  keptSessionId: string | null = null,
): Promise<void> {
  await tx.query('delete from sessions where user_id = $1 and id is distinct from $2', [
    userId,
    keptSessionId,
  ]);
  await tx.query("delete from verifications where identifier like 'second-step:%' and value = $1", [
    userId,
  ]);
}

/** Keeps a session from being ended until the transaction ends. False if there is none. */
export async function holdSession(tx: Queryable, sessionId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from sessions where id = $1 for key share', [sessionId]);
  return rows.length > 0;
}

export async function endSessionOf(db: Queryable, token: string): Promise<void> {
  await db.query('delete from sessions where token = $1', [token]);
}

export interface Waiting {
  readonly id: string;
  readonly identifier: string;
  readonly value: string;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** Stores a value under a name until it expires. */
export async function insertWaiting(db: Queryable, row: Waiting): Promise<void> {
  await db.query(
    `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [row.id, row.identifier, row.value, row.expiresAt, row.now],
  );
}

export async function findWaiting(
  db: Queryable,
  identifier: string,
  now: Date,
): Promise<string | undefined> {
  const rows = await db.query<{ value: string }>(
    'select value from verifications where identifier = $1 and expires_at > $2',
    [identifier, now],
  );
  return rows[0]?.value;
}

/** Removes the value and returns it, so that a second caller gets nothing. */
export async function takeWaiting(
  db: Queryable,
  identifier: string,
  now: Date,
): Promise<string | undefined> {
  const rows = await db.query<{ value: string; expires_at: Date }>(
    'delete from verifications where identifier = $1 returning value, expires_at',
    [identifier],
  );
  const [row] = rows;
  return row && row.expires_at > now ? row.value : undefined;
}
