/** The second step of a sign-in, and single sign-on. */
import {
  type BeginTotp,
  calls,
  type EndTotp,
  type EnterCode,
  type StartOidcQuery,
} from '@reelsight/contract';
import { type Call, type CallDeps, idOf, type Reply, type UserCall } from '../call.ts';
import { ownOrigin } from '../console/origin.ts';
import { webHeaders } from '../gate.ts';
import { checkAttempts } from './sign-in.ts';

export async function enterCode(
  deps: CallDeps,
  { request, reply, body }: Call<unknown, EnterCode>,
): Promise<Reply> {
  await checkAttempts(deps, 'enterCode', request.ip);
  const { domain, accounts } = deps;
  const entered = await accounts.totp.enter(domain, webHeaders(request), body.code);
  for (const cookie of entered.cookies) void reply.header('Set-Cookie', cookie);
  return { status: 200, data: { user_id: entered.userId } };
}

export async function beginTotp(
  deps: CallDeps,
  { session, request, body }: UserCall<unknown, BeginTotp>,
): Promise<Reply> {
  await checkAttempts(deps, 'beginTotp', request.ip, session.user.email);
  const data = await deps.accounts.totp.begin(deps.domain, session.user, body.password);
  return { status: 201, data };
}

export async function confirmTotp(
  { domain, accounts }: CallDeps,
  { session, body }: UserCall<unknown, EnterCode>,
): Promise<Reply> {
  const codes = await accounts.totp.confirm(domain, session, body.code);
  return { status: 200, data: { recovery_codes: codes } };
}

export async function endTotp(
  { domain, accounts }: CallDeps,
  { session, body }: UserCall<unknown, EndTotp>,
): Promise<Reply> {
  await accounts.totp.end(domain, session.user, body);
  return { status: 204 };
}

export async function resetTotp({ domain, accounts }: CallDeps, call: Call): Promise<Reply> {
  await accounts.totp.reset(domain, idOf(call, 'user'));
  return { status: 204 };
}

export async function startOidc(
  deps: CallDeps,
  { request, reply, query }: Call<StartOidcQuery>,
): Promise<Reply> {
  await checkAttempts(deps, 'startOidc', request.ip);
  const origin = ownOrigin(deps.publicUrl, request);
  const move = await deps.accounts.startOidc(deps.domain, {
    redirectUri: origin + calls.finishOidc.session.path,
    next: pageIn(query.next, origin),
  });
  for (const cookie of move.cookies) void reply.header('Set-Cookie', cookie);
  return redirect(move.to);
}

export async function finishOidc(deps: CallDeps, { request, reply }: Call): Promise<Reply> {
  const { search } = new URL(request.url, 'http://localhost');
  const move = await deps.accounts.finishOidc(deps.domain, webHeaders(request), search);
  for (const cookie of move.cookies) void reply.header('Set-Cookie', cookie);
  return redirect(move.to);
}

/** Only an address of this console: never another origin's. */
function pageIn(next: string | undefined, origin: string): string {
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/';
}

const redirect = (to: string): Reply => ({ status: 302, raw: '', headers: { Location: to } });
