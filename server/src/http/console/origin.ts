/**
 * Determines the console's own address, and whether a request comes from its pages. Only calls that are authorised by a
 * cookie need this check, not calls with keys or tokens.
 */
import { Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Origin for links that the service gives out: the origin set by the operator, otherwise the address to which the
 * request was sent.
 */
export function ownOrigin(publicUrl: string | null, request: FastifyRequest): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const { origin } = request.headers;
  if (origin !== undefined && isHost(origin, request)) return origin;
  return `${request.protocol}://${request.host || 'localhost'}`;
}

/** Whether people reach the service by https, according to `publicUrl` or to a trusted proxy. */
export function isSecure(publicUrl: string | null, request: FastifyRequest): boolean {
  return publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/**
 * Whether an origin has the host that the request was sent to. Schemes are not compared, because they may differ behind
 * a proxy that terminates TLS.
 */
function isHost(origin: string, request: FastifyRequest): boolean {
  const url = URL.parse(origin);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.origin === origin &&
    url.host === request.host.toLowerCase()
  );
}

/**
 * Checks that a call that changes something comes from our own pages: other sites' pages can make a browser send our
 * cookies, but not our origin. Throws Fault INSUFFICIENT_SCOPE.
 */
export function checkOrigin(publicUrl: string | null, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (!isOwnOrigin(publicUrl, request))
    throw refusal(`origin ${origin}`, foreignOrigin(publicUrl, origin));
}

/** Whether the Origin of a request is that of our own pages, as far as its Host can be trusted (see `checkHost`). */
export function isOwnOrigin(publicUrl: string | null, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (publicUrl !== null) return origin === new URL(publicUrl).origin;
  return origin !== undefined && isHost(origin, request);
}

const refusal = (detail: string, text: string): Fault =>
  new Fault('INSUFFICIENT_SCOPE', detail, { text });

function foreignOrigin(publicUrl: string | null, origin: string | undefined): string {
  if (!origin) return 'A call with a session must carry an Origin header. Programs use an API key.';
  return publicUrl === null
    ? 'This call comes from another site. Open the console at its own address, or set PUBLIC_URL to the address you use.'
    : `This call comes from another site. Open the console at ${new URL(publicUrl).origin}.`;
}

/**
 * Refuses requests under any host name that is not ours: another site can make its own name resolve to this machine,
 * and calls from its pages would then look like calls from our pages. Throws Fault INSUFFICIENT_SCOPE.
 */
export function checkHost(publicUrl: string | null, request: FastifyRequest): void {
  const name = hostName(request.host);

  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl);
    if (name === hostname) return;

    throw refusal(
      `host ${request.host}`,
      `The console is at ${origin}: open it there. If you did, the proxy in front of Reelsight must pass the Host header on.`,
    );
  }

  if (name !== null && (isLoopback(name) || name === localAddress(request))) return;
  throw refusal(
    `host ${request.host}`,
    'Without PUBLIC_URL the console is open under localhost and the IP address of this machine only. Set PUBLIC_URL to the address you use, such as https://video.example.com, and start Reelsight again.',
  );
}

/** The host name as browsers write it, without a port; null for text that is not a host. */
function hostName(host: string): string | null {
  if (!/^(\[[0-9a-f:.]+\]|[^[\]:/?#@\\\s]+)(:\d{1,5})?$/i.test(host)) return null;
  return URL.parse(`http://${host}`)?.hostname ?? null;
}

const isLoopback = (name: string): boolean =>
  name === '[::1]' || /^(localhost|.+\.localhost|127(\.\d{1,3}){3})$/.test(name);

/**
 * The local address at which the request arrived, as a host. An address needs no list of allowed names: unlike a name,
 * it cannot be made to resolve to this machine by another site.
 */
function localAddress({ socket }: FastifyRequest): string | null {
  const address = socket.localAddress?.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (!address) return null;
  return hostName(address.includes(':') ? `[${address}]` : address);
}
