/**
 * Offers the sign-in library's public calls after our own checks of origin, size, form and number of attempts. Also
 * returns the link for creating the first account.
 */
import { calls, Fault, type SignInCallId } from '@reelsight/contract';
import type { Accounts } from '../../../accounts/accounts.ts';
import type { Attempt, AttemptBy } from '../../../accounts/attempts.ts';
import type { Device } from '../../../accounts/devices.ts';
import { firstAccountCode, firstAccountLink } from '../../../accounts/first-account.ts';
import { SecondStep } from '../../../accounts/sign-in.ts';
import { addressBlock, wideBlock } from '../../../network/address-block.ts';
import { TooManyWaiting } from '../../../network/fair-turns.ts';
import type { Call, CallDeps, Reply } from '../../call.ts';
import { setCookies } from '../../console/cookies.ts';
import { webHeaders } from '../../gate.ts';
import { leftOr } from '../../request.ts';

const countedCalls: readonly string[] = [
  'signUp',
  'signIn',
  'changePassword',
] satisfies SignInCallId[] & AttemptBy['what'][];
const isCounted = (id: string): id is AttemptBy['what'] => countedCalls.includes(id);

type SignInHandler = (deps: CallDeps, call: Call) => Promise<Reply>;

const byLibrary =
  (id: SignInCallId): SignInHandler =>
  async (deps, call) =>
    isCounted(id)
      ? inSignInTurn(deps, call, async () =>
          answered(deps, id, call, await beginAttempt(deps, id, call)),
        )
      : answered(deps, id, call, null);

async function answered(
  deps: CallDeps,
  id: SignInCallId,
  call: Call,
  attempt: Attempt | null,
): Promise<Reply> {
  const outcome = await ask(deps, id, call).catch(async (error: unknown) => {
    if (!(error instanceof Fault)) await attempt?.takeBack();
    throw error;
  });
  if (outcome instanceof SecondStep) {
    await attempt?.passed();
    setCookies(deps.publicUrl, call, [outcome.cookie]);
    throw new Fault('SECOND_STEP_REQUIRED', id);
  }

  const text = await outcome.text();
  await attempt?.[outcomeOf(outcome, text)]();
  setCookies(deps.publicUrl, call, outcome.headers.getSetCookie());

  // The sign-in library answers an anonymous caller with an empty 401 if the call needs a session.
  if (outcome.status === 401 && text === '') throw new Fault('SIGN_IN_REQUIRED', id);
  if (outcome.ok && (id === 'signIn' || id === 'signUp')) noteDevice(deps, call, text);

  return {
    status: outcome.status,
    raw: text,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  };
}

const busy = (): Fault =>
  new Fault('RATE_LIMITED', 'password hashing', {
    text: 'Too many people sign in at the moment. Wait a few seconds and try again.',
    retryAfterSeconds: 5,
  });

/**
 * Limits how many sign-in attempts run at once, because each hashes a password and is counted in the database. Devices
 * on which somebody has signed in before have a queue of their own, so they do not wait for strangers. Throws Fault
 * RATE_LIMITED if too many attempts are waiting, before any password is hashed.
 */
export async function inSignInTurn<T>(
  deps: CallDeps,
  call: Call,
  work: () => Promise<T>,
): Promise<T> {
  const { ip } = call.request;
  const device = deviceOf(deps.accounts, call.request);
  const { signal, end } = leftOr(call.reply, [deps.closing]);

  try {
    return await (device
      ? deps.knownSignIns.run([device.userId, device.id], signal, work)
      : deps.otherSignIns.run([wideBlock(ip), addressBlock(ip), ip], signal, work));
  } catch (error) {
    throw error instanceof TooManyWaiting ? busy() : error;
  } finally {
    end();
  }
}

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

/** Throws Fault NOT_FOUND once there is an account. */
export async function getFirstAccount({ domain, origin }: CallDeps): Promise<Reply> {
  const code = await firstAccountCode(domain);
  if (code === null)
    throw new Fault('NOT_FOUND', 'first account', { text: 'The first account is made already.' });
  return { status: 200, data: { link: firstAccountLink(origin(), code) } };
}

async function ask(deps: CallDeps, id: SignInCallId, call: Call): Promise<Response | SecondStep> {
  const headers = webHeaders(call.request);
  headers.set('content-type', 'application/json');
  const { accounts, domain } = deps;
  if (calls[id].method !== 'POST') return accounts.answer(domain, id, headers, null);
  // A program that sent the operator's token need not send it again as the code.
  const code = call.operator && id === 'signUp' && { code: deps.adminToken };
  return accounts.answer(domain, id, headers, { ...(call.body as object | undefined), ...code });
}

export function beginAttempt(
  { accounts }: CallDeps,
  action: AttemptBy['what'],
  { body, request, session }: Call,
): Promise<Attempt> {
  const { email = '' } = (body ?? {}) as { readonly email?: string };
  return accounts.attempt({
    what: action,
    // The session's e-mail address is used only when a password is changed. The other calls name a person in the body,
    // and failures for that person must not count against the signed-in user.
    email: action === 'changePassword' ? (session?.user.email ?? '') : email,
    address: request.ip,
    device: deviceOf(accounts, request),
  });
}

/** Error codes of the sign-in library that reveal nothing about a password, a code or an account. */
const aboutForm = /^(PASSWORD_TOO_(SHORT|LONG)|INVALID_EMAIL|VALIDATION_ERROR)$/;

function outcomeOf(response: Response, text: string): keyof Attempt {
  if (response.ok) return 'passed';
  return response.status >= 500 || aboutForm.test(String(parsed(text)?.code))
    ? 'takeBack'
    : 'failed';
}

/** Marks the browser in which a person has just signed in as a known device. */
function noteDevice({ accounts, publicUrl }: CallDeps, call: Call, text: string): void {
  const user = parsed(text)?.user as { readonly id?: string } | undefined;
  if (user?.id) setCookies(publicUrl, call, [deviceCookie(accounts, call, user.id)]);
}

const deviceOf = ({ devices }: Accounts, { headers }: Call['request']): Device | null =>
  devices.known(headers.cookie ?? null);

/** The Set-Cookie line. */
export const deviceCookie = (accounts: Accounts, { request }: Call, userId: string): string =>
  accounts.devices.cookieFor(userId, deviceOf(accounts, request));

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
