import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, Fault } from '@reelsight/contract';
import { SessionLimits } from './session-limits.ts';

test('changes of a user count over all workspaces, reads do not', () => {
  const plenty = { perMinute: 1, burst: 100_000 };
  const limits = new SessionLimits({ session: plenty, costly: plenty });
  const call = (row: typeof calls.renameWorkspace | typeof calls.listJobs, workspaceId: string) =>
    limits.take('user_a', { row, cookie: undefined, workspaceId });
  const changeInTurns = (n: number) => call(calls.renameWorkspace, `ws_${n % 20}`);

  for (let n = 0; n < 600; n += 1) changeInTurns(n);
  assert.throws(
    () => changeInTurns(600),
    (error) => error instanceof Fault && error.code === 'RATE_LIMITED',
  );
  call(calls.listJobs, 'ws_0');
});

test('a user has three times the rate of one workspace in all of theirs', () => {
  const session = { perMinute: 0, burst: 10 };
  const limits = new SessionLimits({ session, costly: session });
  const call = (n: number) =>
    limits.take('user_a', { row: calls.listJobs, cookie: undefined, workspaceId: `ws_${n % 5}` });

  for (let n = 0; n < 30; n += 1) call(n);
  assert.throws(
    () => call(30),
    (error) => error instanceof Fault && error.code === 'RATE_LIMITED',
  );
});

test('of requests that arrive together, as many as there are tokens are looked up', () => {
  const session = { perMinute: 0, burst: 3 };
  const limits = new SessionLimits({ session, costly: session });
  const call = { row: calls.listJobs, cookie: 'reelsight.session_token=a', workspaceId: 'ws_0' };
  const isRefused = (error: unknown) => error instanceof Fault && error.code === 'RATE_LIMITED';

  // The user of an unknown cookie is always looked up; a refusal makes the cookie known.
  for (let n = 0; n < 3; n += 1) limits.take('user_a', call);
  assert.throws(() => limits.take('user_a', call), isRefused);
  assert.throws(() => limits.startLookup(call), isRefused);

  const other = { ...call, workspaceId: 'ws_1' };
  const ends = [1, 2, 3].map(() => limits.startLookup(other));
  assert.throws(() => limits.startLookup(other), isRefused);

  // A look-up that ended without taking a token makes room for another.
  ends.pop()?.();
  limits.startLookup(other);
  assert.throws(() => limits.startLookup(other), isRefused);
});
