/** A runner's calls to its service: with its token, with time limits, and with retries after temporary failures. */
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../../storage/local-file.ts';

/** The service refused a call, and would refuse it again. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** True if no call of this runner will succeed: its token was revoked, or its version does not fit. */
  get isFinal(): boolean {
    return this.status === 401 || this.code === 'RUNNER_VERSION';
  }
}

/** The service can't be reached or does not work; the same call may succeed later. */
export class ServiceAway extends Error {}

interface CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Uint8Array;
  readonly type?: string;
  /** Returns the headers for the next attempt. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Longest time that one attempt may take. */
  readonly limitMs: number;
  /** How long to retry without progress; 0: no retry. */
  readonly patienceMs: number;
  /** Bytes received so far by all attempts, if each continues where the previous one ended. */
  readonly received?: () => number;
}

const callMs = 30_000;
const transferMs = 600_000;
/** Maximum bytes of an answer; an answer with 64 joins of a thousand parts each has a few MB. */
const mostAnswerBytes = 32 * 2 ** 20;
const mostRefusalBytes = 256 * 1024;
/** Limits of the wait between attempts, which doubles each time and has jitter. */
export const leastWaitMs = 500;
export const mostWaitMs = 4000;

export class ServiceClient {
  readonly #base: string;
  readonly #token: string;

  constructor(options: { readonly url: string; readonly token: string }) {
    this.#base = `${options.url}/runner/v1`;
    this.#token = options.token;
  }

