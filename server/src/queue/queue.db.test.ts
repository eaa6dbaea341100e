/** The queue over its own tables: policies, and consumers of several queues. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { openQueue, type QueueName } from './queue.ts';

const db = await openTestDatabase();
const open = () => openQueue(db, { supervise: false, onError: assert.ifError });
const queue = await open();
after(async () => {
  await queue.close();
  await db.close();
});

/** Consumes until so many tasks came, each taken for a while; gives their queues, and what `next` was asked. */
async function consumed(next: readonly QueueName[], wanted: number, concurrency: number) {
  const stop = new AbortController();
  const done: string[] = [];
  const asked: number[] = [];
  const sources = {
    names: ['hear', 'see', 'join'],
    next: async (names: readonly string[], count: number) => {
      asked.push(count);
      return next.filter((name) => names.includes(name)).slice(0, count);
    },
  };
  const handler = async ({ data }: { data: { queue: string } }) => void done.push(data.queue);
  const { signal } = stop;
  const options = { concurrency, signal, pollMs: 60_000, onError: assert.ifError };
  const loop = queue.consume<{ queue: string }>(sources, handler, options);
  await waitFor(() => assert.equal(done.length, wanted));
  stop.abort();
  await loop.done;
  return { done, asked };
}

const send = (name: QueueName) => queue.enqueue(db, name, { queue: name });

test('where the best task of all queues cannot be fetched, the others go on', async () => {
  await send('see');
  const { done } = await consumed(['hear', 'see'], 1, 1);
  assert.deepEqual(done, ['see']);
});

test('tasks that come next in one queue are taken at once', async () => {
  for (const name of ['see', 'see', 'see', 'hear'] as const) await send(name);
  const { done, asked } = await consumed(['see', 'see', 'see', 'hear'], 4, 8);
  assert.deepEqual(done.toSorted(), ['hear', 'see', 'see', 'see']);
  assert.equal(asked[0], 8);
});
