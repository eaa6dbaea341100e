/** Admits anyone who has a shared link, by the token in its path. */
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
 * For unknown, ended and deleted links, the returned function throws the same Fault NOT_FOUND. It throws Fault
 * RATE_LIMITED for too many calls.
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
    // Only calls with the token of an existing link count towards these limits; a wrong token counts as a guess
    // instead.
    if (network !== null && !openings.take(network)) throw tooOften(network);
    if (!calls.take(share.id)) throw new Fault('RATE_LIMITED', share.id);

    return share;
  };
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
