/**
 * The artifacts of a long video's parts are fetched for the join a few at a time, and fetching ends when the join is
 * no longer wanted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchParts } from './part-artifacts.ts';

const job = { id: 'job_1', workspace_id: 'ws_1' };
const parts = Array.from({ length: 200 }, (_, number) => {
  const state = number === 7 ? ('failed' as const) : ('done' as const);
  return { kind: 'read' as const, number, state, first_cell: number, last_cell: number + 1 };
});

function storage(work: (signal: AbortSignal | undefined) => Promise<unknown>) {
  const seen = { atOnce: 0, most: 0, asked: 0 };
  return {
    seen,
    async download(_key: unknown, _path: string, { signal }: { signal?: AbortSignal } = {}) {
      seen.asked += 1;
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await work(signal).finally(() => {
        seen.atOnce -= 1;
      });
      return true;
    },
  };
}

test('a part that was given up has no artifact; of the others not more than 16 are fetched at once', async () => {
  const store = storage(() => sleep(1));
  const found = await fetchParts(store, job, parts, '/tmp/own', new AbortController().signal);

  assert.equal(found.length, 200);
  assert.deepEqual(
    found.filter(({ path }) => path === null).map(({ span }) => span.from),
    [7],
  );
  assert.equal(found[8]?.path, '/tmp/own/read-00008.json');
  assert.ok(store.seen.most <= 16, `${store.seen.most} at once`);
});

test('a join that is no longer wanted fetches no more', async () => {
  const stop = new AbortController();
  const store = storage((signal) => sleep(60_000, undefined, { ...(signal && { signal }) }));
  const fetched = fetchParts(store, job, parts, '/tmp/own', stop.signal);
  setTimeout(() => stop.abort(new Error('cancelled')), 20);
  await assert.rejects(fetched);
  await sleep(50);
  assert.equal(store.seen.asked, 16);
});

test('after one that can not be fetched no more are asked for', async () => {
  const store = storage(() => sleep(5).then(() => Promise.reject(new Error('storage is away'))));
  const { signal } = new AbortController();
  await assert.rejects(fetchParts(store, job, parts, '/tmp/own', signal), /storage is away/);
  await sleep(50);
  assert.ok(store.seen.asked <= 32, `${store.seen.asked} asked for`);
});
