/** What a call may throw: one class a kind of refusal, with the API's own code and message. */
import type { ErrorCode } from './schema.gen.ts';

/** The codes of this version; later versions may add some. */
export type ApiErrorCode = ErrorCode | (string & {});

interface ErrorDetails {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly message: string;
  /** Quote it when asking for help. */
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
}

/** The API answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly requestId: string | undefined;
  /** Present on 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ErrorDetails) {
    super(details.message);
    this.name = new.target.name;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** 401 */
export class AuthenticationError extends ApiError {}
/** 402: credits, budget or subscription. */
export class PaymentRequiredError extends ApiError {}
/** 403: scope or plan. */
export class PermissionError extends ApiError {}
/** 404 */
export class NotFoundError extends ApiError {}
/** 409: the state of the resource does not allow it. */
export class ConflictError extends ApiError {}
/** 413 */
export class TooLargeError extends ApiError {}
/** 422: the message names the field. */
export class InvalidRequestError extends ApiError {}
/** 429 */
export class RateLimitError extends ApiError {}
/** 5xx */
export class ServerError extends ApiError {}

/** There was no answer: no such host, refused, cut, or too slow. */
export class ConnectionError extends Error {
  constructor(address: string, cause: unknown) {
    super(`No answer from ${address}: ${reason(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // fetch hides what happened one level down.
  return cause.cause instanceof Error ? cause.cause.message || String(cause.cause) : cause.message;
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

/** `body` is the parsed JSON of the answer, or its text if it was no JSON; the sign-in library answers without our envelope. */
export function errorOf(response: Response, body: unknown): ApiError {
  const answer = (body ?? {}) as Told & {
    readonly error?: Told;
    readonly meta?: { readonly request_id?: string };
  };
  const { meta } = answer;
  const error = answer.error ?? answer;
  const requestId = meta?.request_id ?? response.headers.get('x-request-id');
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const kind = byStatus[response.status] ?? (response.status >= 500 ? ServerError : ApiError);
  return new kind({
    status: response.status,
    code: error.code ?? `HTTP_${response.status}`,
    message: error.message ?? `The server answered ${response.status} ${response.statusText}.`,
    ...(requestId && { requestId }),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}
