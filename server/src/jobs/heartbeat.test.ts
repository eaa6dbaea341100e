/** Heartbeats are sent one at a time, and sending goes on after a failure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendHeartbeats } from './heartbeat.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('none is sent while one is under way; after a failure they continue', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const sent: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const stop = sendHeartbeats(
    () => {
      const one = Promise.withResolvers<void>();
      sent.push(one);
      return one.promise;
    },
    (error) => failures.push(error),
  );

  t.mock.timers.tick(3000);
  assert.equal(sent.length, 1);
  sent[0]?.reject(new Error('away'));
  await settled();
  assert.equal(failures.length, 1);
  t.mock.timers.tick(1000);
  assert.equal(sent.length, 2);
  sent[1]?.resolve();
  await settled();
  stop();
  t.mock.timers.tick(3000);
  assert.equal(sent.length, 2);
});
