/** Talks to a model hub or a web mirror: redirects, limits, retries, and reading file facts from the headers. */
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { Agent, type Dispatcher, request } from 'undici';
import { type LeastRate, paced } from '../storage/least-rate.ts';
import type { Digest } from './digest.ts';

export interface HubLimits {
  /** Waits between attempts; the length of the list is the number of further attempts. */
  readonly retryDelaysMs: readonly number[];
  readonly connectTimeoutMs: number;
  /** Longest time the other side may send nothing, both before the headers and within the body. */
  readonly idleTimeoutMs: number;
  /** A body that arrives more slowly is ended: it would hold the lock of its model for ever. */
  readonly leastRate: LeastRate;
}

export const defaultHubLimits: HubLimits = {
  retryDelaysMs: [1_000, 4_000, 15_000],
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  leastRate: { bytesPerSecond: 2048, overMs: 60_000 },
};

export interface HubAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
  /**
   * Facts from the headers of redirects: the hub states a file's hash and size there, and its CDN does not repeat them.
   */
  readonly about: FileFacts;
}

/** Facts that a hub reports about a file without sending it. */
export interface FileFacts {
  readonly sizeBytes?: number;
  readonly digest?: Digest;
  /** The commit that a branch name referred to. */
  readonly revision?: string;
}

