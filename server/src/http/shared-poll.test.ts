/** Whom the poll of all members works for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inScope, requestingWorkspace } from '../tracing/scope.ts';
import { SharedPoll } from './shared-poll.ts';

test('it belongs to no request, also not to that of its first member', async () => {
  const looked = Promise.withResolvers<string | undefined>();
  const poll = new SharedPoll<string>({
    everyMs: 1,
    look: async () => {
      looked.resolve(requestingWorkspace());
      return false;
    },
    onFault: (fault) => looked.reject(fault),
  });
  const leave = inScope({ request_id: 'req_1', workspace_id: 'ws_1' }, null, () =>
    poll.add('first'),
  );

  assert.equal(await looked.promise, undefined);
  leave();
});
