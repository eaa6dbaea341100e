/**
 * Limits how often users with a session may make calls. A user who has made too many is then refused without a database
 * query.
 */
import { createHash } from 'node:crypto';
import { type CallRow, Fault } from '@reelsight/contract';
import { type BucketRate, TokenBuckets } from '../network/token-buckets.ts';
import { acrossWorkspaces } from './call-limits.ts';

export interface SessionRates {
  /** Rate of the calls that a user makes in one workspace. */
  readonly session: BucketRate;
  /** Rate of the calls that a user makes in all workspaces and that start a program or send something. */
  readonly costly: BucketRate;
}

export interface SessionCall {
  readonly row: CallRow;
  /** The request's cookie header. */
  readonly cookie: string | undefined;
  /** Empty for calls outside any workspace. */
  readonly workspaceId: string;
}

/**
 * Rate of changes that a user makes in all workspaces: each leaves an entry in the audit log, which is kept for a year.
 */
const changesOfUser: BucketRate = { perMinute: 300, burst: 600 };

/** Maximum number of cookies whose user is remembered; a forgotten cookie only costs a look-up. */
const keptAtMost = 10_000;

export class SessionLimits {
  readonly #session: TokenBuckets;
  readonly #everywhere: TokenBuckets;
  readonly #costly: TokenBuckets;
  readonly #changes = new TokenBuckets(changesOfUser);
  /**
   * Users by a hash of their cookie. Entries may only be used to refuse a call, because the session may have ended
   * meanwhile.
   */
  readonly #users = new Map<string, string>();
  /**
   * For each bucket, the number of calls by remembered users whose session is being looked up: each will take a token.
   */
  readonly #lookups = new Map<string, number>();

  constructor({ session, costly }: SessionRates) {
    this.#session = new TokenBuckets(session);
    this.#everywhere = new TokenBuckets(acrossWorkspaces(session));
    this.#costly = new TokenBuckets(costly);
  }

  /**
   * Throws Fault RATE_LIMITED if the user of this cookie has no token left for another session look-up. Takes no token
   * itself. The look-up counts as pending until the returned function is called, so that a burst of simultaneous
   * requests cannot cause more look-ups than there are tokens.
   */
  startLookup({ row, cookie, workspaceId }: SessionCall): () => void {
    const mark = markOf(cookie);
    const userId = mark && this.#users.get(mark);
    if (!userId) return () => undefined;

    const name = bucketName(userId, workspaceId);
    const started = this.#lookups.get(name) ?? 0;
    const hasRoom =
      this.#session.has(name, started + 1) &&
      this.#everywhere.has(userId) &&
      (!row.costly || this.#costly.has(userId)) &&
      (!row.audit || this.#changes.has(userId));
    if (!hasRoom) throw tooMany(userId, workspaceId);

    this.#lookups.set(name, started + 1);
    return () => {
      const left = (this.#lookups.get(name) ?? 1) - 1;
      if (left > 0) this.#lookups.set(name, left);
      else this.#lookups.delete(name);
    };
  }

  /** Throws Fault RATE_LIMITED. */
  take(userId: string, { row, cookie, workspaceId }: SessionCall): void {
    const name = bucketName(userId, workspaceId);
    const isTaken =
      this.#session.take(name) &&
      this.#everywhere.take(userId) &&
      (!row.costly || this.#costly.take(userId)) &&
      (!row.audit || this.#changes.take(userId));
    if (isTaken) return;
    if (this.#users.size >= keptAtMost) this.#users.clear();
    const mark = markOf(cookie);
    if (mark) this.#users.set(mark, userId);
    throw tooMany(userId, workspaceId);
  }
}

const bucketName = (userId: string, workspaceId: string): string => `${userId} ${workspaceId}`;

/** Hash of the session cookie alone, because other cookies do not matter; null if there is no session cookie. */
function markOf(cookie = ''): string | null {
  const [, token] = /(?:^|;\s*)(?:__Secure-)?reelsight\.session_token=([^;]*)/.exec(cookie) ?? [];
  if (!token) return null;
  return createHash('sha256').update(token).digest('base64');
}

const tooMany = (userId: string, workspaceId: string): Fault =>
  new Fault('RATE_LIMITED', `${userId} in ${workspaceId}`, {
    text: 'Too many calls in a short time. Wait a minute and try again.',
  });
