/** Workspaces share the connections of the database fairly. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestDatabase } from '../../../testing/database.ts';
import type { Database } from '../../db/database.ts';
import { groupCommit } from '../../db/group-commit.ts';
import { inGroup } from '../../tracing/scope.ts';
import { withFairTurns } from './fair-database.ts';

const connections = 4;

let opened: Database;
let db: Database;
before(async () => {
  opened = await openTestDatabase();
  db = withFairTurns(opened, opened.kind === 'pglite' ? 1 : connections);
});
after(() => opened.close());

test('a workspace with many slow statements leaves connections to the others', async () => {
  const ended: string[] = [];
  const ask = (workspaceId: string, sql: string): Promise<unknown> =>
    inGroup(workspaceId, () => db.query(sql)).then(() => ended.push(workspaceId));

  const slow = Array.from({ length: 20 }, () => ask('ws_slow', 'select pg_sleep(0.1)'));
  const quick = ask('ws_quick', 'select 1');
  await Promise.all([...slow, quick]);

  // Half of the connections may happen to finish a slow statement first.
  const place = ended.indexOf('ws_quick');
  assert.ok(place <= connections / 2, `${place} slow statements ended before the quick one`);
});

test('a statement outside of any workspace does not wait for a turn', async () => {
  const ended: string[] = [];
  const slow = Array.from({ length: 20 }, () =>
    inGroup('ws_slow', () => db.query('select pg_sleep(0.1)')).then(() => ended.push('slow')),
  );
  const sweep = db.query('select 1').then(() => ended.push('sweep'));
  await Promise.all([...slow, sweep]);

  assert.ok(ended.indexOf('sweep') <= connections / 2);
});

test('transactions that fill the turns of their workspace go on', async () => {
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      inGroup('ws_same', () =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<{ value: number }>('select $1::int as value', [index]);
          return row?.value;
        }),
      ),
    ),
  );
  assert.deepEqual(results, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('what is written for several workspaces together waits for the turn of none', async () => {
  const ended: string[] = [];
  const commit = groupCommit<string, void>({
    most: 10,
    write: async (items) => {
      await db.query('select 1');
      ended.push(...items);
      return items.map(() => undefined);
    },
  });
  const slow = Array.from({ length: 20 }, () =>
    inGroup('ws_slow', () => db.query('select pg_sleep(0.1)')).then(() => ended.push('slow')),
  );
  // The first commit starts the group commit, in the scope of its own workspace.
  const first = inGroup('ws_slow', () => commit('first'));
  const second = inGroup('ws_quick', () => commit('second'));
  await Promise.all([...slow, first, second]);

  assert.ok(ended.indexOf('second') <= connections / 2 + 1, ended.join(' '));
});
