/** One attempt to deliver an event: the address is checked again, the connection pinned to it, everything limited. */
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
  /** JSON, sent as it is. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** From the look-up to the answer's headers and first 1 KB; 5 s when absent. */
  readonly timeoutMs?: number;
  readonly workspaceId: string;
  readonly lookup: Lookup;
}

export interface Attempt {
  /** HTTP status of the answer; null if none came. */
  readonly status: number | null;
  /** Null exactly when a 2xx came; else a reason that holds no address. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The first 1 KB of the answer as text without control characters; null if none came. */
  readonly response: string | null;
}

/**
 * Never throws for what the receiver or the network does. Takes no signal: an attempt cut short may have arrived, so it
 * would have to be repeated, and its own limit ends it soon enough for a shutdown to wait.
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
    // Its own connection: a pooled one would outlive the check of its address.
    agent: false,
    lookup: answerWith(addresses),
    maxHeaderSize: maxAnswerHeaderBytes,
    signal,
  });
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    // Stays for errors that follow the answer, which would else end the process.
    request.on('error', reject);
    // After an unwanted switch of protocols (101) Node closes without an error.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.end(body);
  });
}

/** Keeps the connection from asking the resolver again, which could now give another answer. */
function answerWith(addresses: CheckedAddress['addresses']): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

/** The status has decided by now: a body that breaks off, stalls until the limit or never ends changes nothing. */
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
  // As a stream, so that a character cut at the end is left out.
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

/** Words for an error of the connection by its code alone: messages of Node hold addresses. Rethrows our own errors. */
function networkReason(error: unknown): string {
  if (error instanceof Fault) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || error instanceof TypeError) throw error;
  const known = networkReasons.find(([pattern]) => pattern.test(code));
  return `${known?.[1] ?? 'the request failed'} (${code})`;
}
