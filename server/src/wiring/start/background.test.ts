/** The background loops that every role runs, tested without a service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../testing/wait-for.ts';
import { startBackground } from './background.ts';

test('a look for stalled jobs that is under way at the end is waited for, as the database closes next', async () => {
  const asked: string[] = [];
  let answered = 0;
  const db = {
    query: async (sql: string) => {
      asked.push(sql);
      await sleep(300);
      answered += 1;
      return [];
    },
  };
  const stop = new AbortController();
  const loops = startBackground({
    domain: { db, now: () => new Date(), settings: { stallMs: 100 } },
    queue: { consume: () => ({ done: Promise.resolve() }) },
    follows: { atOnce: 1, perWorkspace: 1 },
    signal: stop.signal,
    log: { error: ({ err }: { err: unknown }) => assert.ifError(err) },
  } as unknown as Parameters<typeof startBackground>[0]);

  await waitFor(() => assert.ok(asked.length > 0));
  stop.abort();
  await Promise.all(loops);
  assert.equal(answered, asked.length);
});
