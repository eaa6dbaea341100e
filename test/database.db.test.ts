/** The databases that other suites use: fresh, migrated, of the right kind, and separate from each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAway, openDatabase } from '../server/src/db/database.ts';
import { databaseKind, freshDatabase, openTestDatabase } from '../server/testing/database.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { waitingConnections } from '../server/testing/waiting-connections.ts';

test('a test database is migrated and of the kind this run is for', async () => {
  const db = await openTestDatabase();
  try {
    assert.equal(db.kind, databaseKind);
    const applied = await db.query('select name from schema_migrations');
    assert.notEqual(applied.length, 0);
  } finally {
    await db.close();
  }
});

test('two test databases do not see each other', async () => {
  const one = await openTestDatabase();
  const other = await openTestDatabase();
  try {
    await one.exec('create table only_here (id integer)');
    await assert.rejects(other.query('select * from only_here'));
  } finally {
    await one.close();
    await other.close();
  }
});

// Only PostgreSQL: the embedded database is no server that could stop answering.
if (databaseKind === 'postgres') {
  test('a server that does not answer is given up, and the next statement gets another connection', async () => {
    const fresh = await freshDatabase();
    const limits = { poolSize: 1, statementLimitMs: 2_000 };
    const db = await openDatabase({ url: fresh.url as string, ...limits });

    try {
      await assert.rejects(db.query('select pg_sleep(600)'), isAway);
      assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
    } finally {
      await db.close();
      await fresh.drop();
    }
  });

  test('a server that ends in the midst of a transaction fails it, not the process', async () => {
    const fresh = await freshDatabase();
    const db = await openDatabase({ url: fresh.url as string, poolSize: 2 });
    const lost = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.query('select pg_terminate_backend($1)', [row?.pid]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.query('select 1');
    });

    await assert.rejects(lost, isAway);
    assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
    await db.close();
    await fresh.drop();
  });

  test('transactions that wait for each other, or meet at a row, are done again', async () => {
    const fresh = await freshDatabase();
    const db = await openDatabase({ url: fresh.url as string, poolSize: 4 });
    await db.exec('create table things (id int primary key, seen int not null default 0)');
    await db.exec('create table parts (thing int references things (id) on delete cascade)');
    await db.query('insert into things (id) values (1), (2)');

    const bothHaveOne = meeting(2);
    const addIn = (order: readonly number[]) =>
      db.transaction(async (tx) => {
        for (const [index, id] of order.entries()) {
          await tx.query('update things set seen = seen + 1 where id = $1', [id]);
          if (index === 0) await bothHaveOne();
        }
      });
    await Promise.all([addIn([1, 2]), addIn([2, 1])]);
    assert.deepEqual(await db.query('select seen from things order by id'), [
      { seen: 2 },
      { seen: 2 },
    ]);

    const bothLooked = meeting(2);
    const addUnlessThere = () =>
      db.transaction(async (tx) => {
        const found = await tx.query('select 1 from things where id = 3');
        await bothLooked();
        if (found.length > 0) return 'there';
        await tx.query('insert into things (id) values (3)');
        return 'added';
      });
    const outcomes = await Promise.all([addUnlessThere(), addUnlessThere()]);
    assert.deepEqual(outcomes.toSorted(), ['added', 'there']);

    const isRemoved = meeting(2);
    const removal = db.transaction(async (tx) => {
      await tx.query('delete from things where id = 3');
      await isRemoved();
      await waitFor(async () => {
        assert.equal(await waitingConnections(tx), 1);
      });
    });
    const addition = db.transaction(async (tx) => {
      const found = await tx.query('select 1 from things where id = 3');
      await isRemoved();
      if (found.length === 0) return 'gone';
      await tx.query('insert into parts (thing) values (3)');
      return 'added';
    });
    await removal;
    assert.equal(await addition, 'gone');

    let attempts = 0;
    const mistake = db.transaction(async (tx) => {
      attempts += 1;
      await tx.query('insert into things (id) values (1)');
    });
    await assert.rejects(mistake, { code: '23505' });
    assert.equal(attempts, 4, 'a mistake in a statement is not tried for ever');

    await db.close();
    await fresh.drop();
  });
}

/** Returns a function that resolves once it was called so many times, and at once from then on. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === count) resolve();
    return promise;
  };
}
