/** The queue on its own tables: its policies, and consumers of several queues. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '../../testing/database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { Database } from '../db/database.ts';
import { openQueue, type QueueName } from './queue.ts';

const db = await openTestDatabase();
const open = () => openQueue(db, { supervise: false, onError: assert.ifError });
const queue = await open();
after(async () => {
  await queue.close();
  await db.close();
});

/** Consumes `wanted` tasks; returns their queues, and the counts with which `next` was called. */
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

/** Returns a handler whose tasks note their names when they begin and run until the test ends them. */
function heldTasks() {
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const handler = async ({ data: { name } }: { data: { name: string } }) => {
    begun.push(name);
    await new Promise<void>((resolve) => held.set(name, resolve));
  };

  return { begun, held, handler };
}

test('a group that has nothing under way gets a place beyond the others', async () => {
  const stop = new AbortController();
  const { begun, held, handler } = heldTasks();
  const add = (name: string) =>
    queue.enqueue(db, 'batch', { name }, { group: { id: name.slice(0, 1) } });
  const options = { concurrency: 2, newcomers: 1, signal: stop.signal, onError: assert.ifError };
  const loop = queue.consume('batch', handler, options);

  for (const name of ['a1', 'a2', 'a3', 'a4']) await add(name);
  await waitFor(() => assert.deepEqual(begun, ['a1', 'a2']));
  for (const name of ['b1', 'b2', 'c1']) await add(name);
  await waitFor(() => assert.deepEqual(begun, ['a1', 'a2', 'b1']));
  held.get('b1')?.();
  await waitFor(() => assert.equal(begun[3], 'b2'));
  held.get('b2')?.();
  await waitFor(() => assert.equal(begun[4], 'c1'));
  // With regular capacity free again, the task that has waited longest starts.
  for (const name of ['a1', 'c1']) held.get(name)?.();
  await waitFor(() => assert.equal(begun[5], 'a3'));
  assert.equal(begun.length, 6);
  stop.abort();
  for (const name of ['a2', 'a3']) held.get(name)?.();
  await loop.done;
});

test('tasks that run for long open places for groups that have nothing under way', async () => {
  const stop = new AbortController();
  const { begun, held, handler } = heldTasks();
  const add = (name: string) =>
    queue.enqueue(db, 'report', { name }, { group: { id: name.slice(0, 1) } });
  const loop = queue.consume('report', handler, {
    concurrency: 1,
    longTaskMs: 1500,
    pollMs: 50,
    signal: stop.signal,
    onError: assert.ifError,
  });

  for (const name of ['a1', 'a2', 'b1', 'c1']) await add(name);
  await waitFor(() => assert.deepEqual(begun, ['a1']));
  // The long task allows one extra task, but not of its own group.
  await waitFor(() => assert.deepEqual(begun, ['a1', 'b1']));
  await sleep(2000);
  assert.deepEqual(begun, ['a1', 'b1']);

  stop.abort();
  for (const name of ['a1', 'b1']) held.get(name)?.();
  await loop.done;
});

test('tasks that wait for long open places for other groups, and go on only where there is a place', async () => {
  const stop = new AbortController();
  const { begun, held, handler } = heldTasks();
  const add = (name: string) =>
    queue.enqueue(db, 'long_clip', { name }, { group: { id: name.slice(0, 1) } });
  const waits = new Map<string, () => void>();
  const working: string[] = [];
  const { signal } = stop;
  const loop = queue.consume<{ name: string }>(
    'long_clip',
    async (task) => {
      const { name } = task.data;
      const wait = () => new Promise<void>((resolve) => waits.set(name, resolve));
      await task.apart(wait, { signal });
      working.push(name);
      await handler(task);
    },
    {
      concurrency: 1,
      slowWaits: { afterMs: 300, extraPlaces: 2 },
      pollMs: 50,
      signal,
      onError: assert.ifError,
    },
  );

  for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) await add(name);
  // Two tasks have given up their place, which is the limit, and the third has the only place.
  await waitFor(() => assert.deepEqual([...waits.keys()], ['a1', 'b1', 'c1']));
  await sleep(700);
  assert.deepEqual([...waits.keys()], ['a1', 'b1', 'c1']);

  // The first that is done gets the place, as the third task has waited for long by now.
  waits.get('a1')?.();
  await waitFor(() => assert.deepEqual(working, ['a1']));
  waits.get('b1')?.();
  await sleep(300);
  assert.deepEqual(working, ['a1']);
  held.get('a1')?.();
  await waitFor(() => assert.deepEqual(working, ['a1', 'b1']));
  // The wait of this task is over too, but there is no place for it.
  waits.get('c1')?.();
  await sleep(300);
  assert.deepEqual(begun, ['a1', 'b1']);

  stop.abort();
  await waitFor(() => assert.ok(working.includes('c1')));
  for (const resolve of held.values()) resolve();
  await loop.done;
});

