/** The sign-in library's calls that are open, behind our own look at origin, size, form and attempts. */
import { type CallId, calls, Fault, type SignInCallId } from '@reelsight/contract';
import { SecondStep } from '../../accounts/sign-in.ts';
import { countAttempt } from '../../db/accounts.ts';
import type { Call, CallDeps, Reply } from '../call.ts';
import { webHeaders } from '../gate.ts';

/** Attempts in a window; each also costs 0.1 s of a core. An address may stand for an office, an e-mail for one person. */
const windowSeconds = 60;
const attemptsOf = { address: 30, email: 10 } as const;
const counted: readonly SignInCallId[] = ['signUp', 'signIn', 'changePassword'];

type SignInHandler = (deps: CallDeps, call: Call) => Promise<Reply>;

const byLibrary =
  (id: SignInCallId): SignInHandler =>
  async (deps, call) => {
    const { request, reply } = call;
    const body = (call.body ?? {}) as { readonly email?: string };
    if (counted.includes(id)) await checkAttempts(deps, id, request.ip, body.email);
    const headers = webHeaders(request);
    headers.set('content-type', 'application/json');
    const sent = calls[id].method === 'POST' ? body : null;
    const made = await deps.accounts.answer(deps.domain, id, headers, sent);
    if (made instanceof SecondStep) {
      void reply.header('Set-Cookie', made.cookie);
      throw new Fault('SECOND_STEP_REQUIRED', id);
    }
    for (const cookie of made.headers.getSetCookie()) void reply.header('Set-Cookie', cookie);
    const text = await made.text();
    // All that the library says to a stranger who calls what needs a session.
    if (made.status === 401 && text === '') throw new Fault('SIGN_IN_REQUIRED', id);
    return {
      status: made.status,
      raw: text,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    };
  };

export const signInHandlers = {
  signUp: byLibrary('signUp'),
  signIn: byLibrary('signIn'),
  signOut: byLibrary('signOut'),
  changePassword: byLibrary('changePassword'),
  listSessions: byLibrary('listSessions'),
  getLibrarySession: byLibrary('getLibrarySession'),
  revokeSession: byLibrary('revokeSession'),
  revokeSessions: byLibrary('revokeSessions'),
  revokeOtherSessions: byLibrary('revokeOtherSessions'),
} satisfies Record<SignInCallId, SignInHandler>;

/** Over all API processes. Throws Fault RATE_LIMITED. */
export async function checkAttempts(
  { domain }: CallDeps,
  id: CallId,
  address: string,
  email?: string,
): Promise<void> {
  const count = (key: string) => countAttempt(domain.db, `${id} ${key}`, windowSeconds);
  const tooMany =
    (await count(`from ${address}`)) > attemptsOf.address ||
    (email !== undefined && (await count(`as ${email.toLowerCase()}`)) > attemptsOf.email);
  if (tooMany) {
    throw new Fault('RATE_LIMITED', address, {
      text: 'Too many attempts. Wait a minute and try again.',
    });
  }
}
