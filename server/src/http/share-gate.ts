/** Admits anyone who has a shared link, by the token in its path. */
import { Fault, calls as table } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';
import { type OpenShare, shareMarksSince } from '../db/shares.ts';
import { openShare } from '../domain/shares.ts';
import { addressBlock } from '../network/address-block.ts';
import { TokenBuckets } from '../network/token-buckets.ts';
import type { HttpDeps, KnowShare } from './call.ts';
import { acrossWorkspaces } from './call-limits.ts';
import { wrongKey } from './key-faults.ts';
import { NetworkRates } from './network-rates.ts';
import { WrongKeys } from './wrong-keys.ts';

/**
 * For unknown, ended and deleted links, the returned function throws the same Fault NOT_FOUND. It throws Fault
 * RATE_LIMITED for too many calls.
 */
export function createShareGate({
  domain,
  limits,
}: Pick<HttpDeps, 'domain' | 'limits'>): KnowShare {
  const wrongTokens = new WrongKeys(domain.db, limits.wrongKeys, shareMarksSince);
  const rates = new ShareRates(limits);
  const openings = new TokenBuckets(openingsOfNetwork);

  return async (token, request) => {
    rates.ofVisitors.take(request.ip);
    const network = isOpening(request) ? addressBlock(request.ip) : null;
    if (network !== null && !openings.has(network)) throw tooOften(network);
    rates.checkKnown(token);

    const ask = async (): Promise<OpenShare> => {
      const share = await openShare(domain, token);
      if (!share) throw wrongKey('link');
      return share;
    };
    const share = await wrongTokens.guard(token, request.ip, ask).catch((error: unknown) => {
      throw error instanceof Fault && error.code === 'INVALID_API_KEY' ? noShare() : error;
    });
    // Only calls with the token of an existing link count towards these limits; a wrong token counts as a guess
    // instead.
    if (network !== null && !openings.take(network)) throw tooOften(network);
    rates.takeOfShare(token, share);

    return share;
  };
}

/** Maximum number of tokens whose link is remembered; a forgotten one only costs a look-up. */
const knownAtMost = 10_000;

/** Limits how often links are called: by a visitor's network, of one link, and of all links of an owner. */
class ShareRates {
  readonly ofVisitors: NetworkRates;
  readonly #ofLink: TokenBuckets;
  readonly #ofOwner: TokenBuckets;
  /**
   * Links by their token. Entries may only be used to refuse a call, because the link may have ended meanwhile.
   */
  readonly #known = new Map<string, Pick<OpenShare, 'id' | 'owner_group'>>();

  constructor({ links, session }: HttpDeps['limits']) {
    this.ofVisitors = new NetworkRates(links, 'calls of links');
    this.#ofLink = new TokenBuckets(session);
    this.#ofOwner = new TokenBuckets(acrossWorkspaces(session));
  }

  /** Refuses calls of a link that has been called too often without a look at the database. Throws Fault RATE_LIMITED. */
  checkKnown(token: string): void {
    const share = this.#known.get(token);
    if (share && !(this.#ofLink.has(share.id) && this.#ofOwner.has(share.owner_group)))
      throw new Fault('RATE_LIMITED', share.id);
  }

  /** Throws Fault RATE_LIMITED. */
  takeOfShare(token: string, { id, owner_group }: OpenShare): void {
    if (this.#known.size >= knownAtMost) this.#known.clear();
    this.#known.set(token, { id, owner_group });

    if (!this.#ofLink.take(id) || !this.#ofOwner.take(owner_group))
      throw new Fault('RATE_LIMITED', id);
  }
}

/**
 * How often links may be opened from one network. The rate is generous, because a whole office may open a link
 * together, but limited, because an answer may have megabytes.
 */
const openingsOfNetwork = { perMinute: 120, burst: 60 };

/** Whether a call opens a link; calls for the link's pictures and page do not count. */
const isOpening = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === table.getShared.share.path;

const tooOften = (network: string): Fault =>
  new Fault('RATE_LIMITED', `links are opened too often from ${network}`);

const noShare = (): Fault =>
  new Fault('NOT_FOUND', 'link', { text: 'This link has ended, or there never was one.' });

/** The check that the page of a link uses. It throws Fault RATE_LIMITED for too many calls. */
export const createIsShared =
  (know: KnowShare) =>
  (token: string, request: FastifyRequest): Promise<boolean> =>
    know(token, request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Fault && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );
