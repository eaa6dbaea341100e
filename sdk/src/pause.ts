/** Waiting: for a time, with a time limit, and before a retry. */

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

/**
 * Full jitter: a random wait of up to `baseMs`, doubled with each attempt and capped at `capMs`, so that clients do not
 * all retry at once.
 */
export const backOffMs = (attempt: number, baseMs: number, capMs: number): number =>
  Math.random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30));

/** The wait that the service asked for, plus a little jitter so that clients do not all retry at once. */
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

/** A signal that follows the caller's and aborts after `ms`. */
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