export interface Hub {
  readonly limits: HubLimits;
  /** Size, hash and commit of a file. Throws Fault NOT_FOUND, RATE_LIMITED, SERVICE_UNAVAILABLE, PROCESSING_ERROR. */
  describe(url: string, signal: AbortSignal): Promise<FileFacts>;
  /**
   * Opens a file; `headers` may ask for a range. Answers 200, 206 and 416 are returned; for any other answer it throws
   * the same Faults as `describe`.
   */
  open(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<HubAnswer>;
  /** Waits before attempt number `attempt` (from 0); false if there is none left. */
  pause(attempt: number, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Yields what the other side sends. Throws the signal's reason, or an Error if it arrives more slowly than the rate. */
export async function* steadyBody(
  { body }: Pick<HubAnswer, 'body'>,
  { leastRate }: HubLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const tooSlow = new AbortController();
  const onSlow = () =>
    tooSlow.abort(new Error(`fewer than ${leastRate.bytesPerSecond} bytes a second arrived`));
  yield* paced(body, leastRate, onSlow, AbortSignal.any([signal, tooSlow.signal]));
}

const maxRedirects = 5;
const longestRetryAfterMs = 60_000;

type Method = 'GET' | 'HEAD';
type Exchange = (
  method: Method,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Dispatcher.ResponseData>;

export function openHub(limits: HubLimits = defaultHubLimits): Hub {
  const dispatcher = new Agent({
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.idleTimeoutMs,
    bodyTimeout: limits.idleTimeoutMs,
  });
  const pause = pauses(limits);
  const exchange = withRetries((method, url, headers, signal) => {
    // Without this, a small text file may be sent compressed, and the stated length would be the
    // compressed one.
    const defaultHeaders = { 'accept-encoding': 'identity', 'user-agent': 'reelsight-models' };
    return request(url, { method, headers: { ...defaultHeaders, ...headers }, signal, dispatcher });
  }, pause);

  return {
    limits,
    pause,
    describe: async (url, signal) => {
      // A signed CDN address may refuse HEAD, so only redirects inside the hub are followed.
      const { answer, about } = await follow(exchange, 'HEAD', url, {}, signal, true);
      await answer.body.dump();
      return about;
    },
    open: async (url, headers, signal) => {
      const { answer, about } = await follow(exchange, 'GET', url, headers, signal, false);
      const { statusCode: status, body } = answer;
      return { status, headers: flatHeaders(answer.headers), body, about };
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * Waits before an attempt, for `atLeastMs` or for the configured delay if that is longer; false if no attempt is left.
 */
type Pause = (attempt: number, signal: AbortSignal, atLeastMs?: number) => Promise<boolean>;

const pauses =
  ({ retryDelaysMs }: HubLimits): Pause =>
  async (attempt, signal, atLeastMs = 0) => {
    const waitMs = retryDelaysMs[attempt];
    if (waitMs === undefined) return false;
    await delay(Math.max(waitMs, atLeastMs), undefined, { signal });
    return true;
  };

const withRetries =
  (send: Exchange, pause: Pause): Exchange =>
  async (method, url, headers, signal) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send(method, url, headers, signal);
        if (answer.statusCode !== 429 && answer.statusCode < 500) return answer;
        await answer.body.dump();
        const waitMs = retryAfterMs(answer.headers['retry-after']);
        if (!(await pause(attempt, signal, waitMs))) throw refusal(url, answer);
      } catch (error) {
        if (signal.aborted || error instanceof Fault) throw error;
        if (!(await pause(attempt, signal))) throw unreachable(url, error);
      }
    }
  };

async function follow(
  exchange: Exchange,
  method: Method,
  start: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  sameOriginOnly: boolean,
) {
  const first = new URL(start);
  let url = first;
  let about: FileFacts = {};
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await exchange(method, url, headers, signal);
    const answerHeaders = flatHeaders(answer.headers);
    // A CDN's own ETag is not a hash of the file; only the hub's ETag is used.
    if (url.origin === first.origin)
      about = { ...factsOf(answerHeaders, answer.statusCode), ...about };

    const location = answerHeaders.location;
    if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== undefined) {
      const next = new URL(location, url);
      if (sameOriginOnly && next.origin !== first.origin) return { answer, about };
      await answer.body.dump();

      if (url.protocol === 'https:' && next.protocol !== 'https:') {
        throw new Fault('PROCESSING_ERROR', `${url.origin} redirects to an unencrypted address`);
      }

      url = next;
      continue;
    }

    if (answer.statusCode < 400 || answer.statusCode === 416) return { answer, about };
    await answer.body.dump();

    throw refusal(first, answer);
  }

  throw new Fault('PROCESSING_ERROR', `${first.href} redirects more than ${maxRedirects} times`);
}

/**
 * Hugging Face: `X-Linked-Etag` is the SHA-256 of a large file, `ETag` the git blob SHA-1 of a small one;
 * `X-Linked-Size` is the file's size while `Content-Length` may be that of the redirect.
 */
function factsOf(headers: Readonly<Record<string, string>>, status: number): FileFacts {
  const size = headers['x-linked-size'] ?? (status === 200 ? headers['content-length'] : undefined);
  const digest = digestOf(headers['x-linked-etag'] ?? headers.etag);
  const revision = headers['x-repo-commit'];

  return {
    ...(size !== undefined && /^\d+$/.test(size) ? { sizeBytes: Number(size) } : {}),
    ...(digest === undefined ? {} : { digest }),
    ...(revision === undefined ? {} : { revision }),
  };
}

function digestOf(etag: string | undefined): Digest | undefined {
  const hex = etag?.replace(/^W\//, '').replaceAll('"', '').toLowerCase();
  if (hex === undefined || !/^[0-9a-f]+$/.test(hex)) return undefined;
  if (hex.length === 64) return { algorithm: 'sha256', hex };
  return hex.length === 40 ? { algorithm: 'git-sha1', hex } : undefined;
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? (value[0] ?? '') : value;
  }
  return flat;
}

function retryAfterMs(header: string | string[] | undefined): number {
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds * 1000, longestRetryAfterMs)
    : 0;
}

const wayOut =
  'Check the network, or point REELSIGHT_MODELS_MIRROR at a folder or address that holds the models.';

function unreachable(url: URL, error: unknown): Fault {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = message || code || 'no answer';
  return new Fault(
    'SERVICE_UNAVAILABLE',
    `${url.origin} cannot be reached (${reason}). ${wayOut}`,
    {
      cause: error,
    },
  );
}

function refusal(url: URL, answer: Dispatcher.ResponseData): Fault {
  const { statusCode: status, headers } = answer;
  if (status === 429) {
    return new Fault('RATE_LIMITED', `${url.origin} limits requests (429). Try again in a while.`);
  }

  if (status >= 500) {
    return new Fault('SERVICE_UNAVAILABLE', `${url.origin} answers ${status}. ${wayOut}`);
  }

  // The hub answers 401 for a repository that does not exist, so as not to reveal which private names
  // exist.
  const hubMessage = headers['x-error-message'];
  const reason = typeof hubMessage === 'string' ? `: ${hubMessage}` : '';

  return new Fault('NOT_FOUND', `${url.href} is not available (${status}${reason})`);
}
