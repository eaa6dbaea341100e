/** Checks that the signed-in user is still the same person, before actions that a stolen session must not perform. */
import { Fault } from '@reelsight/contract';
import { passwordHashOf } from '../db/accounts/identities.ts';
import type { Queryable } from '../db/database.ts';
import type { Domain } from '../domain/domain.ts';
import { verifyPassword } from './password.ts';

/** Maximum age of a sign-in that is accepted in place of a password, for an account without one. */
const freshSignInMs = 300_000;

/**
 * Checks the password if the account has one. Throws Fault VALIDATION_FAILED if the entered password is missing or
 * wrong.
 */
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

interface ConfirmedSession {
  readonly user: { readonly id: string };
  readonly signedInAt: Date;
}

/**
 * Checks the password, or the age of the sign-in if the account has no password because its owner uses only single
 * sign-on: a recent sign-in shows that the provider has just identified the person. Throws Fault VALIDATION_FAILED.
 */
export async function confirmPerson(
  { db, now }: Domain,
  session: ConfirmedSession,
  password: string | undefined,
): Promise<void> {
  if ((await checkPassword(db, session.user.id, password)) === 'right') return;
  if (now().getTime() - session.signedInAt.getTime() < freshSignInMs) return;
  throw new Fault('VALIDATION_FAILED', 'old sign-in', {
    text: 'password: this account has none. Sign out, sign in again and do this within five minutes.',
  });
}
