/** Calls for the second step of a sign-in, and for single sign-on. */
import {
  type BeginTotp,
  calls,
  type EndTotp,
  type EnterCode,
  type StartOidcQuery,
} from '@reelsight/contract';
import { type Call, type CallDeps, idOf, type Reply, type UserCall } from '../../call.ts';
import { setCookies } from '../../console/cookies.ts';
import { ownOrigin } from '../../console/origin.ts';
import { webHeaders } from '../../gate.ts';
import { refuseForOperator, withPassword } from '../../own-password.ts';
import { deviceCookie } from './sign-in.ts';

export async function enterCode(deps: CallDeps, call: Call<unknown, EnterCode>): Promise<Reply> {
  const { domain, accounts, publicUrl } = deps;
  const headers = webHeaders(call.request);
  const entered = await accounts.totp.enter(domain, headers, call.body.code);
  const device = deviceCookie(accounts, call, entered.userId);
  setCookies(publicUrl, call, [...entered.cookies, device]);
  return { status: 200, data: { user_id: entered.userId } };
}

export async function beginTotp(
  deps: CallDeps,
  call: UserCall<unknown, BeginTotp>,
): Promise<Reply> {
  const { domain, accounts } = deps;
  const data = await withPassword(deps, call, () =>
    accounts.totp.begin(domain, call.session, call.body.password),
  );
  return { status: 201, data };
}

export async function confirmTotp(
  { domain, accounts }: CallDeps,
  { session, body }: UserCall<unknown, EnterCode>,
): Promise<Reply> {
  const codes = await accounts.totp.confirm(domain, session, body.code);
  return { status: 200, data: { recovery_codes: codes } };
}

export async function endTotp(deps: CallDeps, call: UserCall<unknown, EndTotp>): Promise<Reply> {
  const { domain, accounts } = deps;
  await withPassword(deps, call, () => accounts.totp.end(domain, call.session.user, call.body));
  return { status: 204 };
}

export async function resetTotp({ domain, accounts }: CallDeps, call: Call): Promise<Reply> {
  const userId = idOf(call, 'user');
  await refuseForOperator(domain, call, userId);
  await accounts.totp.reset(domain, userId);
  return { status: 204 };
}

export async function startOidc(
  deps: CallDeps,
  { request, reply, query }: Call<StartOidcQuery>,
): Promise<Reply> {
  if (!(await deps.accounts.mayStartOidc(request.ip))) return redirect('/sign-in?failed=busy');

  const origin = ownOrigin(deps.publicUrl, request);
  const move = await deps.accounts.startOidc(deps.domain, {
    redirectUri: origin + calls.finishOidc.session.path,
    next: pageIn(query.next, origin),
  });
  setCookies(deps.publicUrl, { request, reply }, move.cookies);

  return redirect(move.to);
}

export async function finishOidc(deps: CallDeps, { request, reply }: Call): Promise<Reply> {
  const { search } = new URL(request.url, 'http://localhost');
  const move = await deps.accounts.finishOidc(deps.domain, webHeaders(request), search);
  setCookies(deps.publicUrl, { request, reply }, move.cookies);
  return redirect(move.to);
}

/** Returns the path of a page of this console; `/` if the address belongs to another origin. */
function pageIn(next: string | undefined, origin: string): string {
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null;
  // A path that starts with two slashes would be read as a host: `/.//evil.example` is normalised to that.
  const isLocal = url?.origin === origin && !url.pathname.startsWith('//');
  return isLocal ? url.pathname + url.search + url.hash : '/';
}

const redirect = (to: string): Reply => ({ status: 302, raw: '', headers: { Location: to } });
