/** `reelsight admin reset-password`: for who forgot theirs; there is no mail server to ask. */
import type { Connection } from '../connection.ts';
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

const accounts = '/console/v1/operator/accounts';

/** Prints a new password, shown this once; every session of the account ends. */
export async function resetPassword(
  email: string,
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const operator = await openOperator(environment, options);
  const { signal } = environment;
  const account = await findAccount(operator, email.toLowerCase(), signal);
  if (!account) throw new UsageError(`No account has the e-mail ${email}.`);
  const { data } = await ask<{ data: { password: string } }>(operator, signal, {
    method: 'POST',
    path: `${accounts}/${account.user_id}/password`,
  });
  environment.stdout.write(`${JSON.stringify({ email: account.email, ...data }, null, 2)}\n`);
  return exitCode.done;
}

async function findAccount(
  operator: Connection,
  email: string,
  signal: AbortSignal,
): Promise<Account | undefined> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const path = `${accounts}?limit=100${from}`;
    const page: AccountPage = await ask<AccountPage>(operator, signal, { method: 'GET', path });
    const found = page.data.find((one) => one.email === email);
    if (found) return found;
    cursor = page.pagination.next_cursor;
  }
  return undefined;
}

async function ask<T>(
  operator: Connection,
  signal: AbortSignal,
  { method, path }: { readonly method: string; readonly path: string },
): Promise<T> {
  const { baseUrl, headers } = operator;
  const request = new Request(baseUrl + path, { method, headers, signal });
  return (await (await operator.send(request)).json()) as T;
}
