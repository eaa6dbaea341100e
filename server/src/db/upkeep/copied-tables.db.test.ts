/** Tests that a backup holds every table: a table that a migration adds must be copied or be named as left out. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestService } from '../../../testing/service.ts';
import { sharedService } from '../../../testing/shared-service.ts';
import type { Queryable } from '../database.ts';
import { leftOut, tablesToCopy } from './copied-tables.ts';

/** A service with a queue, because the queue creates its own tables. */
let service: TestService;
let db: TestService['domain']['db'];
before(async () => {
  service = await sharedService();
  db = service.domain.db;
});
after(() => service.close());

/**
 * Names of all tables and other relations that store rows, as `schema.name`, in every schema except PostgreSQL's own.
 */
async function everyTable(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm', 'f') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Tables that a backup would miss. Tables of the queue do not count, because they are created at start, and the backup
 * holds their open tasks.
 */
const missing = async (tx: Queryable): Promise<string[]> => {
  const [here] = await tx.query<{ schema: string }>('select current_schema() as schema');
  const named = [...(await tablesToCopy(tx)), ...Object.keys(leftOut)];
  const known = new Set(named.map((name) => `${here?.schema}.${name}`));
  return (await everyTable(tx)).filter((one) => !known.has(one) && !one.startsWith('pgboss.'));
};

/** Runs `statement` and then `look` in a transaction that is rolled back. */
async function having(statement: string, look: (tx: Queryable) => Promise<void>): Promise<void> {
  const done = new Error('looked');
  const work = db.transaction(async (tx) => {
    await tx.query(statement);
    await look(tx);
    throw done;
  });
  await assert.rejects(work, (error) => error === done);
}

describe('A backup', () => {
  test('copies every table, unless it is named as left out', async () => {
    assert.deepEqual(await missing(db), []);
    const all = await everyTable(db);
    // Without trends, alerts and schedules would take a restored workspace for an empty one.
    for (const name of ['jobs', 'runners', 'trend_videos', 'trend_brands'])
      assert.ok((await tablesToCopy(db)).includes(name));

    for (const name of Object.keys(leftOut))
      assert.ok(
        all.some((one) => one.endsWith(`.${name}`)),
        `${name} is left out, and there is no such table`,
      );
  });

  test('takes a new table; one that it cannot take does not go unseen', async () => {
    await having(
      'create table notes (id text primary key, job text references jobs (id))',
      async (tx) => {
        const names = await tablesToCopy(tx);
        assert.ok(names.indexOf('notes') > names.indexOf('jobs'));
        assert.deepEqual(await missing(tx), []);
      },
    );

    const unseen = [
      'create table notes (id text) partition by hash (id)',
      'create materialized view notes as select id from jobs',
    ];
    for (const statement of unseen)
      await having(statement, async (tx) => {
        assert.equal((await missing(tx)).length, 1, statement);
      });
  });

  test('a restore sets every counter: all are of identity columns', async () => {
    const rows = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'i')`,
    );
    assert.deepEqual(rows, []);
  });
});
