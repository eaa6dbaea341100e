/** Heartbeats of jobs and workers. */

/** Default time between heartbeats. It also limits how old the progress shown on a page may be. */
const defaultMs = 1000;

/**
 * Runs `send` about every second, never two at once: overlapping calls would burden a slow database further. Returns a
 * function that stops the heartbeats.
 */
export function sendHeartbeats(
  send: () => Promise<void>,
  onError: (error: unknown) => void,
  everyMs = defaultMs,
): () => void {
  let pending = false;
  const timer = setInterval(() => {
    if (pending) return;
    pending = true;
    void send()
      .catch(onError)
      .finally(() => {
        pending = false;
      });
  }, everyMs);
  return () => clearInterval(timer);
}