  /** Sends JSON and returns the `data` of the answer. Throws CallRefused, ServiceAway or the signal's reason. */
  async ask<T>(
    path: string,
    body: object,
    options: { signal?: AbortSignal; limitMs?: number; patienceMs?: number } = {},
  ): Promise<T> {
    const { limitMs = callMs, patienceMs = 0, signal } = options;
    const bytes = Buffer.from(JSON.stringify(body));
    const callOptions = { path, body: bytes, type: 'application/json', limitMs, patienceMs };

    return this.#call(
      { method: 'POST', ...callOptions, ...(signal && { signal }) },
      async (answer) => {
        const text = await textOf(answer, mostAnswerBytes);
        const { data } = JSON.parse(text) as { data: T };
        return data;
      },
    );
  }

  /** Sends bytes until they have arrived or the signal aborts. Throws the same errors as `ask`. */
  put(path: string, body: Uint8Array, type: string, signal: AbortSignal): Promise<void> {
    const patienceMs = Number.POSITIVE_INFINITY;
    return this.#call(
      { method: 'PUT', path, body, type, signal, limitMs: transferMs, patienceMs },
      async () => undefined,
    );
  }

  async delete(path: string): Promise<void> {
    const limits = { limitMs: callMs / 3, patienceMs: callMs / 3 };
    await this.#call({ method: 'DELETE', path, ...limits }, async () => undefined);
  }

  /** Downloads a file; false if it does not exist. */
  async download(path: string, toPath: string, signal?: AbortSignal): Promise<boolean> {
    const file = await open(toPath, 'w');
    let isFound = false;
    try {
      isFound = await this.#receive({ path, signal }, async (chunk, offset) => {
        await file.write(chunk, 0, chunk.length, offset);
      });
    } finally {
      await file.close();
      if (!isFound) await rm(toPath, { force: true });
    }

    return isFound;
  }

  /** Reads a range of a file (`end` inclusive); null if the file does not exist. */
  async range(
    path: string,
    range: { readonly start: number; readonly end: number },
    signal?: AbortSignal,
  ): Promise<Buffer | null> {
    const chunks: Uint8Array[] = [];
    const isFound = await this.#receive({ path, signal, range }, async (chunk) => {
      chunks.push(chunk);
    });
    return isFound ? Buffer.concat(chunks) : null;
  }

  /**
   * Receives bytes in order; an attempt continues where the previous one was cut off. False if the file does not
   * exist.
   */
  async #receive(
    {
      path,
      signal,
      range,
    }: Pick<CallOptions, 'path'> & {
      signal: AbortSignal | undefined;
      range?: { readonly start: number; readonly end: number };
    },
    write: (chunk: Uint8Array, offset: number) => Promise<void>,
  ): Promise<boolean> {
    const { start = 0, end = '' } = range ?? {};
    let received = 0;
    let etag: string | null = null;
    const headers = (): Record<string, string> =>
      range || received > 0 ? { range: `bytes=${start + received}-${end}` } : {};
    const receiveBody = async (answer: Response): Promise<boolean> => {
      const isSame = answer.status === 206 && answer.headers.get('etag') === etag;
      if (received > 0 && !isSame) throw new ServiceAway('the file changed while it was read');
      etag = answer.headers.get('etag');

      for await (const chunk of answer.body ?? []) {
        if (range && start + received + chunk.length > range.end + 1)
          throw new ServiceAway('more came than was asked for');
        await write(chunk, received);
        received += chunk.length;
      }

      return true;
    };
    const isFound = await this.#file(
      { path, signal, headers, received: () => received },
      receiveBody,
    );

    return isFound ?? false;
  }

  async #file<T>(
    {
      signal,
      ...callOptions
    }: Pick<CallOptions, 'path' | 'headers' | 'received'> & { signal: AbortSignal | undefined },
    readAnswer: (answer: Response) => Promise<T>,
  ): Promise<T | null> {
    const limits = { limitMs: transferMs, patienceMs: callMs };
    try {
      return await this.#call(
        { method: 'GET', ...callOptions, ...limits, ...(signal && { signal }) },
        readAnswer,
      );
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404) return null;
      throw error;
    }
  }

  async #call<T>(options: CallOptions, readAnswer: (answer: Response) => Promise<T>): Promise<T> {
    const { patienceMs, received = () => 0 } = options;
    let since = performance.now();
    let waitMs = leastWaitMs;

    for (;;) {
      const receivedBefore = received();
      try {
        return await this.#once(options, readAnswer);
      } catch (error) {
        options.signal?.throwIfAborted();

        if (received() > receivedBefore) {
          since = performance.now();
          waitMs = leastWaitMs;
        }

        const isTooLate = performance.now() + waitMs > since + patienceMs;
        if (!(error instanceof ServiceAway) || isTooLate) throw error;

        const signal = options.signal ? { signal: options.signal } : {};
        await sleep(waitMs * (0.5 + Math.random()), undefined, signal).catch(() => undefined);
        options.signal?.throwIfAborted();
        waitMs = Math.min(2 * waitMs, mostWaitMs);
      }
    }
  }

  async #once<T>(options: CallOptions, readAnswer: (answer: Response) => Promise<T>): Promise<T> {
    const { method, path, body, type, headers, signal, limitMs } = options;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const answer = await fetch(this.#base + path, {
        method,
        headers: {
          ...headers?.(),
          authorization: `Bearer ${this.#token}`,
          ...(type && { 'content-type': type }),
        },
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        // The token may only be sent to this address, so redirects are not followed.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      if (!answer.ok) throw await refusal(answer);

      return await readAnswer(answer);
    } catch (error) {
      if (error instanceof CallRefused || error instanceof ServiceAway || isDiskFull(error))
        throw error;
      signal?.throwIfAborted();
      throw new ServiceAway(messageOf(error), { cause: error });
    }
  }
}

/**
 * Reads at most `maxBytes` of an answer, because the answer may not come from the service at all. Throws ServiceAway
 * for a longer answer.
 */
async function textOf(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;

  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ServiceAway(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }

  return Buffer.concat(chunks).toString();
}

const passing = new Set([408, 429, 500, 502, 503, 504, 507]);

async function refusal(answer: Response): Promise<Error> {
  const text = await textOf(answer, mostRefusalBytes).catch(() => '');
  let error: { code?: unknown; message?: unknown } = {};
  try {
    ({ error = {} } = JSON.parse(text) as { error?: typeof error });
  } catch {
    // The answer comes from a proxy, for example, not from the service.
  }

  const code = typeof error.code === 'string' ? error.code : '';
  const message = typeof error.message === 'string' ? error.message : `HTTP ${answer.status}`;
  if (passing.has(answer.status)) return new ServiceAway(message);
  // A proxy sends such an answer while the service restarts and cannot be reached.
  if (code === '') return new ServiceAway(`${message} without an answer of Reelsight`);

  return new CallRefused(answer.status, code, message);
}

/** Includes the cause that fetch hides, such as a certificate that is not trusted. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason =
    cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : '';
  return reason ? `${error.message}: ${reason}` : error.message;
}
