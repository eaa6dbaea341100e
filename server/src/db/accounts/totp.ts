/** Queries over second factors, and over sign-ins that wait for a second step. */
import type { Queryable } from '../database.ts';

export interface TotpRow {
  readonly user_id: string;
  /** Encrypted. */
  readonly secret: string;
  /** Null until a first code was correct. */
  readonly enabled_at: Date | null;
  readonly last_step: number;
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[];
}

/** Locks the row: if two requests use the same code at once, the second is refused. */
export async function lockTotp(tx: Queryable, userId: string): Promise<TotpRow | undefined> {
  const rows = await tx.query<TotpRow>(
    'select user_id, secret, enabled_at, last_step, recovery from totp where user_id = $1 for update',
    [userId],
  );
  return rows[0];
}

export async function totpEnabled(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query('select 1 from totp where user_id = $1 and enabled_at is not null', [
    userId,
  ]);
  return rows.length > 0;
}

/** Stores a new second factor, replacing one that was begun but not confirmed. False if one is enabled. */
export async function beginTotp(
  db: Queryable,
  row: { readonly userId: string; readonly secret: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(
    `insert into totp as t (user_id, secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
     where t.enabled_at is null returning 1`,
    [row.userId, row.secret, row.now],
  );
  return rows.length > 0;
}

export async function enableTotp(
  tx: Queryable,
  row: {
    readonly userId: string;
    readonly recovery: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  await tx.query('update totp set enabled_at = $2, recovery = $3 where user_id = $1', [
    row.userId,
    row.now,
    row.recovery,
  ]);
}

/** Voids the codes up to `last_step`, and the recovery codes that are not in `recovery`. */
export async function spendCode(
  tx: Queryable,
  userId: string,
  remaining: Pick<TotpRow, 'last_step' | 'recovery'>,
): Promise<void> {
  await tx.query('update totp set last_step = $2, recovery = $3 where user_id = $1', [
    userId,
    remaining.last_step,
    remaining.recovery,
  ]);
}

export async function removeTotp(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query('delete from totp where user_id = $1 returning enabled_at', [userId]);
  return rows.length > 0;
}
