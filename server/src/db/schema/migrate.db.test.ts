/**
 * Tests migrations that run while processes of other versions use the database, and migrations that are refused. The
 * migrations of the next version are invented for these tests.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { databaseKind, type FreshDatabase, freshDatabase } from '../../../testing/database.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { countOf } from '../count.ts';
import { AloneTimeout, type Database, openDatabase } from '../database.ts';
import { applicationName, migrate } from './migrate.ts';
import { type Migration, parseMigration, readMigrations, schemaOf } from './migrations.ts';
import { SchemaError, schemaState } from './schema-state.ts';

const own = await readMigrations();
const at = schemaOf(own);
const next = (text: string, name = `${String(at + 1).padStart(4, '0')}_next.sql`): Migration =>
  parseMigration(name, text);
const additive = next(`-- works-with: ${at}\nalter table jobs add column made_up text;`);
const breaking = next('alter table jobs rename column title to heading;');

let fresh: FreshDatabase;
const opened: Database[] = [];
async function open(applicationName?: string): Promise<Database> {
  const db = await openDatabase({
    ...(fresh.url && { url: fresh.url }),
    ...(fresh.dataDir && { dataDir: fresh.dataDir }),
    ...(applicationName && { applicationName }),
  });
  opened.push(db);
  return db;
}
async function openMigrated(): Promise<Database> {
  fresh = await freshDatabase();
  const db = await open();
  await migrate(db, { version: '1.0.0' });
  return db;
}
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
  await fresh.drop();
});

const state = (db: Database, migrations = own) => schemaState(db, migrations, '1.0.0');

describe('The next version', () => {
  test('adds, and code of this one may still start', async () => {
    const db = await openMigrated();
    await migrate(db, { version: '1.1.0', migrations: [...own, additive] });
    await db.query('select made_up from jobs');
    const { at: found, floor, pending } = await state(db);
    assert.deepEqual({ found, floor, pending }, { found: at + 1, floor: at, pending: [] });
    await migrate(db, { version: '1.0.0' });
  });

  test('breaks, and code of this one is refused with what to do', async () => {
    const db = await openMigrated();
    await migrate(db, { version: '1.1.0', migrations: [...own, breaking] });

    for (const attempt of [() => state(db), () => migrate(db, { version: '1.0.0' })]) {
      await assert.rejects(attempt, (error) => {
        assert.ok(error instanceof SchemaError);
        assert.match(
          error.message,
          /upgraded by Reelsight 1\.1\.0 and no longer works with .*1\.0\.0/,
        );
        assert.match(error.message, /Start 1\.1\.0 or newer, or restore the backup/);
        return true;
      });
    }
  });

  test('a later addition does not lift the floor again', async () => {
    const db = await openMigrated();
    const later = next(
      `-- works-with: ${at}\nalter table jobs add column other text;`,
      `${String(at + 2).padStart(4, '0')}_later.sql`,
    );

    await migrate(db, { version: '1.2.0', migrations: [...own, breaking, later] });
    await assert.rejects(state(db), /upgraded by Reelsight 1\.2\.0/);
    assert.equal((await state(db, [...own, breaking])).floor, at + 1);
  });

  test('a head that names a later schema is refused', () => {
    for (const head of ['0', '9999', 'x', ''])
      assert.throws(() => next(`-- works-with: ${head}\nselect 1;`), /works-with must be/);
  });

  test('an index is built without a lock, and again after an attempt that was cut off', async () => {
    const db = await openMigrated();
    const name = 'jobs_made_up';
    const index = next(`-- works-with: ${at}\n-- no transaction
      drop index concurrently if exists ${name};
      create index concurrently ${name} on jobs (title);`);
    await db.exec(`create index ${name} on jobs (url)`);
    await migrate(db, { version: '1.1.0', migrations: [...own, index] });

    const [row] = await db.query<{ definition: string }>(
      'select indexdef as definition from pg_indexes where indexname = $1',
      [name],
    );
    assert.match(row?.definition ?? '', /\(title\)/);
    assert.deepEqual((await state(db, [...own, index])).pending, []);
  });
});

describe('A database', () => {
  test('of a version that kept only names is taken on', async () => {
    fresh = await freshDatabase();
    const db = await open();
    await db.exec(`create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('0001_foundation.sql')`);
    for (const statement of own[0]?.statements ?? []) await db.query(statement);
    assert.deepEqual(await state(db).then(({ at, floor }) => [at, floor]), [1, 1]);
    await migrate(db, { version: '1.0.0' });

    assert.equal((await state(db)).at, at);
  });

  for (const [what, sql] of [
    ['of another program', 'create table users (id int); create table posts (id int)'],
    ['of another program that migrates too', 'create table schema_migrations (version text)'],
    [
      'with the same record and other tables',
      'create table schema_migrations (name text, applied_at timestamptz); create table x (id int)',
    ],
  ] as const)
    test(`${what} is left alone`, async () => {
      fresh = await freshDatabase();
      const db = await open();
      await db.exec(sql);
      await assert.rejects(migrate(db, { version: '1.0.0' }), /tables that are not of Reelsight/);
      const tables = await db.query("select 1 from pg_tables where tablename = 'workspaces'");
      assert.equal(tables.length, 0);
    });
});

const program = fileURLToPath(new URL('../../../testing/migrate-process.ts', import.meta.url));

/** Number of statements that wait for a lock on a table. */
async function waiting(db: Database): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from pg_locks where not granted and locktype = 'relation'
       and database = (select oid from pg_database where datname = current_database())`,
  );
}

function onPostgres(): void {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-migrations-'));
    await cp(new URL('../migrations/', import.meta.url), folder, { recursive: true });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = async (text: string): Promise<ChildProcess> => {
    await writeFile(join(folder, `${String(at + 1).padStart(4, '0')}_next.sql`), text);
    const args = [program, fresh.url as string, folder, '1.1.0'];
    return spawn(process.execPath, args, { stdio: 'inherit' });
  };
  const slow = `-- works-with: ${at}\ncreate table first_half (id int);\nselect pg_sleep(2);\ncreate table second_half (id int);`;
  const sleeping = (db: Database) =>
    waitFor(async () => {
      const rows = await db.query(
        "select 1 from pg_stat_activity where query = 'select pg_sleep(2)'",
      );
      assert.equal(rows.length, 1);
    });
  const halves = async (db: Database) =>
    (await db.query("select 1 from pg_tables where tablename like '%_half'")).length;

  test('a migration that is killed in the middle leaves nothing, and the next start does it whole', async () => {
    const db = await openMigrated();
    const child = await start(slow);

    await sleeping(db);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await halves(db), 0);

    const again = await start(slow);
    assert.deepEqual(await once(again, 'exit'), [0, null]);
    assert.equal(await halves(db), 2);
  });

  test('two at once: one waits, then finds it done', async () => {
    const db = await openMigrated();
    const one = await start(slow);

    await sleeping(db);
    const other = await start(slow);
    let waited = 0;
    await assert.rejects(
      db.alone(async () => undefined, { limitMs: 100, onWait: () => (waited += 1) }),
      (error) => error instanceof AloneTimeout && /reelsight 1\.1\.0 schema/.test(error.holder),
    );
    assert.equal(waited, 1);
    assert.deepEqual(
      [await once(one, 'exit'), await once(other, 'exit')],
      [
        [0, null],
        [0, null],
      ],
    );
    assert.equal(await halves(db), 2);
  });

  test('while a long transaction uses a table, others are held up for no more than 2 s at a time', async () => {
    const db = await openMigrated();
    const holder = await open();
    const reader = await open();
    const locked = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const long = holder.transaction(async (tx) => {
      await tx.query('select count(*) from jobs');
      locked.resolve();
      await end.promise;
    });

    await locked.promise;
    let isDone = false;
    const run = migrate(db, { version: '1.1.0', migrations: [...own, additive] }).then(() => {
      isDone = true;
    });
    let longestMs = 0;
    try {
      const untilMs = performance.now() + 6000;
      while (performance.now() < untilMs) {
        const sinceMs = performance.now();
        await reader.query('select count(*) from jobs');
        longestMs = Math.max(longestMs, performance.now() - sinceMs);
      }

      assert.equal(isDone, false);
      assert.ok(longestMs > 500 && longestMs < 4000, `${longestMs} ms`);
    } finally {
      end.resolve();
    }

    await Promise.all([long, run]);
    await db.query('select made_up from jobs');
  });

  test('who reads two tables at once goes on while migrations change each of them', async () => {
    const db = await openMigrated();
    const first = await open();
    const both = await open();
    const second = next(
      `-- works-with: ${at}\nalter table workspaces add column made_up text;`,
      `${String(at + 2).padStart(4, '0')}_second.sql`,
    );
    const held = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const holding = first.transaction(async (tx) => {
      await tx.query('select count(*) from jobs');
      held.resolve();
      await end.promise;
    });

    await held.promise;
    const reading = both.transaction(async (tx) => {
      await tx.query('select count(*) from workspaces');
      const run = migrate(db, { version: '1.1.0', migrations: [...own, additive, second] });
      await waitFor(async () => assert.equal(await waiting(db), 1));

      // This query queues behind the migration, which itself waits for the first reader.
      const jobs = tx.query('select count(*) from jobs');
      await waitFor(async () => assert.equal(await waiting(db), 2));
      end.resolve();
      await jobs;

      return { run };
    });
    await (await reading).run;
    await holding;
    await db.query('select jobs.made_up, workspaces.made_up from jobs, workspaces');
  });

  test('a table that stays locked ends the attempt, with nothing changed', async () => {
    const db = await openMigrated();
    const holder = await open();

    await holder.transaction(async (tx) => {
      await tx.query('select count(*) from jobs');
      const run = migrate(db, {
        version: '1.1.0',
        migrations: [...own, additive],
        lockLimitMs: 500,
      });
      await assert.rejects(run, /could not lock a table for .* long transaction/);
    });
    assert.equal((await state(db)).at, at);
  });

  test('what breaks running processes waits until they are gone', async () => {
    const db = await openMigrated();
    const old = await open(applicationName('1.0.0', own));
    await old.query('select 1');

    const upgrade = () => migrate(db, { version: '1.1.0', migrations: [...own, breaking] });
    await assert.rejects(upgrade(), /Processes of Reelsight 1\.0\.0 still run/);
    assert.equal((await state(db)).at, at);
    await old.close();
    opened.splice(opened.indexOf(old), 1);
    await waitFor(upgrade, 5000);
    assert.equal((await state(db, [...own, breaking])).floor, at + 1);
  });
}

if (databaseKind === 'postgres') describe('On PostgreSQL', onPostgres);
