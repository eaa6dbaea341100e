/** The poll that all members share runs on behalf of none of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inGroup, requestingGroup } from '../tracing/scope.ts';
import { SharedPoll } from './shared-poll.ts';

test('it belongs to no request, also not to that of its first member', async () => {
  const looked = Promise.withResolvers<string | undefined>();
  const poll = new SharedPoll<string>({
    everyMs: 1,
    look: async () => {
      looked.resolve(requestingGroup());
      return false;
    },
    onFault: (fault) => looked.reject(fault),
  });
  const leave = inGroup('ws_1', () => poll.add('first'));

  assert.equal(await looked.promise, undefined);
  leave();
});
