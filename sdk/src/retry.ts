/** Decides when a call is retried: which failures are temporary, and which calls are safe to repeat. */
import {
  ApiError,
  ConnectionError,
  isOwn,
  NotFoundError,
  ReelsightError,
  systemCode,
} from './errors.ts';
import type { Limits } from './options.ts';
import { askedMs, backOffMs, pause } from './pause.ts';

const baseMs = 500;
const capMs = 8000;

/** Statuses after which a repeated call would fail in the same way. */
const lastingStatuses = [501, 505];
/** Codes of lasting connection failures, such as an invalid certificate. */
const lastingCodes = /^(CERT_|ERR_TLS|ERR_SSL|ERR_INVALID|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/**
 * True for a failure after which the same call may succeed if it is repeated. A blocked port ("bad port") is not such a
 * failure, because fetch never accepts it.
 */
export function isPassing(error: unknown): error is ReelsightError {
  if (error instanceof ConnectionError)
    return !lastingCodes.test(systemCode(error) ?? '') && !/: bad port$/.test(error.message);
  if (!(error instanceof ApiError)) return false;
  if (error.status >= 500) return !lastingStatuses.includes(error.status);
  // A 409 from the service describes the state of a resource, which lasts; a 409 from a proxy means that the proxy was
  // busy.
  return [408, 425, 429].includes(error.status) || (error.status === 409 && !isOwn(error));
}

const unsentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** True if the service cannot have carried out the request. */
const wasNotDone = (error: ReelsightError): boolean =>
  error.status === 429 ||
  (error instanceof ConnectionError && unsentCodes.includes(systemCode(error) ?? ''));

export interface Repeating {
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  /** Whether the call is safe to repeat. */
  readonly repeatable: boolean;
  /** For a delete: returns the result if a retry finds that the resource is already gone. */
  readonly gone?: (() => unknown) | undefined;
}

/** Calls `once` until it succeeds, fails with a lasting error, or has used up its retries or its time. */
export async function repeating<Result>(
  once: (leftMs: number) => Promise<Result>,
  { limits, signal, repeatable, gone: emptyAnswer }: Repeating,
): Promise<Result> {
  const endMs = Date.now() + limits.totalTimeoutMs;
  let mayBeDone = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(Math.max(1, endMs - Date.now()));
    } catch (error) {
      if (!(error instanceof ReelsightError)) throw error;

      error.attempts = attempt;
      if (emptyAnswer && mayBeDone && error instanceof NotFoundError && isOwn(error))
        return emptyAnswer() as Result;

      const mightHaveRun = !wasNotDone(error);
      if (attempt > limits.maxRetries || !isPassing(error) || (mightHaveRun && !repeatable))
        throw error;

      const waitMs = waitAfter(error, attempt, limits);
      if (waitMs === undefined || Date.now() + waitMs > endMs) throw error;

      limits.onTrouble?.({ error, attempt, waitMs });
      await pause(waitMs, signal);
      mayBeDone ||= mightHaveRun;
    }
  }
}

/** Milliseconds to wait before the next attempt; undefined if the service asks for more than the caller allows. */
function waitAfter(error: ReelsightError, attempt: number, limits: Limits): number | undefined {
  const retrySeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (retrySeconds === undefined) return backOffMs(attempt - 1, baseMs, capMs);
  return retrySeconds * 1000 > limits.maxRetryWaitMs ? undefined : askedMs(retrySeconds);
}
