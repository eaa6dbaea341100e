/** Sends one request and reads its answer, with a time limit and typed errors. */
import {
  ConnectionError,
  errorOf,
  isHtml,
  ReelsightError,
  UnexpectedAnswerError,
} from './errors.ts';
import { limit } from './pause.ts';

export interface Exchange<Result> {
  readonly send: typeof globalThis.fetch;
  readonly url: string;
  readonly init: RequestInit;
  /** Maximum time for the request and the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Reads the body of a successful answer. */
  readonly read: (response: Response) => Promise<Result>;
}

/**
 * Sends the request and reads the answer. Throws ApiError, ConnectionError, UnexpectedAnswerError, or the signal's
 * reason.
 */
export async function exchange<Result>(request: Exchange<Result>): Promise<Result> {
  const { send, url, init, timeoutMs, signal, read: readBody } = request;
  const { origin } = new URL(url);
  const time = limit(timeoutMs, signal);

  try {
    // Redirects are not followed, because the key would be sent to the redirect's target.
    const response = await send(url, { ...init, redirect: 'manual', signal: time.signal });
    await refuse(response, origin);
    return await readBody(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (time.isOver())
      throw new ConnectionError(origin, `nothing within ${timeoutMs / 1000} s`, 'TIMEOUT');
    if (error instanceof ReelsightError) throw error;
    throw new ConnectionError(origin, error);
  } finally {
    time.end();
  }
}

/** Throws the error for an answer that is not a success. */
export async function refuse(response: Response, origin: string): Promise<void> {
  if (response.ok) return;

  const { status, headers } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = headers.get('location');
    const where = to === null ? 'a redirect' : `a redirect to ${to}`;
    throw new UnexpectedAnswerError(response, origin, `${where}, which is not followed`);
  }

  const text = await response.text().catch(() => '');
  throw errorOf(response, parsed(text) ?? text);
}

/** The JSON of an answer; undefined if the answer rightly has no body. */
export async function readJson(response: Response, origin: string): Promise<unknown> {
  const text = await response.text();
  if (response.status === 204) return undefined;

  const type = response.headers.get('content-type') ?? '';
  const unexpected = (content: string) => new UnexpectedAnswerError(response, origin, content);
  if (text.trim() === '') throw unexpected('nothing');

  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined) throw unexpected('JSON that is no object');
  if (/\bjson\b/.test(type)) throw new ConnectionError(origin, 'the answer was cut short');

  throw unexpected(isHtml(text) || /html/.test(type) ? 'an HTML page' : 'something else than JSON');
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
