/** One connection to a service: its address, how calls are signed, their limits, and the errors they end in. */
import createFetch from 'openapi-fetch';
import { type Addresses, type Call, type Send, sender } from './call.ts';
import { addresses } from './calls.gen.ts';
import { ApiError, ConnectionError, errorOf } from './errors.ts';
import type { paths } from './schema.gen.ts';

export interface ConnectionOptions {
  /** For example `http://localhost:8080`. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Longest one call may take; uploads have no limit. Default 60 s. */
  readonly timeoutMs?: number;
  /** Repeats of a call that may be repeated safely, after no answer or a 502, 503 or 504. Default 2. */
  readonly maxRetries?: number;
}

export interface Connection {
  readonly baseUrl: string;
  /** That sign a call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly call: Call;
  /** Calls by another table of addresses. */
  sender<Id extends string>(addresses: Addresses<Id>): Send<Id>;
  /** `fetch` with limits, retries and our errors; a refusal throws. */
  send(request: Request): Promise<Response>;
}

const retryableStatuses = [502, 503, 504];

export function connect(options: ConnectionOptions, headers: Record<string, string>): Connection {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const send = (request: Request) => sendWithRetries(request, options);
  const api = createFetch<paths>({ baseUrl, headers, fetch: send });
  const senderOf = <Id extends string>(table: Addresses<Id>): Send<Id> => sender(api, table);
  return { baseUrl, headers, send, call: senderOf(addresses) as Call, sender: senderOf };
}

/** Calls of a service from another table, with the same limits, retries and errors. */
export function createSender<Id extends string>(
  options: ConnectionOptions,
  table: Addresses<Id>,
): Send<Id> {
  return connect(options, {}).sender(table);
}

/** A call that can do no harm twice. */
function isRepeatable(request: Request): boolean {
  return request.method === 'GET' || request.headers.has('idempotency-key');
}

async function sendWithRetries(request: Request, options: ConnectionOptions): Promise<Response> {
  const retries = isRepeatable(request) ? (options.maxRetries ?? 2) : 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(request.clone(), options);
    } catch (error) {
      const passing =
        error instanceof ConnectionError ||
        (error instanceof ApiError && retryableStatuses.includes(error.status));
      if (!passing || attempt >= retries) throw error;
      await pause(250 * 2 ** attempt, request.signal);
    }
  }
}

async function sendOnce(request: Request, options: ConnectionOptions): Promise<Response> {
  const send = options.fetch ?? globalThis.fetch;
  const limit = AbortSignal.timeout(options.timeoutMs ?? 60_000);
  const signal = AbortSignal.any([request.signal, limit]);
  const response = await send(request, { signal }).catch((cause: unknown) => {
    if (request.signal.aborted) throw request.signal.reason;
    throw new ConnectionError(new URL(request.url).origin, cause);
  });
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  throw errorOf(response, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Resolves after `ms`; rejects with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
