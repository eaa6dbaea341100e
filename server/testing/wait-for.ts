/** Waits with the `waitFor` of node:test, wherever in a test or hook it is called. */
import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';

/**
 * Time after which a wait counts as hanging. It is no limit on how long anything should take: a busy machine is ten
 * times as slow as an idle one.
 */
const hangingMs = 300_000;

/**
 * Returns the result of `probe` as soon as it does not throw. Rejects if that never happens, with the last error as the
 * cause.
 */
export async function waitFor<T>(probe: () => T, timeoutMs = hangingMs): Promise<Awaited<T>> {
  const context = getTestContext();
  assert.ok(context && 'waitFor' in context, 'waitFor is for tests');
  return context.waitFor(probe, { interval: 20, timeout: timeoutMs });
}
