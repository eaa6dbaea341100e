import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TooManyWaiting } from './fair-turns.ts';
import { NestedTurns, type NestedTurnsOptions } from './nested-turns.ts';

const never = new AbortController().signal;

/** Starts tasks that run until `endOne` ends the oldest. A path is an address in the form `network/block/address`. */
function desk(options: NestedTurnsOptions) {
  const turns = new NestedTurns(options);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];

  return {
    begun,
    refused,
    async come(path: string, { name = path, signal = never } = {}): Promise<void> {
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      await turns.run(path.split('/'), signal, work).catch((error: unknown) => {
        if (!(error instanceof TooManyWaiting)) throw error;
        refused.push(name);
      });
    },
    /** Ends the oldest running task, so that the next may start. */
    async endOne(): Promise<void> {
      ends.shift()?.();
      await sleep(1);
    },
  };
}

const signIns = { atOnce: 2, perOutermost: 1, waiting: [32, 8, 6, 4] } as const;

describe('turns of groups within groups', () => {
  test('a stranger is let in soon, and begins soon, whatever comes from five networks', async () => {
    const { begun, refused, come, endOne } = desk(signIns);
    for (let n = 0; n < 60; n += 1) void come(`net${n % 5}/block${n % 20}/address${n}`);
    await sleep(1);

    const refusedBefore = refused.length;
    assert.equal(begun.length + refusedBefore, 60 - 32, 'all places to wait are taken');

    void come('elsewhere/block/stranger');
    await sleep(1);
    assert.ok(!refused.includes('elsewhere/block/stranger'));
    assert.equal(refused.length, refusedBefore + 1, 'one of theirs had to go');

    for (let n = 0; n < 6; n += 1) {
      void come(`net${n % 5}/block1/again${n}`);
      await endOne();
    }

    assert.ok(begun.includes('elsewhere/block/stranger'), begun.join(' '));
  });

  test('so is a stranger of the same wide network, and of the same block', async () => {
    for (const stranger of ['net/other-block/stranger', 'net/block/stranger']) {
      const { begun, refused, come, endOne } = desk(signIns);
      for (let n = 0; n < 20; n += 1) void come('net/block/attacker');
      for (let n = 0; n < 20; n += 1) void come('net/block/second');
      void come(stranger);
      await sleep(1);
      assert.ok(!refused.includes(stranger), stranger);
      for (let n = 0; n < 3; n += 1) await endOne();
      assert.ok(begun.includes(stranger), begun.join(' '));
    }
  });

  test('so is a stranger of a network that shares all places with others like it', async () => {
    const { begun, refused, come, endOne } = desk(signIns);
    for (let n = 0; n < 60; n += 1) void come(`net${n % 5}/block${n % 20}/address${n}`);
    void come('net0/other-block/stranger');
    await sleep(1);
    assert.ok(!refused.includes('net0/other-block/stranger'));
    // The stranger's network gets a fifth of the turns, and the stranger's block a fifth of those, because four more
    // blocks of that network wait.
    for (let n = 0; n < 25; n += 1) await endOne();

    assert.ok(begun.includes('net0/other-block/stranger'), begun.join(' '));
  });

  test('one address, one block and one network have a bound each', async () => {
    for (const [path, most] of [
      [() => 'net/block/address', 4],
      [(n: number) => `net/block/address${n}`, 6],
      [(n: number) => `net/block${n}/address`, 8],
    ] as const) {
      const { begun, refused, come } = desk(signIns);
      for (let n = 0; n < 30; n += 1) void come(path(n));
      await sleep(1);
      assert.deepEqual([begun.length, refused.length], [1, 30 - 1 - most]);
    }
  });

  test('of the group that has most, whoever waits longest makes room', async () => {
    const { refused, come } = desk({ atOnce: 1, perOutermost: 1, waiting: [4] });
    void come('running');
    void come('b', { name: 'b1' });
    for (const name of ['a1', 'a2', 'a3']) void come('a', { name });
    void come('c');
    await sleep(1);
    assert.deepEqual(refused, ['a1']);
    void come('d');
    await sleep(1);
    assert.deepEqual(refused, ['a1', 'a2']);
    // Each group now has one waiting task, so the newcomer does not displace any of them.
    void come('e');
    await sleep(1);

    assert.deepEqual(refused, ['a1', 'a2', 'e']);
  });

  test('networks, blocks and addresses follow each other, each by its last turn', async () => {
    const { begun, come, endOne } = desk({ atOnce: 1, perOutermost: 1, waiting: [100] });
    void come('first/x/1');
    for (const path of ['a/x/1', 'a/x/1', 'a/x/2', 'a/y/1', 'b/x/1', 'b/x/1']) void come(path);
    await sleep(1);
    for (let n = 0; n < 6; n += 1) await endOne();
    assert.deepEqual(begun, ['first/x/1', 'a/x/1', 'b/x/1', 'a/y/1', 'b/x/1', 'a/x/2', 'a/x/1']);
  });

  test('who leaves while waiting takes no place, and nothing is kept of groups that are gone', async () => {
    const { begun, come, endOne } = desk({ atOnce: 1, perOutermost: 1, waiting: [1] });
    void come('a');

    const left = new AbortController();
    const leaving = assert.rejects(come('b', { signal: left.signal }), /left/);

    await sleep(1);
    left.abort(new Error('left'));
    await leaving;
    void come('c');
    await endOne();
    assert.deepEqual(begun, ['a', 'c']);
  });
});
