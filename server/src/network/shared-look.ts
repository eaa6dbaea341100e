/** Shares one check of something among all callers that ask at the same time. */

/**
 * Wraps `look` so that it is repeated after `ageMs` at the earliest: every caller in between gets the same answer, even
 * while `look` is still running. A failure is not kept.
 */
export function sharedLook<T>(ageMs: number, look: () => Promise<T>): () => Promise<T> {
  let atMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  let busy = false;

  return () => {
    if (answer && (busy || performance.now() - atMs < ageMs)) return answer;

    busy = true;
    answer = look().finally(() => {
      busy = false;
      atMs = performance.now();
    });
    answer.catch(() => {
      answer = undefined;
    });

    return answer;
  };
}

/**
 * Wraps `look` for callers that must not wait for it: each gets the latest value, which at the start is `first`. If
 * that value is older than `ageMs`, `look` runs again. A failure changes nothing.
 */
export function lastLook<T>(ageMs: number, first: T, look: () => Promise<T>): () => T {
  let latestValue = first;
  let atMs = performance.now();
  let busy = false;

  return () => {
    if (!busy && performance.now() - atMs >= ageMs) {
      busy = true;
      look()
        .then((value) => {
          latestValue = value;
        })
        .catch(() => undefined)
        .finally(() => {
          busy = false;
          atMs = performance.now();
        });
    }
    return latestValue;
  };
}
