/** Checks that the signed-in user is still the same person, before actions that a stolen session must not perform. */
import { Fault } from '@reelsight/contract';
import { passwordHashOf } from '../db/accounts/identities.ts';
import type { Queryable } from '../db/database.ts';
import type { Domain } from '../domain/domain.ts';
import { verifyPassword } from './password.ts';

/** For an account without a password: maximum age of a sign-in that is accepted in place of the password. */
const freshSignInMs = 300_000;

/** Checks the password if the account has one. Throws Fault VALIDATION_FAILED if it is missing or wrong. */
export async function checkPassword(
  db: Queryable,
  userId: string,
  password: string | undefined,
): Promise<'right' | 'none'> {
  const hash = await passwordHashOf(db, userId);
  if (hash === null) return 'none';
  if (password !== undefined && (await verifyPassword({ hash, password }))) return 'right';
  throw new Fault('VALIDATION_FAILED', 'password', { text: 'password: is not the right one.' });
}

/**
 * A user who has only single sign-on has no password to ask for: a sign-in within the last minutes replaces it, because
 * it requires the provider. Throws Fault VALIDATION_FAILED.
 */
export async function confirmPerson(
  { db, now }: Domain,
  session: { readonly user: { readonly id: string }; readonly signedInAt: Date },
  password: string | undefined,
): Promise<void> {
  if ((await checkPassword(db, session.user.id, password)) === 'right') return;
  if (now().getTime() - session.signedInAt.getTime() < freshSignInMs) return;
  throw new Fault('VALIDATION_FAILED', 'old sign-in', {
    text: 'password: this account has none. Sign out, sign in again and do this within five minutes, or use the command line on the machine of the service.',
  });
}
