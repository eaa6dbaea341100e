/** Sign-in with e-mail and password by better-auth over our database: no mail, no other party, no telemetry. */
import { randomBytes } from 'node:crypto';
import { calls, Fault, type SignInCallId, signInBase } from '@reelsight/contract';
import { betterAuth } from 'better-auth/minimal';
import { setPassword } from '../db/accounts.ts';
import type { Domain } from '../domain/domain.ts';
import { accountStorage, inTransaction } from './account-storage.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { type Newcomer, type SignUpTerms, signUp } from './sign-up.ts';

export interface SignedIn {
  readonly sessionId: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly operator: boolean;
  };
  /** Set-Cookie lines of a session that was prolonged. */
  readonly cookies: readonly string[];
}

export interface AccountsOptions {
  readonly domain: Domain;
  /** Signs the cookies. */
  readonly secret: string;
  /** Address of the service; cookies are Secure if it is https. */
  readonly publicUrl: string;
  readonly terms: SignUpTerms;
}

export interface Accounts {
  readonly terms: SignUpTerms;
  /** Who a request is from by its cookies; null for a stranger. */
  signedIn(headers: Headers): Promise<SignedIn | null>;
  /** A new password of a person, whose sessions end. Throws Fault NOT_FOUND. */
  resetPassword(userId: string): Promise<string>;
  /** Answers by the library, whose other calls have no address. Throws Fault if sign-up is closed. */
  answer(id: SignInCallId, headers: Headers, body: object | null): Promise<Response>;
}

const dayInSeconds = 86_400;
export const sessionDays = 7;
export const shortestPassword = 10;

export function openAccounts(options: AccountsOptions): Accounts {
  const { domain } = options;
  const origin = new URL(options.publicUrl).origin;
  const auth = createAuth(options, origin);
  const run = (id: SignInCallId, headers: Headers, body: string | null): Promise<Response> => {
    const { method, session } = calls[id];
    // The library knows itself by one address, whatever name a request came by.
    const url = origin + session.path;
    return auth.handler(new Request(url, { method, headers, ...(body !== null && { body }) }));
  };
  return {
    terms: options.terms,
    signedIn: async (headers) => {
      if (!headers.has('cookie')) return null;
      const { headers: set, response } = await auth.api.getSession({
        headers,
        returnHeaders: true,
      });
      if (!response) return null;
      const { user, session } = response;
      return {
        sessionId: session.id,
        user: {
          id: user.id,
          name: user.name,
          email: user.email,
          operator: user.operator === true,
        },
        cookies: set.getSetCookie(),
      };
    },
    resetPassword: (userId) => resetPassword(domain, userId),
    answer: (id, headers, body) => {
      if (id !== 'signUp') return run(id, headers, body && JSON.stringify(body));
      const { invitation: _ours, ...account } = body as Newcomer;
      return signUp(domain, options.terms, body as Newcomer, (tx) =>
        inTransaction(tx, () => run(id, headers, JSON.stringify(account))),
      );
    },
  };
}

/** The new password of an account. Throws Fault NOT_FOUND. */
async function resetPassword(domain: Domain, userId: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const hash = await hashPassword(password);
  const known = await domain.db.transaction((tx) => setPassword(tx, userId, hash, domain.now()));
  if (!known) throw new Fault('NOT_FOUND', userId, { text: 'There is no such account.' });
  return password;
}

const prefixes = { user: 'usr', session: 'ses', account: 'crd', verification: 'ver' } as const;

function createAuth({ domain, secret }: AccountsOptions, origin: string) {
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
      expiresIn: sessionDays * dayInSeconds,
      updateAge: dayInSeconds,
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    advanced: {
      useSecureCookies: origin.startsWith('https:'),
      cookiePrefix: 'reelsight',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      database: {
        generateId: ({ model }) => domain.newId(prefixes[model as keyof typeof prefixes] ?? 'ver'),
      },
      // Origin and attempts are checked before a call gets here: the library skips both in test environments.
      disableOriginCheck: true,
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would write e-mail addresses to the log.
    logger: { disabled: true },
    // Refusals still become answers; what is none is ours to report.
    onAPIError: { throw: true },
  });
}
