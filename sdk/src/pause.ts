/** Pauses, time limits, and the delays before retries. */

/** Resolves after `ms` milliseconds; rejects with the signal's reason if the signal is aborted. */
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

/**
 * Delay before a retry, with full jitter: random up to a limit that starts at `baseMs`, doubles with each attempt and
 * is capped at `capMs`. Thus clients do not all retry at the same time.
 */
export const backOffMs = (attempt: number, baseMs: number, capMs: number): number =>
  Math.random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30));

/** The delay that the service asked for, plus a little jitter, so that clients do not all retry at the same time. */
export const askedMs = (seconds: number): number =>
  seconds * 1000 + Math.random() * Math.min(1000, seconds * 100);

export interface Limit {
  readonly signal: AbortSignal;
  /** True once the time limit has passed. */
  readonly isOver: () => boolean;
  /** Restarts the time limit. */
  readonly restart: () => void;
  readonly end: () => void;
}

/** A signal that is aborted after `ms` milliseconds, or together with the caller's signal. */
export function limit(ms: number, caller?: AbortSignal): Limit {
  const stop = new AbortController();
  let over = false;
  const up = () => {
    over = true;
    stop.abort(new Error(`nothing came for ${ms} ms`));
  };
  const follow = () => stop.abort(caller?.reason);
  let timer = setTimeout(up, ms);

  if (caller?.aborted) follow();
  else caller?.addEventListener('abort', follow, { once: true });

  return {
    signal: stop.signal,
    isOver: () => over,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(up, ms);
    },
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
}
