/**
 * Stores sign-ins that a browser has begun but not finished. Each is a value stored under the hash of a token in the
 * browser's cookie.
 */
import { randomBytes } from 'node:crypto';
import { findWaiting, insertWaiting, takeWaiting } from '../db/accounts/identities.ts';
import type { Queryable } from '../db/database.ts';
import type { Domain } from '../domain/domain.ts';
import { hashToken } from '../domain/workspaces/members.ts';

const waitsMs = 600_000;
/** Path of the cookies, so that browsers send them only with sign-in calls. */
const path = '/console/auth';

export interface Waiting {
  /** Stores a value for ten minutes. Returns the Set-Cookie line. */
  begin(domain: Domain, value: string): Promise<string>;
  /** The value for the browser with these cookies; undefined if it no longer exists. */
  find(domain: Domain, headers: Headers): Promise<string | undefined>;
  /** Like `find`, but removes the value. */
  take(domain: Domain, headers: Headers, tx?: Queryable): Promise<string | undefined>;
  /** Set-Cookie line that removes the cookie. */
  readonly endedCookie: string;
}

export function createWaiting(name: string): Waiting {
  const cookie = `reelsight.${name.replace('-', '_')}`;
  const line = (value: string, seconds: number): string =>
    `${cookie}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax`;
  const identifier = (token: string): string => `${name}:${hashToken(token)}`;
  const tokenIn = (headers: Headers): string =>
    (headers.get('cookie') ?? '')
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([cookieName]) => cookieName === cookie)?.[1] ?? '';

  return {
    begin: async ({ db, newId, now }, value) => {
      const token = randomBytes(32).toString('base64url');
      await insertWaiting(db, {
        id: newId('ver'),
        identifier: identifier(token),
        value,
        expiresAt: new Date(now().getTime() + waitsMs),
        now: now(),
      });

      return line(token, waitsMs / 1000);
    },
    find: ({ db, now }, headers) => findWaiting(db, identifier(tokenIn(headers)), now()),
    take: ({ db, now }, headers, tx = db) => takeWaiting(tx, identifier(tokenIn(headers)), now()),
    endedCookie: line('', 0),
  };
}
