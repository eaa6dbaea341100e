/** Turns are taken in order, and waiting for one ends with the signal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pLimit from 'p-limit';
import { inTurn } from './in-turn.ts';

const never = new AbortController().signal;

test('work waits for its turn, in the order it was asked for', async () => {
  const limit = pLimit(1);
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const runs = [
    inTurn(limit, never, () => first.promise.then(() => log.push('first'))),
    inTurn(limit, never, async () => log.push('second')),
    inTurn(limit, never, async () => log.push('third')),
  ];
  first.resolve();
  await Promise.all(runs);
  assert.deepEqual(log, ['first', 'second', 'third']);
});

test('whoever waits gives up with the signal, and is not run later', async () => {
  const limit = pLimit(1);
  const busy = Promise.withResolvers<void>();
  const running = inTurn(limit, never, () => busy.promise);
  const stop = new AbortController();
  let ran = false;
  const waiting = inTurn(limit, stop.signal, async () => {
    ran = true;
  });
  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  busy.resolve();
  await running;
  await inTurn(limit, never, async () => undefined);
  assert.equal(ran, false);
});

test('work that has begun ends by itself after the signal', async () => {
  const stop = new AbortController();
  const work = Promise.withResolvers<string>();
  const running = inTurn(pLimit(1), stop.signal, () => work.promise);
  await new Promise(setImmediate);
  stop.abort();
  work.resolve('done');
  assert.equal(await running, 'done');
});
