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
