/** Sign-in with e-mail and password through better-auth on our database: no mail, no third party, no telemetry. */
import { randomBytes } from 'node:crypto';
import { calls, Fault, type SignInCallId, signInBase } from '@reelsight/contract';
import { betterAuth } from 'better-auth/minimal';
import { setPassword } from '../db/accounts/accounts.ts';
import { endSessions, findUser, lockAccount } from '../db/accounts/identities.ts';
import { personName } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { accountStorage } from './account-storage.ts';
import {
  type Attempt,
  type AttemptBy,
  type AttemptRules,
  beginAttempt,
  mayStartOidc,
} from './attempts.ts';
import { beginSession } from './begin-session.ts';
import { confirmPerson } from './confirm-person.ts';
import { type Devices, openDevices } from './devices.ts';
import type { OidcSettings } from './oidc.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { createSeal } from './sealed.ts';
import { beginTotp, confirmTotp, endTotp, resetTotp } from './second-step.ts';
import {
  answer,
  enterCode,
  type Library,
  type OidcCalls,
  oidcCalls,
  type SecondStep,
} from './sign-in.ts';
import type { SignUpTerms } from './sign-up.ts';
import { createWaiting } from './waiting.ts';

export interface SignedIn {
  readonly sessionId: string;
  /** When the user signed in; extending the session does not change it. */
  readonly signedInAt: Date;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly operator: boolean;
  };
  /** Set-Cookie lines to send if the session was extended. */
  readonly cookies: readonly string[];
}

export interface AccountsOptions {
  readonly domain: Domain;
  /** Secret that signs the cookies; the keys that encrypt stored secrets are also derived from it. */
  readonly secret: string;
  /** How long a session lasts after its last use, in seconds. */
  readonly sessionSeconds: number;
  /** Public address of the service; if it is https, cookies are marked Secure. */
  readonly publicUrl: string;
  readonly terms: SignUpTerms;
  readonly attempts: AttemptRules;
  /** The operator's token; like the one-time code, it permits creating the first account. */
  readonly adminToken: string;
  /** Settings of single sign-on; null if it is not used. */
  readonly oidc: OidcSettings | null;
}

/** Each call receives the domain of its request; the domain's audit log records the call. */
export interface Accounts extends OidcCalls {
  readonly terms: SignUpTerms;
  readonly devices: Devices;
  /** Label of the single sign-on button; null without it. */
  readonly oidcLabel: string | null;
  /** Throws Fault RATE_LIMITED. */
  attempt(by: AttemptBy): Promise<Attempt>;
  /** False if too many single sign-ons were started from the address's network within a minute. */
  mayStartOidc(address: string): Promise<boolean>;
  /** Identifies the person behind a request by its cookies; null for a stranger. */
  signedIn(headers: Headers): Promise<SignedIn | null>;
  /** Sets a new password for a person and ends their sessions. Throws Fault NOT_FOUND. */
  resetPassword(domain: Domain, userId: string): Promise<string>;
  /**
   * Passes a request to the sign-in library; only the calls in `SignInCallId` can be reached over HTTP. Throws Fault if
   * the person may not sign up.
   */
  answer(
    domain: Domain,
    id: SignInCallId,
    headers: Headers,
    body: object | null,
  ): Promise<Response | SecondStep>;
  /**
   * Checks the user's password, or, if the account has none, that the sign-in is recent. Throws Fault VALIDATION_FAILED
   * if the check fails.
   */
  confirmPerson(domain: Domain, by: SignedIn, password: string | undefined): Promise<void>;
  readonly totp: TotpCalls;
}

/** The calls for the second step of a sign-in. second-step.ts documents the faults that they throw. */
export interface TotpCalls {
  begin(
    domain: Domain,
    by: SignedIn,
    password: string | undefined,
  ): Promise<{ secret: string; uri: string }>;
  confirm(domain: Domain, by: SignedIn, code: string): Promise<string[]>;
  end(
    domain: Domain,
    user: SignedIn['user'],
    credentials: { readonly password?: string | undefined; readonly code: string },
  ): Promise<void>;
  reset(domain: Domain, userId: string): Promise<void>;
  /** Completes a sign-in that still needs a code. Also throws Fault SIGN_IN_REQUIRED. */
  enter(
    domain: Domain,
    headers: Headers,
    code: string,
  ): Promise<{ userId: string; cookies: readonly string[] }>;
}

