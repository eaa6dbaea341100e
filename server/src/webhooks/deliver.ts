/**
 * Makes one attempt to deliver an event: checks the receiver's address again, connects only to that address, and limits
 * time and size.
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Fault } from '@reelsight/contract';
import type { Lookup } from '../network/names.ts';
import { type CheckedAddress, checkWebhookUrl } from './address.ts';

const attemptTimeoutMs = 5_000;
const maxAnswerHeaderBytes = 16_384;
const keptAnswerBytes = 1_024;

export interface Delivery {
  readonly url: string;
  /** JSON, sent unchanged. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Time limit from the look-up until the headers and the first 1 KB of the answer have arrived; 5 s if absent. */
  readonly timeoutMs?: number;
  readonly workspaceId: string;
  readonly lookup: Lookup;
}

export interface Attempt {
  /** HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** Null if the status is 2xx; otherwise a reason that contains no address. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The first 1 KB of the answer as text without control characters; null if there was none. */
  readonly response: string | null;
}

/**
 * Never throws because of the receiver or the network. Takes no abort signal: an interrupted delivery may have arrived
 * and would still have to be repeated, and the time limit is short enough for a shutdown to wait.
 */
export async function attemptDelivery(delivery: Delivery): Promise<Attempt> {
  const { url, timeoutMs = attemptTimeoutMs } = delivery;
  const startMs = performance.now();
  const spentMs = () => Math.round(performance.now() - startMs);
  const limit = AbortSignal.timeout(timeoutMs);

  try {
    const target = await checkWebhookUrl(url, { ...delivery, signal: limit });
    const answer = await post(target, delivery, limit);
    const status = answer.statusCode ?? 0;
    const response = await firstText(answer);
    return { status, error: refusal(status), durationMs: spentMs(), response };
  } catch (error) {
    const reason = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : networkReason(error);
    return { status: null, error: reason, durationMs: spentMs(), response: null };
  }
}

function post(
  { url, addresses }: CheckedAddress,
  { headers, body }: Delivery,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Reelsight-Webhooks/1',
      ...headers,
    },
    // Uses a new connection: a pooled connection could still lead to an address that is no longer allowed.
    agent: false,
    lookup: answerWith(addresses),
    maxHeaderSize: maxAnswerHeaderBytes,
    signal,
  });
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    // Also handles errors after the answer, which would otherwise crash the process.
    request.on('error', reject);
    // After an unwanted protocol switch (101) Node closes the connection without an error.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.end(body);
  });
}

/** Answers the connection's name look-up with the addresses that were checked; the resolver could now give others. */
function answerWith(addresses: CheckedAddress['addresses']): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

/**
 * Reads the beginning of the answer. The status has already decided the outcome, so it does not matter if the body
 * breaks off, stalls until the time limit or never ends.
 */
async function firstText(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    // Leaving the loop closes the connection.
    for await (const chunk of answer) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= keptAnswerBytes) break;
    }
  } catch {}

  const bytes = Buffer.concat(chunks).subarray(0, keptAnswerBytes);
  // Decoded in streaming mode, so that a character cut off at the end is left out.
  const text = new TextDecoder().decode(bytes, { stream: true });

  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

function refusal(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  return status >= 300 && status <= 399 ? 'redirects are not followed' : `answered ${status}`;
}

const networkReasons: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE)$/, 'connection closed before an answer'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/, 'not reachable'],
  [/CERT|SIGNATURE|CRL/, 'certificate not accepted'],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, 'TLS failed'],
  [/^HPE_/, 'the answer is not valid HTTP or its headers are too large'],
];

/**
 * Describes a connection error only by its code, because Node's messages contain addresses. Rethrows errors in our own
 * code.
 */
function networkReason(error: unknown): string {
  if (error instanceof Fault) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || error instanceof TypeError) throw error;
  const knownReason = networkReasons.find(([pattern]) => pattern.test(code));
  return `${knownReason?.[1] ?? 'the request failed'} (${code})`;
}
