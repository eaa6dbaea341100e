/** How people sign in: the library's own calls, the second step after them, and single sign-on. */
import { type Actor, calls, Fault, type SignInCallId } from '@reelsight/contract';
import {
  endSessionOf,
  lockAccount,
  passwordHashOf,
  passwordHashOfEmail,
} from '../db/accounts/identities.ts';
import { lockTotp, totpEnabled } from '../db/accounts/totp.ts';
import type { Queryable } from '../db/database.ts';
import type { Domain } from '../domain/domain.ts';
import { inTransaction } from './account-storage.ts';
import { type AttemptRules, countAccount, countCode } from './attempts.ts';
import type { Devices } from './devices.ts';
import { type OidcJourney, OidcRefusal, type OidcSettings, openOidc } from './oidc.ts';
import type { Seal } from './sealed.ts';
import { useCode } from './second-step.ts';
import { type Newcomer, type SignUpTerms, signUp } from './sign-up.ts';
import { userOf } from './single-sign-on.ts';
import type { Waiting } from './waiting.ts';

/**
 * Result of a sign-in whose password was right but which still needs a code, sent by the browser that gets this cookie.
 */
export class SecondStep {
  readonly cookie: string;
  constructor(cookie: string) {
    this.cookie = cookie;
  }
}

/** Where the browser goes next, and the cookies it stores. */
export interface Move {
  readonly to: string;
  readonly cookies: readonly string[];
}

export interface OidcCalls {
  /** Redirects to the provider, or back to the sign-in page. Throws Fault NOT_FOUND without single sign-on. */
  startOidc(domain: Domain, way: { redirectUri: string; next: string }): Promise<Move>;
  /** Redirects from the provider to the requested page. `query`: with its question mark. */
  finishOidc(domain: Domain, headers: Headers, query: string): Promise<Move>;
}

/** The sign-in library's calls that this module needs. */
export interface Library {
  run(id: SignInCallId, headers: Headers, body: string | null): Promise<Response>;
  /** Set-Cookie lines of a new session. */
  beginSession(headers: Headers, userId: string): Promise<string[]>;
}

export interface SigningIn {
  readonly terms: SignUpTerms;
  readonly adminToken: string;
  readonly attempts: AttemptRules;
  readonly oidc: OidcSettings | null;
  readonly library: Library;
  readonly seal: Seal;
  readonly secondStep: Waiting;
  readonly devices: Devices;
}

interface LibraryCall {
  readonly id: SignInCallId;
  readonly headers: Headers;
  readonly body: object | null;
}

/** Lets the library answer a request. Throws Fault if sign-up is closed. */
export async function answer(
  { library, terms, adminToken, attempts, secondStep }: SigningIn,
  domain: Domain,
  { id, headers, body }: LibraryCall,
): Promise<Response | SecondStep> {
  const text = body && JSON.stringify(body);

  if (id === 'signUp') {
    const newcomer = body as Newcomer;
    const { invitation: _link, code: _code, ...account } = newcomer;
    const create = (tx: Queryable) =>
      inTransaction(tx, () => library.run(id, headers, JSON.stringify(account)));
    const address = domain.audit.request?.address ?? '';
    const count = (tx: Queryable) => countAccount(tx, attempts, address);
    return signUp({ domain, terms, adminToken, newcomer, count, create });
  }

  if (id === 'signIn') {
    const { email } = body as { readonly email: string };
    const signInByLibrary = () => library.run(id, headers, text);
    return signIn(secondStep, domain, email.toLowerCase(), signInByLibrary);
  }
  if (!calls[id] || !('audit' in calls[id])) return library.run(id, headers, text);

  return domain.db.transaction(async (tx) => {
    const { actor } = domain.audit;
    if (actor?.id) await lockAccount(tx, actor.id);
    const response = await inTransaction(tx, () => library.run(id, headers, text));
    if (!response.ok || !actor) domain.audit.unchanged();
    else await domain.audit.note(tx, { workspaceId: null, target: withoutNull(actor) });
    return response;
  });
}

const withoutNull = ({ id, name }: Actor) => ({ ...(id !== null && { id }), name });

/**
 * Withdraws the new session if the user still has a second step to take, and if the password was changed or removed
 * while the library compared it, which takes a tenth of a second: whoever did that has ended all sessions but this one.
 */
