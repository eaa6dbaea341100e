/** Calls for which the signed-in user must enter the password again. */
import { Fault } from '@reelsight/contract';
import { findUser } from '../db/accounts/identities.ts';
import type { Domain } from '../domain/domain.ts';
import type { Call, CallDeps } from './call.ts';
import { beginAttempt, inSignInTurn } from './handlers/accounts/sign-in.ts';

/**
 * Runs `work` if the user's password is right. Wrong passwords count together with those in password changes, so these
 * calls do not allow faster guessing. They also wait in the same queue as sign-ins, because both hash passwords and
 * only two hashes run at once.
 */
export function withPassword<T>(deps: CallDeps, call: Call, work: () => Promise<T>): Promise<T> {
  return inSignInTurn(deps, call, () => counted(deps, call, work));
}

async function counted<T>(deps: CallDeps, call: Call, work: () => Promise<T>): Promise<T> {
  const attempt = await beginAttempt(deps, 'changePassword', call);
  try {
    const outcome = await work();
    await attempt.passed();
    return outcome;
  } catch (error) {
    if (!(error instanceof Fault)) await attempt.takeBack();
    throw error;
  }
}

/**
 * Asks for the password again before a call that gives access to all data, because an open session may be stolen. A
 * program with the operator's token has no session and needs no password. Throws Fault VALIDATION_FAILED or
 * RATE_LIMITED.
 */
export async function confirmOperator(
  deps: CallDeps,
  call: Call<unknown, { readonly password?: string | undefined }>,
): Promise<void> {
  const { session, body } = call;
  if (session === null) return;
  const { domain, accounts } = deps;
  await withPassword(deps, call, () => accounts.confirmPerson(domain, session, body.password));
}

/**
 * Refuses a session that tries to reset an operator's account: whoever stole the session could set the password that
 * other calls require. The operator's token can still reset the account. Throws Fault INSUFFICIENT_SCOPE.
 */
export async function refuseForOperator(
  { db }: Domain,
  { session }: Call,
  userId: string,
): Promise<void> {
  if (session === null || !(await findUser(db, userId))?.operator) return;
  throw new Fault('INSUFFICIENT_SCOPE', `session resets ${userId}`, {
    text: "An operator's password and second step are reset on the command line: reelsight admin reset-password, reset-second-step.",
  });
}
