/** The origin of this service's pages, and whether a request comes from them. */
import { Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

/** Origin for links the service gives out: what the operator set, else the address the request was sent to. */
export function ownOrigin(publicUrl: string | null, request: FastifyRequest): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const { origin } = request.headers;
  if (origin !== undefined && isHost(origin, request)) return origin;
  return `${request.protocol}://${request.headers.host ?? 'localhost'}`;
}

/** A scheme may differ behind a proxy that ends TLS; a page of another host can never send our host. */
function isHost(origin: string, request: FastifyRequest): boolean {
  const url = URL.parse(origin);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.origin === origin &&
    url.host === request.headers.host?.toLowerCase()
  );
}

/**
 * Every call that changes something must come from our own pages: other sites' pages can make a browser send our
 * cookies, but not this header. Throws Fault INSUFFICIENT_SCOPE.
 */
export function checkOrigin(publicUrl: string | null, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  if (origin !== undefined && (origin === own || isHost(origin, request))) return;
  throw new Fault('INSUFFICIENT_SCOPE', `origin ${origin}`, {
    text: origin
      ? 'This call comes from another site. Open the console at its own address, or set PUBLIC_URL to the address you use.'
      : 'A call with a session must carry an Origin header. Programs use an API key.',
  });
}
