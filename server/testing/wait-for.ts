/** Waiting by `waitFor` of node:test, from wherever a test or one of its hooks calls. */
import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';

/**
 * When a wait counts as hanging. It says nothing of how long anything may take: a machine that is busy elsewhere takes ten
 * times as long as a quiet one.
 */
const hangingMs = 300_000;

/** What `probe` gives as soon as it does not throw. Rejects where that never happens, with the last error as its cause. */
export async function waitFor<T>(probe: () => T, timeoutMs = hangingMs): Promise<Awaited<T>> {
  const context = getTestContext();
  assert.ok(context && 'waitFor' in context, 'waitFor is for tests');
  return context.waitFor(probe, { interval: 20, timeout: timeoutMs });
}
