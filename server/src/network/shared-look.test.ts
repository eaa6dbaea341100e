import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { lastLook } from './shared-look.ts';

test('nobody waits for a look that takes long, and there is one at a time', async () => {
  const looks: PromiseWithResolvers<string>[] = [];
  const seen = lastLook(0, 'first', () => {
    const look = Promise.withResolvers<string>();
    looks.push(look);
    return look.promise;
  });

  assert.equal(seen(), 'first');
  assert.equal(seen(), 'first');
  assert.equal(looks.length, 1);
  looks[0]?.resolve('second');
  await turn();
  assert.equal(seen(), 'second');
  looks[1]?.reject(new Error('away'));
  await turn();
  assert.equal(seen(), 'second');
  assert.equal(looks.length, 3);
});

test('what is young enough is not looked at again', () => {
  const seen = lastLook(60_000, 'first', () => assert.fail('it looked'));
  assert.equal(seen(), 'first');
});
