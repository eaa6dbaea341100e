import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { FairTurns, TooManyWaiting } from './fair-turns.ts';

const never = new AbortController().signal;

/**
 * Starts tasks that run until `endOne` ends the oldest; `begun` lists their groups in the order in which they began.
 */
function desk(turns: FairTurns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const come = (group: string, signal = never) =>
    turns.run(group, signal, () => {
      begun.push(group);
      return new Promise<void>((resolve) => ends.push(resolve));
    });

  return { begun, come, endOne: () => ends.shift()?.() };
}

test('a group that came first with much lets every other group in by turns', async () => {
  const { begun, come, endOne } = desk(new FairTurns({ atOnce: 2, perGroup: 2 }));
  for (let n = 0; n < 6; n += 1) void come('much');
  for (const group of ['b', 'c', 'c']) void come(group);

  for (let n = 0; n < 9; n += 1) {
    await sleep(1);
    endOne();
  }

  assert.deepEqual(begun.slice(0, 2), ['much', 'much']);
  assert.deepEqual(begun.slice(2, 5).sort(), ['b', 'c', 'much']);
  assert.equal(begun.length, 9);
});

test('with one place, whoever had the last turn comes after those who wait', async () => {
  const { begun, come, endOne } = desk(new FairTurns({ atOnce: 1, perGroup: 1 }));
  for (const group of ['first', 'a', 'a', 'a', 'b']) void come(group);
  for (let n = 0; n < 5; n += 1) {
    await sleep(1);
    endOne();
  }
  assert.deepEqual(begun, ['first', 'a', 'b', 'a', 'a']);
});

test('one group never has more than its share, others pass it', async () => {
  const { begun, come } = desk(new FairTurns({ atOnce: 5, perGroup: 2 }));
  for (let n = 0; n < 4; n += 1) void come('a');
  for (let n = 0; n < 4; n += 1) void come('b');
  void come('c');
  await sleep(1);
  assert.deepEqual(begun.sort(), ['a', 'a', 'b', 'b', 'c']);
});

test('who gives up waiting gets the reason of the signal and leaves the place to the next', async () => {
  const { begun, come, endOne } = desk(new FairTurns({ atOnce: 1, perGroup: 1 }));
  const first = come('a');
  const stop = new AbortController();
  const waiting = come('b', stop.signal);
  const last = come('c');

  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(come('b', stop.signal), /enough/);
  endOne();
  await first;
  await sleep(1);
  assert.deepEqual(begun, ['a', 'c']);
  endOne();
  await last;
});

test('work that fails gives its place back', async () => {
  const turns = new FairTurns({ atOnce: 1, perGroup: 1 });
  const fails = turns.run('a', never, () => Promise.reject(new Error('no')));
  await assert.rejects(fails, /no/);
  assert.equal(await turns.run('a', never, async () => 7), 7);
});

test('where only so many of a group may wait, the next is refused, and others are not', async () => {
  const { begun, come, endOne } = desk(
    new FairTurns({ atOnce: 1, perGroup: 1, waitingPerGroup: 2 }),
  );
  const stop = new AbortController();

  void come('a');
  void come('a');

  const left = come('a', stop.signal);
  await assert.rejects(come('a'), TooManyWaiting);
  void come('b');
  stop.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  void come('a');

  for (let n = 0; n < 4; n += 1) {
    await sleep(1);
    endOne();
  }

  assert.deepEqual(begun.sort(), ['a', 'a', 'a', 'b']);
});

test('a task that can no longer be refused waits behind those that fill the queue', async () => {
  const turns = new FairTurns({ atOnce: 1, perGroup: 1, waitingPerGroup: 1 });
  const { signal } = new AbortController();
  const begun: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();

  const first = turns.run('a', signal, () => end);
  const second = turns.run('a', signal, async () => void begun.push('second'));
  await assert.rejects(
    turns.run('a', signal, async () => void begun.push('refused')),
    TooManyWaiting,
  );
  const third = turns.run('a', signal, async () => void begun.push('third'), {
    waitsAnyway: true,
  });

  resolve();
  await Promise.all([first, second, third]);
  assert.deepEqual(begun, ['second', 'third']);
});

test('whoever waits for a first turn comes before those who had one', async () => {
  const { begun, come, endOne } = desk(new FairTurns({ atOnce: 1, perGroup: 1 }));
  for (const group of ['a', 'a', 'a']) void come(group);
  await sleep(1);
  void come('b');
  void come('a');
  for (let n = 0; n < 4; n += 1) {
    endOne();
    await sleep(1);
  }
  assert.deepEqual(begun.slice(0, 3), ['a', 'b', 'a']);
});

test('slow work opens places for groups that have none, and closes them when it ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slowWork = { afterMs: 1000, extraPlaces: 1 };
  const { begun, come, endOne } = desk(new FairTurns({ atOnce: 1, perGroup: 1, slowWork }));
  for (const group of ['slow', 'slow', 'other', 'third']) void come(group);
  await setImmediate();
  assert.deepEqual(begun, ['slow']);

  t.mock.timers.tick(1000);
  await setImmediate();
  assert.deepEqual(begun, ['slow', 'other'], 'one more, and not for the slow one');
  endOne();
  await setImmediate();
  assert.deepEqual(begun, ['slow', 'other'], 'no work is slow any more');

  endOne();
  await setImmediate();
  assert.deepEqual(begun, ['slow', 'other', 'third'], 'first turns come first');
});

test('groups that come back with each task never keep one waiting that has several', async () => {
  const turns = new FairTurns({ atOnce: 1, perGroup: 1 });
  const begun: string[] = [];
  const task = (group: string) =>
    turns.run(group, never, async () => {
      begun.push(group);
      await setImmediate();
    });
  const stop = new AbortController();
  const comeBack = async (group: string) => {
    while (!stop.signal.aborted) await task(group);
  };

  const others = ['a', 'b', 'c'].map(comeBack);
  await Promise.all(Array.from({ length: 10 }, () => task('several')));
  stop.abort();
  await Promise.all(others);

  const last = begun.lastIndexOf('several');
  assert.ok(last <= 4 * 10 + 4, `the last of 10 tasks was number ${last}`);
});
