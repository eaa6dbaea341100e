/**
 * `reelsight admin first-account`, `reset-password` and `reset-second-step`: manage console accounts with the
 * operator's token.
 */
import type { Send } from '@reelsight/sdk';
import { operatorAddresses } from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import type { OperatorOptions } from './operator.ts';
import { type Environment, openOperator } from './session.ts';

interface Account {
  readonly user_id: string;
  readonly email: string;
}

interface AccountPage {
  readonly data: readonly Account[];
  readonly pagination: { readonly next_cursor: string | null };
}

type OperatorCall = Send<keyof typeof operatorAddresses>;

/** Prints the link that sets up the first account; `start` has printed the same link. */
export async function showFirstAccount(
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const call = (await openOperator(environment, options)).sender(operatorAddresses);
  const { body } = await call('getFirstAccount', { signal: environment.signal });
  environment.stdout.write(`${(body as { data: { link: string } }).data.link}\n`);
  return exitCode.done;
}

/** Prints a new password, shown only this once, and ends every session of the account. */
export async function resetPassword(
  email: string,
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const { call, account, signal } = await openAccount(email, options, environment);
  const { body } = await call('resetPassword', { params: { user: account.user_id }, signal });
  const { data } = body as { data: { password: string } };
  environment.stdout.write(`${JSON.stringify({ email: account.email, ...data }, null, 2)}\n`);
  return exitCode.done;
}

/** Turns off the code at sign-in (the second step) and ends every session of the account. */
export async function resetSecondStep(
  email: string,
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const { call, account, signal } = await openAccount(email, options, environment);
  await call('resetTotp', { params: { user: account.user_id }, signal });
  environment.stdout.write(`${account.email} signs in without a code now.\n`);
  return exitCode.done;
}

async function openAccount(email: string, options: OperatorOptions, environment: Environment) {
  const call = (await openOperator(environment, options)).sender(operatorAddresses);
  const { signal } = environment;
  const account = await findAccount(call, email.toLowerCase(), signal);
  if (!account) throw new UsageError(`No account has the e-mail ${email}.`);
  return { call, account, signal };
}

async function findAccount(
  call: OperatorCall,
  email: string,
  signal: AbortSignal,
): Promise<Account | undefined> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query: Record<string, unknown> = { limit: 100, cursor };
    const { body } = await call('listAccounts', { query, signal });
    const page = body as AccountPage;
    const match = page.data.find((account) => account.email === email);
    if (match) return match;
    cursor = page.pagination.next_cursor;
  }

  return undefined;
}