test('such places are looked for in all queues, wherever the newcomer waits', async () => {
  const stop = new AbortController();
  const { begun, held, handler } = heldTasks();
  const add = (queueName: QueueName, name: string) =>
    queue.enqueue(db, queueName, { name }, { group: { id: name.slice(0, 1) } });
  const sources = {
    names: ['hear', 'see'] as const,
    next: async (names: readonly string[]) => names.filter((name) => name === 'see'),
    nextOfNewcomers: async (names: readonly string[]) => names.filter((name) => name === 'hear'),
  };
  const options = { concurrency: 1, longTaskMs: 300, pollMs: 50, signal: stop.signal };
  const loop = queue.consume(sources, handler, { ...options, onError: assert.ifError });

  for (const name of ['a1', 'a2', 'a3']) await add('see', name);
  await waitFor(() => assert.deepEqual(begun, ['a1']));
  await add('hear', 'b1');
  await waitFor(() => assert.deepEqual(begun, ['a1', 'b1']));

  stop.abort();
  for (const name of ['a1', 'b1']) held.get(name)?.();
  await loop.done;
  await queue.drop(db, 'see', []);
});

test('a policy that changed holds for tasks of queues that are there already', async () => {
  await db.query(
    `update pgboss.queue set retry_limit = 20, retry_backoff = false, retry_delay_max = null,
       retention_seconds = 1209600, deletion_seconds = 604800`,
  );

  const later = await open();
  const policyOf = async (name: QueueName) => {
    const id = await later.enqueue(db, name, {});
    const [row] = await db.query(
      `select retry_limit, retry_backoff, retry_delay_max, deletion_seconds,
         extract(day from keep_until - start_after)::int as days from pgboss.job where id = $1`,
      [id],
    );
    return row;
  };

  for (const name of ['analysis', 'see'] as const)
    assert.deepEqual(await policyOf(name), {
      retry_limit: 10,
      retry_backoff: false,
      retry_delay_max: null,
      deletion_seconds: 3600,
      days: 365,
    });

  assert.equal((await policyOf('webhook'))?.deletion_seconds, 3600);
  assert.deepEqual(await policyOf('removal'), {
    retry_limit: 1000,
    retry_backoff: true,
    retry_delay_max: 3600,
    deletion_seconds: 604_800,
    days: 365,
  });
  await later.close();
});

test('answers of a batch are tried again for a minute, in which a model server starts', async () => {
  const id = await queue.enqueue(db, 'batch', {});
  const [row] = await db.query<{ limit: number; delay: number }>(
    `select retry_limit as limit, retry_delay as delay from pgboss.job where id = $1 and retry_backoff`,
    [id],
  );
  assert.ok(row);
  // pg-boss doubles the delay with each retry, and takes between half of it and all.
  const delays = Array.from({ length: row.limit }, (_, retry) => (row.delay * 2 ** retry) / 2);
  assert.ok(delays.reduce((sum, delay) => sum + delay, 0) >= 60);
  await queue.drop(db, 'batch', id);
});