const dayInSeconds = 86_400;
export const shortestPassword = 10;

export function openAccounts(options: AccountsOptions): Accounts {
  const origin = new URL(options.publicUrl).origin;
  const auth = createAuth(options, origin);
  const library: Library = {
    run: (id, headers, body) => {
      const { method, session } = calls[id];
      // The library knows the service by a single address, even if the request used another host name.
      const url = origin + session.path;
      return auth.handler(new Request(url, { method, headers, ...(body !== null && { body }) }));
    },
    beginSession: async (headers, userId) => {
      const session = await auth.api.beginSession({
        body: { userId },
        headers,
        returnHeaders: true,
      });
      return session.headers.getSetCookie();
    },
  };
  const seal = createSeal(options.secret, 'totp');
  const secondStep = createWaiting('second-step');
  const devices = openDevices(options.secret, options.domain.now);
  const sign = { ...options, library, seal, secondStep, devices };
  const { db } = options.domain;

  return {
    terms: options.terms,
    devices,
    oidcLabel: options.oidc?.label ?? null,
    attempt: (by) => beginAttempt(db, options.attempts, by),
    mayStartOidc: (address) => mayStartOidc(db, address),
    signedIn: (headers) => signedIn(auth, headers),
    resetPassword,
    answer: (domain, id, headers, body) => answer(sign, domain, { id, headers, body }),
    confirmPerson,
    totp: {
      begin: (domain, by, password) => beginTotp(domain, seal, by, password),
      confirm: (domain, by, code) => confirmTotp(domain, seal, by, code),
      end: (domain, user, credentials) => endTotp(domain, seal, user, credentials),
      reset: resetTotp,
      enter: (domain, headers, code) => enterCode(sign, domain, headers, code),
    },
    ...oidcCalls(sign, createWaiting('oidc')),
  };
}

async function signedIn(
  auth: ReturnType<typeof createAuth>,
  headers: Headers,
): Promise<SignedIn | null> {
  if (!headers.has('cookie')) return null;

  const { headers: set, response } = await auth.api.getSession({ headers, returnHeaders: true });
  if (!response) return null;

  const { user, session } = response;
  const { id, name, email } = user;

  return {
    sessionId: session.id,
    signedInAt: session.createdAt,
    user: { id, name, email, operator: user.operator === true },
    cookies: set.getSetCookie(),
  };
}

/** Sets a new password for an account and returns it. Throws Fault NOT_FOUND. */
async function resetPassword(domain: Domain, userId: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const hash = await hashPassword(password);
  await domain.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw new Fault('NOT_FOUND', userId, { text: 'There is no such account.' });

    await lockAccount(tx, userId);
    await setPassword(tx, { id: domain.newId('crd'), userId, hash, now: domain.now() });
    await endSessions(tx, userId);
    await domain.audit.note(tx, {
      workspaceId: null,
      target: { id: userId, name: personName(user) },
    });
  });

  return password;
}

const prefixes = { user: 'usr', session: 'ses', account: 'crd', verification: 'ver' } as const;

function createAuth({ domain, secret, sessionSeconds }: AccountsOptions, origin: string) {
  return betterAuth({
    appName: 'Reelsight',
    baseURL: origin,
    basePath: signInBase,
    secret,
    database: accountStorage(domain.db),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'users',
      additionalFields: { operator: { type: 'boolean', input: false, defaultValue: false } },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      // Prolonged once a day, or halfway through a session that is shorter than two.
      updateAge: Math.min(dayInSeconds, sessionSeconds / 2),
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    plugins: [beginSession],
    advanced: {
      useSecureCookies: origin.startsWith('https:'),
      cookiePrefix: 'reelsight',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      database: {
        generateId: ({ model }) => domain.newId(prefixes[model as keyof typeof prefixes] ?? 'ver'),
      },
      // We check origin and attempts before the library is called, because the library skips both checks in test
      // environments.
      disableOriginCheck: true,
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The library's logger would write e-mail addresses to the log.
    logger: { disabled: true },
    // The library still sends its own refusals as responses; any other error is thrown, so that we can report it.
    onAPIError: { throw: true },
  });
}
