import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrandSlots } from './brand-slots.ts';

const times = { gatherMs: 1, againMs: 1 };

const changeOf = (slots: BrandSlots): Promise<void> =>
  new Promise((resolve) => {
    const end = slots.subscribe(() => {
      end();
      resolve();
    });
  });

test('names of a page are asked for in one call, each once, and unknown until then', async () => {
  const asked: string[][] = [];
  const slots = new BrandSlots(async (names) => {
    asked.push([...names]);
    return names.map((_, index) => index + 3);
  }, times);
  const changed = changeOf(slots);

  assert.equal(slots.slotOf('Nike'), undefined);
  assert.equal(slots.slotOf(' NIKE '), undefined);
  assert.equal(slots.slotOf('Coca-Cola'), undefined);

  const version = slots.version();
  await changed;
  assert.notEqual(slots.version(), version);
  assert.deepEqual(asked, [['Nike', 'Coca-Cola']]);
  assert.deepEqual([slots.slotOf('nike'), slots.slotOf('COCA COLA')], [3, 4]);
  assert.equal(asked.length, 1);
});

test('many names take several calls, and a call that fails is made again', async () => {
  const counts: number[] = [];
  const slots = new BrandSlots(async (names) => {
    counts.push(names.length);
    if (counts.length === 1) throw new Error('no answer');
    return names.map(() => 1);
  }, times);
  const names = Array.from({ length: 1100 }, (_, index) => `Brand ${index}`);

  for (const name of names) slots.slotOf(name);
  while (names.some((name) => slots.slotOf(name) === undefined)) await changeOf(slots);
  assert.deepEqual(counts, [500, 500, 500, 100]);
});

test('a slot is awaited from the first question until it is there, but not while calls fail', async () => {
  let calls = 0;
  const slots = new BrandSlots(async (names) => {
    calls += 1;
    if (calls === 1) throw new Error('no answer');
    return names.map(() => 1);
  }, times);
  assert.equal(slots.isAwaited('Nike'), false);
  slots.slotOf('Nike');
  assert.equal(slots.isAwaited('NIKE'), true);

  await changeOf(slots);
  assert.deepEqual([slots.slotOf('Nike'), slots.isAwaited('Nike')], [undefined, false]);
  await changeOf(slots);
  assert.deepEqual([slots.slotOf('Nike'), slots.isAwaited('Nike')], [1, false]);
});
