/** Options of a client and of a call, their defaults, and their validation. */
import { ConfigurationError, type ReelsightError } from './errors.ts';
import { environment, userAgent } from './runtime.ts';

/** A failure after which the client tries again. */
export interface Trouble {
  readonly error: ReelsightError;
  /** Number of consecutive failures, including this one. */
  readonly attempt: number;
  /** Milliseconds until the client tries again. */
  readonly waitMs: number;
}

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time for one attempt in milliseconds; for an upload, the maximum time without progress. Default 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Maximum time for a call including all attempts and pauses; uploads have no such limit. Default 5 min. */
  readonly totalTimeoutMs?: number | undefined;
  /** Maximum number of retries after temporary failures, for calls that are safe to repeat. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Longest wait that `Retry-After` may ask for; if it asks for more, the call fails at once. Default 60 s. */
  readonly maxRetryWaitMs?: number | undefined;
  /** Called for each failure after which the call is tried again. */
  readonly onTrouble?: ((trouble: Trouble) => void) | undefined;
}

export interface ConnectionOptions extends Omit<CallOptions, 'signal'> {
  /**
   * Address of the service, for example `https://video.example.com`. Default: the environment variable REELSIGHT_URL,
   * except in a browser, where an address must be given.
   */
  readonly baseUrl?: string | undefined;
  /** Function that sends requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Additional headers for every call to the API; they are not sent with uploads. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryWaitMs: number;
  readonly onTrouble: ((trouble: Trouble) => void) | undefined;
}

/** The longest delay that a JavaScript timer accepts. */
const longestMs = 2 ** 31 - 1;

/** The options given with the call, or else those of the client, or else the defaults. Throws ConfigurationError. */
export function limitsOf(call: CallOptions, client: Omit<CallOptions, 'signal'>): Limits {
  type Name = 'timeoutMs' | 'totalTimeoutMs' | 'maxRetries' | 'maxRetryWaitMs';
  const number = (name: Name, value: number): number => {
    const setting: unknown = call[name] ?? client[name] ?? value;
    if (typeof setting !== 'number' || Number.isNaN(setting) || setting < 0)
      throw new ConfigurationError(`${name} must be a number from 0 up, not ${String(setting)}.`);
    return Math.min(setting, longestMs);
  };
  return {
    timeoutMs: number('timeoutMs', 60_000),
    totalTimeoutMs: number('totalTimeoutMs', 300_000),
    maxRetries: number('maxRetries', 2),
    maxRetryWaitMs: number('maxRetryWaitMs', 60_000),
    onTrouble: call.onTrouble ?? client.onTrouble,
  };
}

/** The base URL without a trailing slash. Throws ConfigurationError if it is missing or invalid. */
export function addressOf(baseUrl: string | undefined): string {
  const text = baseUrl?.trim() || environment('REELSIGHT_URL');
  if (!text) {
    throw new ConfigurationError(
      'There is no address of the service: give baseUrl, such as http://localhost:8080, or set REELSIGHT_URL.',
    );
  }

  const wrong = (problem: string) =>
    new ConfigurationError(`baseUrl ${JSON.stringify(text)} ${problem}`);
  if (!/^https?:\/\//i.test(text)) throw wrong('must begin with http:// or https://.');
  if (!URL.canParse(text)) throw wrong('is no address.');

  const { origin, pathname, search, hash, username } = new URL(text);
  if (username) throw wrong('names a user; give the key as apiKey.');
  if (search || hash) throw wrong('has a query or fragment; leave it out.');

  const path = pathname.replace(/\/+$/, '');
  if (/^(.*\/)?v1($|\/)/.test(path.replace(/^\/console\/v1\//, '/')))
    throw wrong(`has the path of calls in it; the client adds it. Give ${origin}.`);

  return origin + path;
}

/**
 * Checks that a key or token can be sent in a header. Throws ConfigurationError, whose message does not contain the
 * secret.
 */
export function secretOf(name: string, secret: string): string {
  if (secret === '') throw new ConfigurationError(`${name} is empty.`);

  if (/\s/.test(secret)) {
    throw new ConfigurationError(
      `${name} has a space or line break in it, perhaps from the end of a file; remove it.`,
    );
  }

  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new ConfigurationError(`${name} has characters in it that no header may have.`);

  return secret;
}

/** The headers that are sent with every call. */
export function headersOf(
  authHeaders: Readonly<Record<string, string>>,
  extraHeaders: ConnectionOptions['headers'],
): Readonly<Record<string, string>> {
  const agent = userAgent();
  return { ...(agent !== undefined && { 'User-Agent': agent }), ...extraHeaders, ...authHeaders };
}
