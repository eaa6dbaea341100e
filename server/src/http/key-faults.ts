/** Errors for a caller whose key is not accepted. Their messages never contain the key. */
import { Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

/** `detail` appears only in the log. */
export const wrongKey = (detail: string): Fault =>
  new Fault('INVALID_API_KEY', detail, { text: 'The API key is revoked or invalid.' });

const keyIn = {
  /** Texts for calls of the API, which accept the key only in X-Api-Key. */
  header: {
    elsewhere: 'Send the key in X-Api-Key; Authorization is not read here.',
    missing: 'The header X-Api-Key with an API key is missing.',
  },
  /** Texts for endpoints that also accept the key as a bearer token. */
  headerOrBearer: {
    elsewhere: 'Send the key in X-Api-Key, or as Authorization: Bearer.',
    missing: 'The header X-Api-Key, or Authorization: Bearer, with an API key is missing.',
  },
} as const;

export function missingKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  place: keyof typeof keyIn = 'header',
): Fault {
  const elsewhere = /\brs_(?:live|test)_/.test(headers.authorization ?? '');
  const { [elsewhere ? 'elsewhere' : 'missing']: text } = keyIn[place];
  return new Fault('INVALID_API_KEY', elsewhere ? 'key in Authorization' : 'no key', { text });
}
