/** Waiting by `waitFor` of node:test, from wherever a test or one of its hooks calls. */
import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';

/** What `probe` gives as soon as it does not throw. Rejects after the time, with the last error as its cause. */
export async function waitFor<T>(probe: () => T, timeoutMs = 120_000): Promise<Awaited<T>> {
  const context = getTestContext();
  assert.ok(context && 'waitFor' in context, 'waitFor is for tests');
  return context.waitFor(probe, { interval: 20, timeout: timeoutMs });
}
