/** Queries over the one-time code that is needed to create the first account. */
import type { Queryable } from '../database.ts';

export async function findFirstAccountCode(db: Queryable): Promise<string | undefined> {
  return (await db.query<{ code: string }>('select code from first_account'))[0]?.code;
}

export async function insertFirstAccountCode(
  db: Queryable,
  code: string,
  now: Date,
): Promise<void> {
  await db.query('insert into first_account (id, code, created_at) values (1, $1, $2)', [
    code,
    now,
  ]);
}

export async function removeFirstAccountCode(db: Queryable): Promise<void> {
  await db.query('delete from first_account');
}