test('a loop that hangs is noticed, whatever the others do', async () => {
  const stop = new AbortController();
  const options = { concurrency: 1, signal: stop.signal, pollMs: 20, onError: assert.ifError };
  const fine = queue.consume('webhook', async () => undefined, options);

  await new Promise((resolve) => setTimeout(resolve, 300));
  await waitFor(() => assert.ok(queue.liveness().turnMs < 250));

  const hang = Promise.withResolvers<readonly string[]>();
  const sources = { names: ['hear', 'see'], next: () => hang.promise };
  const hanging = queue.consume(sources, async () => undefined, options);

  await waitFor(() => assert.ok(queue.liveness().turnMs > 500));
  await waitFor(() => assert.ok(queue.liveness().answerMs < 500));
  hang.resolve([]);
  stop.abort();
  await Promise.all([fine.done, hanging.done]);
  assert.ok(queue.liveness().turnMs < 500);
});

test('a task that failed while the database was away is tried again once it is back', async () => {
  let away = false;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const unreliable: Database = {
    ...db,
    query: (...asked) => (away ? Promise.reject(gone) : db.query(...asked)) as Promise<never[]>,
  };
  const cut = await openQueue(unreliable, { supervise: false, onError: () => undefined });
  const stop = new AbortController();
  let begun = 0;
  const handler = async (): Promise<void> => {
    begun += 1;
    if (begun > 1) return;
    away = true;
    setTimeout(() => {
      away = false;
    }, 1500);
    throw gone;
  };
  const options = { concurrency: 1, signal: stop.signal, pollMs: 50, onError: () => undefined };
  const loop = cut.consume('follow', handler, options);

  await cut.enqueue(db, 'follow', {});
  await waitFor(() => assert.equal(begun, 2));
  stop.abort();
  await loop.done;
  await cut.close();
});

test('a delay is counted by the clock of the database, whatever that of this machine says', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3 * 3_600_000 });
  const id = await queue.enqueue(db, 'resume', {}, { delayMs: 1500 });
  const [row] = await db.query(
    'select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where id = $1',
    [id],
  );
  assert.ok(Number(row?.seconds) > 0 && Number(row?.seconds) <= 1.5, `${row?.seconds} s`);

  await queue.drop(db, 'resume', id);
});

test('tells how long the oldest task has waited that could be done now', async () => {
  const age = async () =>
    (await queue.depth()).find((one) => one.queue === 'resume')?.oldestSeconds ?? 0;

  await queue.enqueue(db, 'resume', {}, { delayMs: 60_000 });
  assert.equal(await age(), 0);
  await queue.enqueue(db, 'resume', {});
  await new Promise((resolve) => setTimeout(resolve, 300));

  const seconds = await age();
  assert.ok(seconds > 0.2 && seconds < 30, `${seconds} s`);
});

test('a task that was taken back is not given to anybody, the others are', async () => {
  await db.query("delete from pgboss.job where name = 'see'");
  const dropped = await queue.enqueue(db, 'see', {});
  const id = await queue.enqueue(db, 'see', {});
  await queue.drop(db, 'see', dropped);
  const sources = { names: ['see'], next: async () => ['see', 'see'] };
  assert.deepEqual(await queue.take(sources, 5), [{ id, name: 'see' }]);
  await queue.complete(db, 'see', id);
});

test('a task that is taken for somebody outside is told of, kept by touch, and gone once completed', async () => {
  const told: string[] = [];
  const watch = { taken: (name: string) => void told.push(name), failed: () => undefined };
  const watched = await openQueue(db, { supervise: false, onError: () => undefined, watch });

  await db.query("delete from pgboss.job where name = 'see'");
  const id = await watched.enqueue(db, 'see', {});
  const sources = { names: ['see'], next: async () => ['see'] };
  assert.deepEqual(await watched.take(sources, 5), [{ id, name: 'see' }]);
  await watched.touch('see', [id]);
  assert.deepEqual(await watched.take(sources, 5), []);
  await watched.complete(db, 'see', id);
  assert.deepEqual(told, ['see']);
  await watched.close();
});
