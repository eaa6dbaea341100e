/** The address that events are forwarded to. It is checked before anything is sent, and again at every connection. */
import { lookup as resolve } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UsageError } from './exit-code.ts';

/** How long to wait for an answer, the same as in the service itself. */
const answerMs = 5000;

const localNetworks = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  localNetworks.addSubnet(net, bits, 'ipv4');
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');

const isNear = (address: string): boolean =>
  localNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

class RemoteError extends Error {
  constructor(address: string) {
    super(`${address} is not on this machine or a private network`);
  }
}

export interface Target {
  readonly url: URL;
  readonly allowRemote: boolean;
}

/**
 * Throws UsageError for text that is not an http address, and for an address on the internet unless that is allowed.
 */
export async function checkedTarget(text: string, allowRemote: boolean): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--forward-to ${text}: give an http address, such as http://localhost:3000/hook.`,
    );

  if (url.username || url.password)
    throw new UsageError('--forward-to: the address names a user, which webhooks do not.');

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const refused = await new Promise<unknown>((resolvePromise) => {
    if (isIP(host)) resolvePromise(allowRemote || isNear(host) ? null : new RemoteError(host));
    else lookupOf(allowRemote)(host, { all: true }, resolvePromise);
  });
  if (refused instanceof RemoteError)
    throw new UsageError(
      `--forward-to ${text}: ${refused.message}. Add --allow-remote if events may go there.`,
    );

  if (refused) throw new UsageError(`--forward-to ${text}: no address is known for ${host}.`);
  return { url, allowRemote };
}

/**
 * A DNS lookup that returns only addresses to which a connection is allowed. It fails with RemoteError if one of the
 * host's addresses is not allowed.
 */
const lookupOf =
  (allowRemote: boolean): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const remote = allowRemote ? undefined : addresses.find(({ address }) => !isNear(address));
      if (remote) return callback(new RemoteError(remote.address), '');
      if (options.all) return callback(null, addresses);
      const [{ address, family } = { address: '', family: 4 }] = addresses;
      return callback(null, address, family);
    });

export interface Attempt {
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Null if and only if the answer had a 2xx status. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Sends one POST in the same way as the service. Throws only when `signal` is aborted, with the signal's reason. */
export async function post(
  target: Target,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Attempt> {
  const startMs = performance.now();
  const durationMs = () => Math.round(performance.now() - startMs);
  const limit = AbortSignal.timeout(answerMs);

  try {
    const status = await statusOf(target, body, headers, AbortSignal.any([signal, limit]));
    const isReceived = status >= 200 && status < 300;
    const isRedirect = status >= 300 && status < 400;
    const failure = isRedirect ? 'redirects are not followed' : `answered ${status}`;
    return { status, error: isReceived ? null : failure, durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ECONNREFUSED' ? 'connection refused' : message || String(code);
    const cause = limit.aborted ? `no answer within ${answerMs / 1000} s` : reason;
    return { status: null, error: cause, durationMs: durationMs() };
  }
}

function statusOf(
  { url, allowRemote }: Target,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolvePromise, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Reelsight-Webhooks/1',
        ...headers,
      },
      agent: false,
      lookup: lookupOf(allowRemote),
      signal,
    });
    request.on('response', (response) => {
      // Only the status is needed, not the body.
      response.destroy();
      resolvePromise(response.statusCode ?? 0);
    });
    request.on('error', fail);
    request.on('close', () => fail(new Error('connection closed before an answer')));

    request.end(body);
  });
}
