/** Stops waiting for work that does not heed a signal itself. */

/** Resolves with `work`, or rejects with the signal's reason as soon as it aborts; the work then continues unobserved. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', leave));
}
