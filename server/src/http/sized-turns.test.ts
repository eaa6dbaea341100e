/** Work on small results does not wait for work on large ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../db/database.ts';
import { SizedTurns } from './sized-turns.ts';

const never = new AbortController().signal;

test('small results have turns while owners with large ones hold all of theirs', async () => {
  const bytes: Readonly<Record<string, number>> = { small: 200_000, large: 200_001 };
  const query = async (_sql: string, [jobId]: readonly unknown[] = []) => [
    { bytes: bytes[String(jobId)] },
  ];
  const db = { query } as unknown as Queryable;
  const turns = new SizedTurns({ atOnce: 2, perGroup: 1 });
  const ends: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const run = async (group: string, jobId: string, work: () => Promise<void>) => {
    const ofJob = await turns.of(db, jobId);
    await ofJob.run(group, never, work);
    ends.push(`${group} ${jobId}`);
  };

  const held = ['one', 'two', 'three'].map((group) => run(group, 'large', () => released));
  await run('three', 'small', async () => undefined);
  assert.deepEqual(ends, ['three small']);
  assert.equal(await turns.of(db, 'large'), turns.large);

  release();
  await Promise.all(held);
  assert.equal(ends.length, 4);
});
