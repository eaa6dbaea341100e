/** Calls by key from pages of other origins, where the operator allows them. Nothing that a session signs is among them. */
import type { FastifyInstance } from 'fastify';
import { type AllowedOrigins, isAllowed, originHeaders } from '../network/cross-origin.ts';

/** What a page may read beside status and body. */
const exposed = [
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
].join(', ');

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Accept, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Range, X-Api-Key',
  'Access-Control-Max-Age': '7200',
};

/** Only there keys sign the calls; sessions and the operator's token have paths of their own. */
const isByKey = (url: string): boolean => /^\/v1(\/|\?|$)/.test(url);

export function addCrossOrigin(app: FastifyInstance, allowed: AllowedOrigins): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isByKey(request.url)) return;
    const { origin } = request.headers;
    void reply.headers(originHeaders(allowed, origin));
    if (!isAllowed(allowed, origin)) return;
    void reply.header('Access-Control-Expose-Headers', exposed);
    if (request.method !== 'OPTIONS') return;
    if (request.headers['access-control-request-method'] === undefined) return;
    // Browsers ask before they send the key, so nobody is looked up for it.
    return reply.code(204).headers(preflight).send();
  });
}
