/** Applies migrations, each once and only forward, while processes of this and the previous version keep running. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Queryable, sqlState } from '../database.ts';
import { type Migration, readMigrations, schemaOf, shownNumber } from './migrations.ts';
import { SchemaError, schemaState } from './schema-state.ts';

export interface MigrateOptions {
  /** Version of this service, recorded with each migration. */
  readonly version: string;
  /** The migrations of this version, unless a test provides others. */
  readonly migrations?: readonly Migration[];
  /** Maximum time to keep trying to lock a table that others use. */
  readonly lockLimitMs?: number;
  readonly onApplied?: (migration: Migration) => void;
}

/** How long a migration waits for the lock on a table, because other statements on that table wait behind it. */
const lockTimeout = '2s';
const defaultLockLimitMs = 600_000;
const firstPauseMs = 250;
const longestPauseMs = 8_000;

/**
 * Applies all pending migrations. Must be called inside `db.alone`. Throws SchemaError if the database belongs to
 * another program or is too new, if running processes could not work with the new schema, or if a table stays locked.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations());
  const { at: schemaNumber, floor, pending } = await schemaState(db, migrations, options.version);
  const newFloor = Math.max(floor, ...pending.map(({ worksWith }) => worksWith));
  if (db.kind === 'postgres' && schemaNumber > 0 && newFloor > floor)
    await refuseOlder(db, newFloor);

  for (const migration of pending) {
    const run = migration.inTransaction ? inTransaction : outsideTransaction;
    await untilUnlocked(migration, options, () => run(db, migration, options.version));
    options.onApplied?.(migration);
  }
}

/** Name of the connections of this code, from which a migration can tell which schemas are in use. */
export function applicationName(version: string, migrations: readonly Migration[]): string {
  return `reelsight ${version} schema ${shownNumber(schemaOf(migrations))}`;
}

/** Throws SchemaError while processes are running whose code would not work with the new schema. */
async function refuseOlder(db: Database, floor: number): Promise<void> {
  const rows = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'reelsight % schema %'`,
  );
  const older = rows.flatMap(({ name }) => {
    const [, version = '', schema = ''] = /^reelsight (\S+) schema (\d+)$/.exec(name) ?? [];
    return schema !== '' && Number(schema) < floor ? [version] : [];
  });
  if (older.length === 0) return;

  throw new SchemaError(
    `Processes of Reelsight ${[...new Set(older)].join(', ')} still run on this database and cannot work with it after this upgrade. Stop them, then start again; nothing was changed.`,
    'unavailable',
  );
}

/** Applies the migration in one transaction: completely or not at all, even if the process is killed. */
async function inTransaction(db: Database, migration: Migration, version: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '${lockTimeout}'`);
    await makeRecord(tx);
    // If a process has lost the lock of `alone` without noticing, it waits here for the other process.
    await tx.query('lock table schema_migrations in share row exclusive mode');

    const appliedQuery = 'select 1 from schema_migrations where name = $1';
    if ((await tx.query(appliedQuery, [migration.name])).length > 0) return;

    for (const statement of migration.statements) await tx.query(statement);
    await record(tx, migration, version);
  });
}

/** Runs each statement on its own. The file must be written so that it can be run again from its beginning. */
async function outsideTransaction(
  db: Database,
  migration: Migration,
  version: string,
): Promise<void> {
  await makeRecord(db);
  for (const statement of migration.statements) await db.exec(statement);
  await record(db, migration, version);
}

/**
 * Creates the table that records the applied migrations. `add column` locks the table even if the column exists, so it
 * runs only if the column is missing.
 */
async function makeRecord(tx: Queryable): Promise<void> {
  await tx.query(
    `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now(),
       works_with int, version text)`,
  );

  const [existing] = await tx.query<{ columns: number }>(
    `select count(*) as columns from information_schema.columns where table_schema = current_schema()
       and table_name = 'schema_migrations' and column_name in ('works_with', 'version')`,
  );
  if (existing?.columns === 2) return;

  await tx.query('alter table schema_migrations add column if not exists works_with int');
  await tx.query('alter table schema_migrations add column if not exists version text');
}

async function record(tx: Queryable, migration: Migration, version: string): Promise<void> {
  await tx.query('insert into schema_migrations (name, works_with, version) values ($1, $2, $3)', [
    ...[migration.name, migration.worksWith, version],
  ]);
}

/** SQLSTATEs for a lock that was not free in time and for a deadlock. */
const lockStates = new Set(['55P03', '40P01']);

/** Retries while a table stays locked; the service keeps working between the attempts. */
async function untilUnlocked(
  { name }: Migration,
  { lockLimitMs = defaultLockLimitMs }: MigrateOptions,
  attempt: () => Promise<void>,
): Promise<void> {
  const untilMs = performance.now() + lockLimitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!lockStates.has(sqlState(error) ?? '')) throw error;
      if (performance.now() + pauseMs > untilMs) {
        throw new SchemaError(
          `Migration ${name} could not lock a table for ${Math.round(lockLimitMs / 1000)} s because a long transaction uses it (pg_stat_activity shows which). End that, then start again; nothing is half done.`,
          'unavailable',
        );
      }
    }
    await sleep(pauseMs * (0.5 + Math.random() / 2));
  }
}
