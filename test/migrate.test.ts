/** `reelsight migrate`, and starts on databases that are outdated, too new, or belong to another program. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { parseMigration, readMigrations, schemaOf } from '../server/src/db/schema/migrations.ts';
import { copyEmbeddedDatabase } from '../server/testing/database.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { startHere } from '../server/testing/start-here.ts';
import { type Ended, reelsight as run, startReelsight } from './cli/harness.ts';

let folder: string;
let postgres: TestPostgres;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-migrate-'));
  postgres = await startPostgres();
});
after(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function emptyDatabase(): Promise<string> {
  count += 1;
  const admin = await openDatabase({ url: postgres.url });
  await admin.exec(`create database d${count}`);
  await admin.close();
  const url = new URL(postgres.url);
  url.pathname = `/d${count}`;
  return url.href;
}

async function on<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url });
  return work(db).finally(() => db.close());
}

type Env = Readonly<Record<string, string>>;

/**
 * Runs `reelsight migrate` or `reelsight start` in this process until it ends; a service that starts is stopped at
 * once.
 */
async function reelsight(args: readonly string[], given: Env): Promise<Ended> {
  const env = { REELSIGHT_DATA_DIR: join(folder, 'data'), REELSIGHT_ROLE: 'api', ...given };
  if (args[0] !== 'start') return run(args, { home: folder, env });
  const { refusal, lines, stop } = await startHere(env);
  await stop();
  const stderr = refusal === null ? '' : `${refusal.message}\n`;
  return { code: refusal?.exitCode ?? 0, stdout: lines.join(''), stderr };
}

test('with REELSIGHT_MIGRATE=off a start is refused until reelsight migrate has run', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), REELSIGHT_MIGRATE: 'off' };
  const early = await reelsight(['start'], env);
  assert.equal(early.code, 2, early.stderr);
  assert.match(
    early.stderr,
    /^The database is not up to date .* Run reelsight migrate .*0001_foundation/,
  );

  const check = await reelsight(['migrate', '--check'], env);
  assert.equal(check.code, 4, check.stderr);
  assert.match(check.stdout, /The database is empty\. To do for .*:\n {2}0001_foundation\.sql\n/);
  assert.match(check.stdout, /the queue, from schema 0 to/);

  const tables = await on(env.DATABASE_URL, (db) =>
    db.query('select 1 from pg_tables where schemaname = $1', ['public']),
  );
  assert.equal(tables.length, 0);

  const done = await reelsight(['migrate'], env);
  assert.deepEqual([done.code, done.stderr], [0, '']);
  assert.match(done.stdout, /Done: the database is at schema \d{4}\.\n$/);

  const again = await reelsight(['migrate', '--check'], env);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^Up to date: the database is at schema/);

  const late = await reelsight(['start'], env);
  assert.equal(late.code, 0, late.stderr);
});

test('it brings the embedded database up to date too', async () => {
  const env = { REELSIGHT_DATA_DIR: join(folder, 'embedded'), REELSIGHT_ROLE: 'all' };
  assert.equal((await reelsight(['migrate', '--check'], env)).code, 4);
  // Runs the command as a separate process.
  assert.equal((await startReelsight(['migrate'], { home: folder, env }).ended).code, 0);
  assert.equal((await reelsight(['migrate', '--check'], env)).code, 0);
});

test('a database of the next version: what adds is accepted, what breaks is refused by every command', async () => {
  const env = { DATABASE_URL: await emptyDatabase() };
  const own = await readMigrations();
  const at = schemaOf(own);
  const next = (add: number, text: string) =>
    parseMigration(`${String(at + add).padStart(4, '0')}_made_up.sql`, text);
  const additive = next(1, `-- works-with: ${at}\nalter table jobs add column made_up text;`);
  await on(env.DATABASE_URL, (db) =>
    migrate(db, { version: '7.0.0', migrations: [...own, additive] }),
  );

  const allowed = await reelsight(['start'], env);
  assert.equal(allowed.code, 0, allowed.stderr);

  const breaking = next(2, 'alter table jobs rename column title to heading;');
  await on(env.DATABASE_URL, (db) =>
    migrate(db, { version: '8.0.0', migrations: [...own, additive, breaking] }),
  );

  for (const args of [['start'], ['migrate'], ['migrate', '--check']]) {
    const { code, stderr } = await reelsight(args, env);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      /^This database was upgraded by Reelsight 8\.0\.0 .* Start 8\.0\.0 or newer, or restore the backup from before the upgrade\.\n$/,
    );
  }
});

test('a database of another program is left as it is', async () => {
  const env = { DATABASE_URL: await emptyDatabase() };
  await on(env.DATABASE_URL, (db) => db.exec('create table users (id int)'));
  for (const args of [['start'], ['migrate']]) {
    const { code, stderr } = await reelsight(args, env);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^The database holds tables that are not of Reelsight \(users\)\. .*\n$/);
  }
});

test('a second process waits no longer than it may, and says for whom', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), REELSIGHT_MIGRATE_SECONDS: '1' };
  const { code, stderr } = await on(env.DATABASE_URL, (db) =>
    db.alone(() => reelsight(['start'], env)),
  );

  assert.equal(code, 3, stderr);
  assert.match(
    stderr,
    /^Another process \(PostgreSQL process \d+, .*\) has been .* for more than 1 s\./,
  );
});

test('a database that only reads, and a user that may, are told in a line', async () => {
  const url = await emptyDatabase();
  const own = await readMigrations();
  await on(url, (db) => migrate(db, { version: '0.0.1', migrations: own.slice(0, -1) }));

  const name = new URL(url).pathname.slice(1);
  await on(url, (db) =>
    db.exec(`create role reader login password 'reader';
    grant select on all tables in schema public to reader`),
  );

  const reader = new URL(url);
  Object.assign(reader, { username: 'reader', password: 'reader' });

  const lines = {
    [reader.href]: /^User reader (?:may not create tables|does not own)/,
    [url]: /only reads/,
  };
  for (const [address, line] of Object.entries(lines)) {
    if (address === url)
      await on(url, (db) =>
        db.exec(`alter database ${name} set default_transaction_read_only = on`),
      );
    for (const command of ['start', 'migrate']) {
      const { code, stderr } = await reelsight([command], { DATABASE_URL: address });
      assert.match(stderr, line, command);
      assert.ok(!/\n\s+at /.test(stderr), stderr);
      assert.notEqual(code, 0);
    }
  }
});

for (const [major, made] of [
  ['99', 'a newer'],
  ['16', 'an older'],
] as const)
  test(`a data folder of ${made} version is told, not opened`, async () => {
    const dataDir = join(folder, `folder-${major}`);
    await copyEmbeddedDatabase(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), `${major}\n`);

    const env = { REELSIGHT_DATA_DIR: dataDir, REELSIGHT_ROLE: 'all' };
    const { code, stderr } = await reelsight(['start'], env);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      new RegExp(`was made by ${made} version of Reelsight .*PostgreSQL ${major}`),
    );
  });
