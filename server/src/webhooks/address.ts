/** Decides which webhook receivers are allowed: https URLs with a domain name whose addresses are all public. */
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Fault } from '@reelsight/contract';
import { type Lookup, NameError } from '../network/names.ts';
import { isPublicAddress } from '../network/public-address.ts';
import { untilAborted } from '../network/until-aborted.ts';

const maxUrlLength = 2048;

export interface FormOptions {
  /** Development setting of the operator: allows http, IP addresses, local names and private targets. */
  readonly allowPrivate: boolean;
  /** Name of the request field, for the error message; default `webhook_url`. */
  readonly field?: string | undefined;
}

export interface CheckOptions extends FormOptions {
  readonly lookup: Lookup;
  /** Workspace that owns the receiver; workspaces take turns at name look-ups. */
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** A receiver that passed the check; connections may go only to these addresses. */
export interface CheckedAddress {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

/**
 * Checks a `webhook_url` and looks up its host. Throws `Fault('VALIDATION_FAILED')` with a public text that gives the
 * reason, or `signal.reason` if the caller gave up.
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
    refuse(options, `must resolve to public addresses only${inDevelopment}`, {
      detail: `${host} has ${refused.address}`,
    });
  }

  return { url, addresses };
}

/**
 * The part of the check that needs no network. Any port is allowed, because receivers do listen on unusual ports, and
 * without a TLS certificate for its name a server receives no data from us. Returns the URL without a trailing dot in
 * the host.
 */
export function checkWebhookUrlForm(text: string, options: FormOptions): URL {
  const { allowPrivate } = options;
  if (text.length > maxUrlLength) refuse(options, `must have at most ${maxUrlLength} characters`);

  // The URL parser drops line breaks, trims blanks, and accepts backslashes or missing slashes, so two programs could
  // see different hosts in such a text.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) {
    refuse(options, 'must not contain blanks, control characters or backslashes');
  }

  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = URL.parse(text);
  if (authority === undefined || url === null) refuse(options, 'must be an absolute URL');

  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    refuse(options, `must use https${url.protocol === 'http:' ? inDevelopment : ''}`);
  }

  if (authority.includes('@')) refuse(options, 'must not contain a user name or password');
  if (text.includes('#')) refuse(options, 'must not have a fragment, it would not be sent');
  if (url.port === '0') refuse(options, 'must not use port 0');

  url.hostname = url.hostname.replace(/\.$/, '');
  if (!allowPrivate) checkHost(url.hostname, options);

  return url;
}

/**
 * Checks the host as the URL parser returns it: in lower case and punycode, with every spelling of an IPv4 address
 * converted to dotted decimal.
 */
function checkHost(host: string, options: FormOptions): void {
  if (host.startsWith('[') || isIP(host) > 0)
    refuse(options, `must name a domain, not an IP address${inDevelopment}`);
  if (!host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)) {
    refuse(options, `must name a public domain${inDevelopment}`);
  }
}

async function resolve(host: string, options: CheckOptions): Promise<readonly LookupAddress[]> {
  const { lookup, workspaceId, allowPrivate, signal } = options;
  try {
    signal.throwIfAborted();
    const addresses = await untilAborted(
      lookup(host, { workspaceId, own: allowPrivate, signal }),
      signal,
    );
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    signal.throwIfAborted();
    const reason = cause instanceof NameError ? cause.reason : 'unknown';
    refuse(options, unresolved[reason], { detail: `${host}: ${cause}`, cause });
  }

  return refuse(options, unresolved.unknown, { detail: `${host}: no address` });
}

const unresolved = {
  unknown: 'the name does not resolve',
  slow: 'the name did not resolve in time',
  tooMany: 'the name has too many addresses',
} as const satisfies Record<NameError['reason'], string>;

/** Advice for a developer whose receiver is on the same machine. */
const inDevelopment =
  '; for development the operator may set REELSIGHT_ALLOW_PRIVATE_WEBHOOKS=true';

/** `detail` appears only in the log. */
function refuse(
  { field = 'webhook_url' }: FormOptions,
  reason: string,
  { detail = reason, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
): never {
  throw new Fault('VALIDATION_FAILED', `${field}: ${detail}`, {
    text: `${field}: ${reason}`,
    cause,
  });
}
