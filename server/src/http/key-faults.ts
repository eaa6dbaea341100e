/** What a caller is told whose key does not open the door; never the key itself. */
import { Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

/** `detail` is for the log. */
export const wrongKey = (detail: string): Fault =>
  new Fault('INVALID_API_KEY', detail, { text: 'The API key is revoked or invalid.' });

export function missingKey({ headers }: Pick<FastifyRequest, 'headers'>): Fault {
  const elsewhere = /\brs_live_/.test(headers.authorization ?? '');
  return new Fault('INVALID_API_KEY', elsewhere ? 'key in Authorization' : 'no key', {
    text: elsewhere
      ? 'Send the key in X-Api-Key; Authorization is not read here.'
      : 'The header X-Api-Key with an API key is missing.',
  });
}
