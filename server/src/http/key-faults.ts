/** The messages for a caller whose key is not accepted; never the key itself. */
import { Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

/** `detail` is only for the log. */
export const wrongKey = (detail: string): Fault =>
  new Fault('INVALID_API_KEY', detail, { text: 'The API key is revoked or invalid.' });

const keyIn = {
  /** For the calls of the API. */
  header: {
    elsewhere: 'Send the key in X-Api-Key; Authorization is not read here.',
    missing: 'The header X-Api-Key with an API key is missing.',
  },
  /** For addresses where the key may also be a bearer token. */
  headerOrBearer: {
    elsewhere: 'Send the key in X-Api-Key, or as Authorization: Bearer.',
    missing: 'The header X-Api-Key, or Authorization: Bearer, with an API key is missing.',
  },
} as const;

export function missingKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  place: keyof typeof keyIn = 'header',
): Fault {
  const elsewhere = /\brs_live_/.test(headers.authorization ?? '');
  const { [elsewhere ? 'elsewhere' : 'missing']: text } = keyIn[place];
  return new Fault('INVALID_API_KEY', elsewhere ? 'key in Authorization' : 'no key', { text });
}
