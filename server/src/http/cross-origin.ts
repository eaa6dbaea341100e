/**
 * Allows pages of other origins to make calls with an API key and to use `/mcp`, where the operator permits it. Calls
 * that a session authorises are never allowed.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AllowedOrigins, isAllowed, originHeaders } from '../network/cross-origin.ts';
import { headerText } from './request.ts';

/** Response headers that a page may read in addition to status and body. */
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

/** Requests that pages may send to one part of the service. */
export interface CrossOriginPart {
  /** Must match only paths where API keys authorise the calls; sessions and the operator's token have other paths. */
  readonly path: RegExp;
  readonly methods: string;
  /** Request headers, in lower case, that a page may send. */
  readonly headers: RegExp;
}

export const callsByKey: CrossOriginPart = {
  path: /^\/v1(\/|\?|$)/,
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  headers:
    /^(accept|content-type|idempotency-key|if-none-match|last-event-id|prefer|range|x-api-key)$/,
};

export const assistantMessages: CrossOriginPart = {
  path: /^\/mcp(\?|$)/,
  methods: 'POST',
  headers: /^(accept|authorization|content-type|last-event-id|mcp-[a-z0-9-]+|x-api-key)$/,
};

export function addCrossOrigin(
  app: FastifyInstance,
  allowed: AllowedOrigins,
  part: CrossOriginPart,
): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!part.path.test(request.url)) return;

    const { origin } = request.headers;
    void reply.headers(originHeaders(allowed, origin));

    if (!isAllowed(allowed, origin)) return;
    void reply.header('Access-Control-Expose-Headers', exposed);

    if (request.method !== 'OPTIONS') return;
    if (request.headers['access-control-request-method'] === undefined) return;

    // Browsers send the preflight request without the key, so there is no caller to look up.
    return reply.code(204).headers(preflightOf(request, part)).send();
  });
}

function preflightOf(request: FastifyRequest, { methods, headers }: CrossOriginPart) {
  const requestedHeaders = headerText(request, 'access-control-request-headers') ?? '';
  const names = requestedHeaders.split(',').map((name) => name.trim().toLowerCase());
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': names.filter((name) => headers.test(name)).join(', '),
    'Access-Control-Max-Age': '7200',
  };
}
