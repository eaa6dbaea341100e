/** Admits anyone who holds a link, by the token in its path. */
import { Fault, calls as table } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';
import { type OpenShare, shareMarksSince } from '../db/shares.ts';
import { openShare } from '../domain/shares.ts';
import { addressBlock } from '../network/address-block.ts';
import { TokenBuckets } from '../network/token-buckets.ts';
import type { HttpDeps, KnowShare } from './call.ts';
import { wrongKey } from './key-faults.ts';
import { WrongKeys } from './wrong-keys.ts';

/**
 * Unknown, ended and deleted links all get the same Fault NOT_FOUND. Also throws Fault RATE_LIMITED for too many calls.
 */
export function createShareGate({
  domain,
  limits,
}: Pick<HttpDeps, 'domain' | 'limits'>): KnowShare {
  const wrongTokens = new WrongKeys(domain.db, limits.wrongKeys, shareMarksSince);
  const calls = new TokenBuckets(limits.session);
  const openings = new TokenBuckets(openingsOfNetwork);

  return async (token, request) => {
    const network = isOpening(request) ? addressBlock(request.ip) : null;
    if (network !== null && !openings.has(network)) throw tooOften(network);

    const ask = async (): Promise<OpenShare> => {
      const share = await openShare(domain, token);
      if (!share) throw wrongKey('link');
      return share;
    };
    const share = await wrongTokens.guard(token, request.ip, ask).catch((error: unknown) => {
      throw error instanceof Fault && error.code === 'INVALID_API_KEY' ? noShare() : error;
    });
    // Only existing links count for these limits; a wrong token counts as a guess instead.
    if (network !== null && !openings.take(network)) throw tooOften(network);
    if (!calls.take(share.id)) throw new Fault('RATE_LIMITED', share.id);

    return share;
  };
}

/** Generous, because a whole office may open a link together, yet limited, because an answer may have megabytes. */
const openingsOfNetwork = { perMinute: 120, burst: 60 };

/** Whether a call opens a link; its pictures and its page do not count. */
const isOpening = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === table.getShared.share.path;

const tooOften = (network: string): Fault =>
  new Fault('RATE_LIMITED', `links are opened too often from ${network}`);

const noShare = (): Fault =>
  new Fault('NOT_FOUND', 'link', { text: 'This link has ended, or there never was one.' });

/** For the page of a link. Throws Fault RATE_LIMITED for too many calls. */
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
