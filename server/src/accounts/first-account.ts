/**
 * The one-time code for the first account: printed at start, shared by all processes of a database, and void once used.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Fault } from '@reelsight/contract';
import { anyAccount, lockSignUps } from '../db/accounts/accounts.ts';
import {
  findFirstAccountCode,
  insertFirstAccountCode,
  removeFirstAccountCode,
} from '../db/accounts/first-account.ts';
import type { Queryable } from '../db/database.ts';
import type { Domain } from '../domain/domain.ts';

/** Creates the code if there is none yet. Null once there is an account. */
export function firstAccountCode({ db, now }: Domain): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockSignUps(tx);
    if (await anyAccount(tx)) return null;
    const storedCode = await findFirstAccountCode(tx);
    if (storedCode !== undefined) return storedCode;
    const newCode = randomBytes(18).toString('base64url');
    await insertFirstAccountCode(tx, newCode, now());
    return newCode;
  });
}

/** Link to the sign-up page with the code after `#`, which keeps it out of the logs of servers and proxies. */
export const firstAccountLink = (origin: string, code: string): string =>
  `${origin}/sign-up#code=${code}`;

const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (first: string, second: string): boolean => timingSafeEqual(sha(first), sha(second));

/** Consumes the code within the transaction of the sign-up. Throws Fault SIGN_UP_CODE_NEEDED. */
export async function useFirstAccountCode(
  tx: Queryable,
  enteredCode: string | undefined,
  adminToken: string,
): Promise<void> {
  const code = await findFirstAccountCode(tx);
  const fits =
    enteredCode !== undefined &&
    (isSame(enteredCode, adminToken) || (code !== undefined && isSame(enteredCode, code)));
  if (!fits) throw new Fault('SIGN_UP_CODE_NEEDED', enteredCode === undefined ? 'none' : 'wrong');
  await removeFirstAccountCode(tx);
}
