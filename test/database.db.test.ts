/** The databases that other suites use: fresh, migrated, of the right kind, and separate from each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAway, openDatabase } from '../server/src/db/database.ts';
import { databaseKind, freshDatabase, openTestDatabase } from '../server/testing/database.ts';

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
}
