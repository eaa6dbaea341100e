/**
 * Sets up, checks and turns off the second step of a sign-in. Its secrets are stored encrypted, and each code works
 * only once.
 */
import { Fault } from '@reelsight/contract';
import { endSessions, findUser } from '../db/accounts/identities.ts';
import * as rows from '../db/accounts/totp.ts';
import type { Queryable } from '../db/database.ts';
import { personName } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { countCode } from './attempts.ts';
import { checkPassword, confirmPerson } from './confirm-person.ts';
import type { Seal } from './sealed.ts';
import {
  base32,
  hashRecoveryCode,
  matchTotp,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from './totp.ts';

interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const wrongCode = (): Fault =>
  new Fault('VALIDATION_FAILED', 'code', {
    text: 'code: is wrong, or was used already. Wait for the next one.',
  });

/**
 * Creates a secret, which takes effect once the user confirms it with a code. Asks for the password or a recent sign-in:
 * somebody with a stolen session could otherwise keep the owner out with an authenticator of their own. Throws Fault
 * VALIDATION_FAILED.
 */
export async function beginTotp(
  domain: Domain,
  seal: Seal,
  session: { readonly user: User; readonly signedInAt: Date },
  password: string | undefined,
): Promise<{ secret: string; uri: string }> {
  await confirmPerson(domain, session, password);
  const { user } = session;
  const secret = newTotpSecret();
  const row = { userId: user.id, secret: seal.close(secret), now: domain.now() };
  if (!(await rows.beginTotp(domain.db, row))) {
    throw new Fault('VALIDATION_FAILED', 'enabled', {
      text: 'totp: is on already; turn it off first.',
    });
  }

  return { secret: base32(secret), uri: totpUri(secret, user.email) };
}

/** A pseudo-device, so that attempts of signed-in users are counted separately from strangers who know the password. */
const signedIn = ({ id }: User) => ({ id: 'session', userId: id });

const targetOf = (user: User) => ({ id: user.id, name: personName(user) });

/**
 * Turns the second step on and ends the user's other sessions. Returns the recovery codes. Throws Fault
 * VALIDATION_FAILED or RATE_LIMITED.
 */
export async function confirmTotp(
  domain: Domain,
  seal: Seal,
  by: { readonly user: User; readonly sessionId: string },
  code: string,
): Promise<string[]> {
  const { user } = by;
  await countCode(domain.db, user.id, signedIn(user));

  return domain.db.transaction(async (tx) => {
    const row = await rows.lockTotp(tx, user.id);
    if (!row || row.enabled_at) {
      throw new Fault('VALIDATION_FAILED', 'not begun', {
        text: 'code: set-up was not begun, or is finished.',
      });
    }

    await useCode(domain, tx, { row, seal }, code);
    const recovery = newRecoveryCodes();
    const hashes = recovery.map(hashRecoveryCode);
    await rows.enableTotp(tx, { userId: user.id, recovery: hashes, now: domain.now() });
    await endSessions(tx, user.id, by.sessionId);
    await domain.audit.note(tx, { workspaceId: null, target: targetOf(user) });

    return recovery;
  });
}

/**
 * Turns the second step off; requires the password, if there is one, and a code. Throws Fault VALIDATION_FAILED or
 * RATE_LIMITED.
 */
export async function endTotp(
  domain: Domain,
  seal: Seal,
  user: User,
  credentials: { readonly password?: string | undefined; readonly code: string },
): Promise<void> {
  await countCode(domain.db, user.id, signedIn(user));
  await checkPassword(domain.db, user.id, credentials.password);
  await domain.db.transaction(async (tx) => {
    const row = await rows.lockTotp(tx, user.id);
    if (!row?.enabled_at)
      throw new Fault('VALIDATION_FAILED', 'not on', { text: 'totp: is not turned on.' });
    await useCode(domain, tx, { row, seal }, credentials.code);
    await rows.removeTotp(tx, user.id);
    await domain.audit.note(tx, { workspaceId: null, target: targetOf(user) });
  });
}

/** Removes an account's second step for the operator. Throws Fault NOT_FOUND. */
export async function resetTotp(domain: Domain, userId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user || !(await rows.removeTotp(tx, userId))) {
      throw new Fault('NOT_FOUND', userId, { text: 'This account has no second step.' });
    }
    await endSessions(tx, userId);
    await domain.audit.note(tx, { workspaceId: null, target: targetOf(user) });
  });
}

/**
 * Accepts a code from the app, or a recovery code, and makes it void so that it cannot be used again. Throws Fault
 * VALIDATION_FAILED.
 */
export async function useCode(
  domain: Domain,
  tx: Queryable,
  { row, seal }: { readonly row: rows.TotpRow; readonly seal: Seal },
  code: string,
): Promise<void> {
  const typed = code.replace(/\s/g, '');
  // Null if the session secret has been changed since; recovery codes still work then.
  const secret = seal.open(row.secret);
  const step = secret && matchTotp(typed, secret, { at: domain.now(), after: row.last_step });
  if (step !== null) return rows.spendCode(tx, row.user_id, { ...row, last_step: step });

  const hash = hashRecoveryCode(code);
  const recovery = row.recovery.filter((candidate) => candidate !== hash);
  if (recovery.length === row.recovery.length) throw wrongCode();
  await rows.spendCode(tx, row.user_id, { ...row, recovery });
}
