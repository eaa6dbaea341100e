/** Stops waiting for work that does not react to an abort signal itself. */

/**
 * Settles as `work` does, but rejects with the signal's reason as soon as the signal aborts; the result of `work` is
 * then ignored.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', leave));
}
