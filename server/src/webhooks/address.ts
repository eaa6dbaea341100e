/** Which receivers a webhook may go to: https on a domain name all of whose addresses are public. */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '@reelsight/contract';
import { isPublicAddress } from '../network/public-address.ts';
import { untilAborted } from '../network/until-aborted.ts';

const maxUrlLength = 2048;
const dnsTimeoutMs = 2_000;

/** All addresses of a name, A and AAAA. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface FormOptions {
  /** The operator's switch for development: http, IP addresses, local names and private targets are allowed. */
  readonly allowPrivate: boolean;
}

export interface CheckOptions extends FormOptions {
  /** The system's resolver when absent. */
  readonly lookup?: Lookup | undefined;
  readonly signal: AbortSignal;
  /** Limit of the look-up, 2 s when absent. */
  readonly timeoutMs?: number;
}

/** A receiver that passed; a connection must go to one of these addresses and to no other. */
export interface CheckedAddress {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

/**
 * Checks a `webhook_url` and looks its host up. Throws `Fault('VALIDATION_FAILED')` whose public text names the
 * reason; `signal.reason` when the caller gave up.
 */
export async function checkWebhookUrl(
  text: string,
  options: CheckOptions,
): Promise<CheckedAddress> {
  const url = checkWebhookUrlForm(text, options);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family > 0 ? [{ address: host, family }] : await resolve(host, options);
  const refused = options.allowPrivate
    ? undefined
    : addresses.find(({ address }) => !isPublicAddress(address));
  if (refused) {
    refuse('must resolve to public addresses only', `${host} has ${refused.address}`);
  }
  return { url, addresses };
}

/**
 * The part that needs no network. Any port is allowed: receivers do listen on unusual ones, and what does not speak
 * TLS with a certificate for its name gets nothing from us. Returns the URL with a trailing dot of the host removed.
 */
export function checkWebhookUrlForm(text: string, { allowPrivate }: FormOptions): URL {
  if (text.length > maxUrlLength) refuse(`must have at most ${maxUrlLength} characters`);
  // The URL parser drops line ends, trims blanks, and takes backslashes and missing slashes for slashes: two readers
  // of such a text could see two hosts.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) {
    refuse('must not contain blanks, control characters or backslashes');
  }
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = URL.parse(text);
  if (authority === undefined || url === null) refuse('must be an absolute URL');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    refuse('must use https');
  }
  if (authority.includes('@')) refuse('must not contain a user name or password');
  if (text.includes('#')) refuse('must not have a fragment, it would not be sent');
  if (url.port === '0') refuse('must not use port 0');
  url.hostname = url.hostname.replace(/\.$/, '');
  if (!allowPrivate) checkHost(url.hostname);
  return url;
}

/** `host` as the URL parser gives it: lower-case, punycode, and every spelling of an IPv4 address as dotted decimal. */
function checkHost(host: string): void {
  if (host.startsWith('[') || isIP(host) > 0) refuse('must name a domain, not an IP address');
  if (!host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)) {
    refuse('must name a public domain');
  }
}

async function resolve(host: string, options: CheckOptions): Promise<readonly LookupAddress[]> {
  const { lookup = allAddresses, signal, timeoutMs = dnsTimeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const addresses = await untilAborted(lookup(host), AbortSignal.any([signal, timeout]));
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    signal.throwIfAborted();
    if (timeout.aborted) refuse('the name did not resolve in time', `${host}: ${timeoutMs} ms`);
    refuse('the name does not resolve', `${host}: ${cause}`, cause);
  }
  return refuse('the name does not resolve', `${host}: no address`);
}

function allAddresses(hostname: string): Promise<LookupAddress[]> {
  return systemLookup(hostname, { all: true });
}

function refuse(reason: string, detail = reason, cause?: unknown): never {
  throw new Fault('VALIDATION_FAILED', `webhook_url: ${detail}`, {
    text: `webhook_url: ${reason}`,
    cause,
  });
}