async function signIn(
  secondStep: Waiting,
  domain: Domain,
  email: string,
  signInByLibrary: () => Promise<Response>,
): Promise<Response | SecondStep> {
  const hashBefore = await passwordHashOfEmail(domain.db, email);
  const response = await signInByLibrary();
  if (!response.ok) return response;

  const { token, user } = (await response.clone().json()) as {
    token: string;
    user: { id: string };
  };
  if ((await passwordHashOf(domain.db, user.id)) !== hashBefore) {
    await endSessionOf(domain.db, token);
    return Response.json(wrongPassword, { status: 401 });
  }

  if (!(await totpEnabled(domain.db, user.id))) return response;

  await endSessionOf(domain.db, token);
  return new SecondStep(await secondStep.begin(domain, user.id));
}

/** What the library answers. */
const wrongPassword = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password',
} as const;

/** Completes a sign-in that still needs a code. Throws Fault SIGN_IN_REQUIRED, VALIDATION_FAILED or RATE_LIMITED. */
export async function enterCode(
  { library, seal, secondStep, devices }: SigningIn,
  domain: Domain,
  headers: Headers,
  code: string,
): Promise<{ userId: string; cookies: readonly string[] }> {
  const late = new Fault('SIGN_IN_REQUIRED', 'second step', {
    text: 'This sign-in has expired. Begin it again.',
  });
  const userId = await secondStep.find(domain, headers);
  if (userId === undefined) throw late;

  const device = devices.known(headers.get('cookie'));
  const right = await countCode(domain.db, userId, device);
  const sessionCookies = await domain.db.transaction(async (tx) => {
    const row = await lockTotp(tx, userId);
    if (!row?.enabled_at) throw late;
    await useCode(domain, tx, { row, seal }, code);
    if ((await secondStep.take(domain, headers, tx)) !== userId) throw late;
    return inTransaction(tx, () => library.beginSession(headers, userId));
  });
  await right();

  return { userId, cookies: [...sessionCookies, secondStep.endedCookie] };
}

export function oidcCalls(sign: SigningIn, journeys: Waiting): OidcCalls {
  const { oidc } = sign;
  const provider = oidc && openOidc(oidc);
  const notFound = (): Fault =>
    new Fault('NOT_FOUND', 'oidc', { text: 'Single sign-on is not set up here.' });

  return {
    startOidc: async (domain, way) => {
      if (!provider) throw notFound();
      return unlessRefused(way.next, async () => {
        const { journey, url } = await provider.leave(way);
        return { to: url, cookies: [await journeys.begin(domain, JSON.stringify(journey))] };
      });
    },
    finishOidc: async (domain, headers, query) => {
      if (!provider || !oidc) throw notFound();

      const storedJourney = await journeys.take(domain, headers);
      const journey =
        storedJourney === undefined ? null : (JSON.parse(storedJourney) as OidcJourney);
      const move = await unlessRefused(journey?.next ?? '/', async () => {
        if (!journey) throw new OidcRefusal('expired');
        const person = await provider.comeBack(journey, query);
        const invitation = invitationIn(journey.next);
        const { domains } = oidc;
        const arrival = { person, domains, invitation };
        const { userId, joined } = await userOf({ sign, domain }, arrival);
        return arrive(sign, domain, { headers, userId, next: joined ? '/' : journey.next });
      });
      if (move.to.startsWith(`${signInPage}?failed=`)) domain.audit.unchanged();

      return { ...move, cookies: [...move.cookies, journeys.endedCookie] };
    },
  };
}

/** Redirects to the requested page, or first to the page for the code if the account has a second step. */
async function arrive(
  { library, secondStep }: SigningIn,
  domain: Domain,
  { headers, userId, next }: { headers: Headers; userId: string; next: string },
): Promise<Move> {
  if (await totpEnabled(domain.db, userId)) {
    const query = new URLSearchParams({ step: 'code', ...(next !== '/' && { next }) });
    return {
      to: `${signInPage}?${query}`,
      cookies: [await secondStep.begin(domain, userId)],
    };
  }
  return { to: next, cookies: await library.beginSession(headers, userId) };
}

const signInPage = '/sign-in';

/** If `work` is refused, redirects to the sign-in page, which shows the reason. */
async function unlessRefused(next: string, work: () => Promise<Move>): Promise<Move> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error;
    const query = new URLSearchParams({ failed: error.failure, ...(next !== '/' && { next }) });
    return { to: `${signInPage}?${query}`, cookies: [] };
  }
}

/** Token of the invitation, if `next` is the page on which the user accepts an invitation. */
function invitationIn(next: string): string | undefined {
  const [path, query] = next.split('?');
  return (path === '/join' && new URLSearchParams(query).get('token')) || undefined;
}
