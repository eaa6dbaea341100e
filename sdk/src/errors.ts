/** The errors that a call may throw: one class for each kind of failure, all derived from ReelsightError. */
import type { ErrorCode } from './schema.gen.ts';

/** The error codes known to this version; later versions of the service may add others. */
export type ApiErrorCode = ErrorCode | (string & {});

interface Details {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The base class of all errors that this package throws. */
export class ReelsightError extends Error {
  /** A code for programs to compare: one of the API's, or one of this package's. */
  readonly code: string;
  /** HTTP status of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** Id of the request, to quote when asking for help. */
  readonly requestId: string | undefined;
  /** Number of times the call was sent before this error was thrown. */
  attempts = 1;

  constructor({ code, message, status, requestId, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }

  // Defined on the prototype, so that bundlers that rename classes do not affect it and subclasses can
  // override it.
  override get name(): string {
    return 'ReelsightError';
  }

  override toString(): string {
    const about = [this.status, this.code, this.requestId].filter((part) => part !== undefined);
    return `${this.name}: ${this.message} (${about.join(', ')})`;
  }
}

/**
 * The client was configured, or a call was made, in a way that can't work. Nothing was sent. Code `INVALID_OPTIONS`.
 */
export class ConfigurationError extends ReelsightError {
  constructor(message: string) {
    super({ code: 'INVALID_OPTIONS', message });
  }
  override get name(): string {
    return 'ConfigurationError';
  }
}

/** The file changed or could not be read during its upload. Code `FILE_CHANGED` or `FILE_UNREADABLE`. */
export class FileError extends ReelsightError {
  constructor(code: 'FILE_CHANGED' | 'FILE_UNREADABLE', message: string, cause?: unknown) {
    super({ code, message, cause });
  }
  override get name(): string {
    return 'FileError';
  }
}

/**
 * The answer did not come from a Reelsight service, but from a proxy or another program. The code is
 * `UNEXPECTED_ANSWER`, or `NOT_EVENTS` for an answer that is not a stream of events.
 */
export class UnexpectedAnswerError extends ReelsightError {
  declare readonly status: number;

  constructor(
    response: Response,
    address: string,
    content: string,
    code: 'UNEXPECTED_ANSWER' | 'NOT_EVENTS' = 'UNEXPECTED_ANSWER',
  ) {
    super({
      code,
      message: `${address} answered ${response.status} with ${content}. Is this a Reelsight service?`,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
    });
  }
  override get name(): string {
    return 'UnexpectedAnswerError';
  }
}

/**
 * There was no complete answer: the host is unknown, the connection was refused or cut, or the answer took too long.
 * The code is `TIMEOUT` in the last case, otherwise `CONNECTION_FAILED`.
 */
export class ConnectionError extends ReelsightError {
  constructor(address: string, cause: unknown, code = 'CONNECTION_FAILED') {
    super({ code, message: `No answer from ${address}: ${reason(cause)}`, cause });
  }
  override get name(): string {
    return 'ConnectionError';
  }
}

/** `wait` got no answer for longer than `outageMs`; `cause` is the last failure. Code `OUTAGE`. */
export class OutageError extends ConnectionError {
  constructor(target: string, outageMs: number, cause: unknown) {
    super(target, `for ${Math.round(outageMs / 1000)} s; last: ${reason(cause)}`, 'OUTAGE');
    Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true });
  }
  override get name(): string {
    return 'OutageError';
  }
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // The errors of fetch have the actual cause one level deeper.
  const inner = cause.cause;
  return inner instanceof Error ? inner.message || codeIn(inner) || String(inner) : cause.message;
}

const codeIn = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** The operating system's code for a failed connection, such as `ECONNREFUSED`. */
export function systemCode(error: unknown): string | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const code = current instanceof ReelsightError ? undefined : codeIn(current);
    if (code !== undefined) return code;
    const several = (current as { readonly errors?: readonly unknown[] }).errors;
    current = current.cause ?? several?.[0];
  }
  return undefined;
}

interface ApiDetails extends Details {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds?: number | undefined;
}

/** The API refused the call. */
export class ApiError extends ReelsightError {
  declare readonly code: ApiErrorCode;
  declare readonly status: number;
  /** Number of seconds that the service asks the client to wait; present on 429 and some 503 answers. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ApiDetails) {
    super(details);
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
  override get name(): string {
    return 'ApiError';
  }
}

/** 401 */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return 'AuthenticationError';
  }
}
/** Status 402: credits, budget or subscription do not allow the call. */
export class PaymentRequiredError extends ApiError {
  override get name(): string {
    return 'PaymentRequiredError';
  }
}
/** 403: scope or plan. */
export class PermissionError extends ApiError {
  override get name(): string {
    return 'PermissionError';
  }
}
/** 404 */
export class NotFoundError extends ApiError {
  override get name(): string {
    return 'NotFoundError';
  }
}
/** Status 409: the state of the resource does not allow the call. */
export class ConflictError extends ApiError {
  override get name(): string {
    return 'ConflictError';
  }
}
/** 413 */
export class TooLargeError extends ApiError {
  override get name(): string {
    return 'TooLargeError';
  }
}
/** Status 422: the message names the invalid field. */
export class InvalidRequestError extends ApiError {
  override get name(): string {
    return 'InvalidRequestError';
  }
}
/** 429 */
export class RateLimitError extends ApiError {
  override get name(): string {
    return 'RateLimitError';
  }
}
/** 5xx */
export class ServerError extends ApiError {
  override get name(): string {
    return 'ServerError';
  }
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  422: InvalidRequestError,
  429: RateLimitError,
};

interface Told {
  readonly code?: string;
  readonly message?: string;
}

/**
 * The wait in seconds that a `Retry-After` header asks for, as seconds or as a date; undefined if there is no such
 * header.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const headerValue = headers.get('retry-after')?.trim();
  if (!headerValue) return undefined;
  if (/^\d+(\.\d+)?$/.test(headerValue)) return Number(headerValue);
  // The date is compared with the server's clock if the answer has a `date` header.
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = Math.ceil((Date.parse(headerValue) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * Makes the error for an answer. `body` is the parsed JSON of the answer, or its text if it is not JSON. Answers of the
 * sign-in library have no envelope.
 */
export function errorOf(response: Response, body: unknown): ApiError {
  const answer = (body ?? {}) as Told & {
    readonly error?: Told;
    readonly meta?: { readonly request_id?: string };
  };
  const details = typeof answer.error === 'object' ? answer.error : answer;
  const { status } = response;
  const kind = byStatus[status] ?? (status >= 500 ? ServerError : ApiError);

  return new kind({
    status,
    code: details?.code ?? `HTTP_${status}`,
    message: details?.message ?? statusText(response, body),
    requestId: answer.meta?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(response.headers),
  });
}

/** The message for an answer that does not come from the service itself. */
function statusText({ status, statusText: text, url }: Response, body: unknown): string {
  const from = URL.canParse(url) ? new URL(url).origin : 'The server';
  const pageNote = typeof body === 'string' && isHtml(body) ? ', with an HTML page' : '';
  const ask = status < 500 ? ' Is this a Reelsight service?' : '';
  return `${from} answered ${`${status} ${text}`.trim()}${pageNote}.${ask}`;
}

export const isHtml = (text: string): boolean => /^\s*<(!doctype|html|head|body|\?xml)/i.test(text);

/** Whether the refusal came from the service, not from a proxy in front of it. */
export const isOwn = ({ code }: ReelsightError): boolean => !code.startsWith('HTTP_');
