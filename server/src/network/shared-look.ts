/** Shares the result of one check between all callers. */

/**
 * Wraps `look` so that it runs again only once its result is `ageMs` old: all callers in between share that result,
 * even while `look` is still running. A failure is not kept.
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
 * Wraps `look` for callers that must not wait for it: each gets the latest value, initially `first`. If that value is
 * older than `ageMs`, the call also runs `look` again in the background. If `look` fails, the value stays.
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
