/** Tests that arrays are reused, and never used by two callers at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scratch } from './scratch.ts';

test('one after the other gets the same memory, as long as it needs no more', async () => {
  const scratch = new Scratch();
  const bufferOf = (length: number) => scratch.use(length, async (values) => values.buffer);
  const first = await bufferOf(100);
  assert.equal(await bufferOf(40), first);
  assert.notEqual(await bufferOf(200), first);
  assert.equal(await scratch.use(40, async (values) => values.length), 40);
});

test('two at once get memory of their own, and a failure gives it back', async () => {
  const scratch = new Scratch();
  const [one, other] = await Promise.all([
    scratch.use(10, async (values) => values.fill(1)),
    scratch.use(10, async (values) => values.fill(2)),
  ]);
  assert.deepEqual([one[0], other[0]], [1, 2]);

  const kept = await scratch.use(10, async (values) => values.buffer);
  await assert.rejects(scratch.use(10, () => Promise.reject(new Error('no'))));
  assert.equal(await scratch.use(10, async (values) => values.buffer), kept);
});
