import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupCommit } from './group-commit.ts';

/** Makes a `write` function whose writes each wait until their `go` is called. */
function heldWrites(fails: (items: readonly number[]) => boolean = () => false) {
  const writes: { items: readonly number[]; go: () => void }[] = [];
  const write = async (items: readonly number[]): Promise<number[]> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    writes.push({ items, go: resolve });
    await promise;
    if (fails(items)) throw new Error(`refused ${items}`);
    return items.map((item) => item * 10);
  };

  const letAllGo = async (): Promise<void> => {
    for (let index = 0; index < writes.length; index += 1) {
      writes[index]?.go();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  };

  return { writes, write, letAllGo };
}

test('the first goes at once; what comes meanwhile goes together, up to the most', async () => {
  const held = heldWrites();
  let idle = 0;
  const add = groupCommit({ write: held.write, most: 2, onIdle: () => (idle += 1) });
  const results = Promise.all([1, 2, 3, 4].map(add));

  await held.letAllGo();
  assert.deepEqual(await results, [10, 20, 30, 40]);
  assert.deepEqual(
    held.writes.map(({ items }) => items),
    [[1], [2, 3], [4]],
  );
  assert.equal(idle, 1);
});

test('one bad item fails alone, the others of its group are written', async () => {
  const held = heldWrites((items) => items.includes(3));
  const add = groupCommit({ write: held.write, most: 10 });
  const results = Promise.allSettled([1, 2, 3, 4].map(add));

  await held.letAllGo();
  assert.deepEqual(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'refused')),
    [10, 20, 'refused', 40],
  );
});

test('nothing is written again while the database is away, as it may have been written', async () => {
  let writes = 0;
  const add = groupCommit<number, number>({
    most: 10,
    write: async () => {
      writes += 1;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    },
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(add));

  assert.deepEqual(
    results.map(({ status }) => status),
    Array(4).fill('rejected'),
  );
  assert.equal(writes, 2, 'the first alone, the others together');
});
