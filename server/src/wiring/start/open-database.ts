/** Opens the database and its queue, and brings them up to date; also used by `reelsight migrate`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AloneTimeout, type Database, openDatabase } from '../../db/database.ts';
import { applicationName, migrate } from '../../db/schema/migrate.ts';
import { readMigrations, shownNumber } from '../../db/schema/migrations.ts';
import { SchemaError, schemaState } from '../../db/schema/schema-state.ts';
import { openQueue, type Queue, type QueueOptions, queueSchema } from '../../queue/queue.ts';
import { takeUpRestoredTasks } from '../../queue/restored.ts';
import type { Config } from '../settings/config.ts';
import { withFairTurns } from './fair-database.ts';
import { checkDatabase, writeTrouble } from './start-checks.ts';
import { StartError } from './start-error.ts';
import { version } from './version.ts';

/** PostgreSQL major version of the embedded database in this release. */
export const embeddedMajor = '18';

/** Opens the database without migrating it. Throws StartError. */
export async function openConfigured({ database }: Config): Promise<Database> {
  const { url, poolSize, dataDir } = database;
  if (url === null) {
    await checkEmbedded(dataDir);
    return withFairTurns(await openDatabase({ dataDir }), 1);
  }

  await checkDatabase(url);
  const name = applicationName(version, await readMigrations());

  const db = await openDatabase({ url, poolSize, applicationName: name });

  return withFairTurns(db, poolSize);
}

/**
 * Checks the version of the files: those of another PostgreSQL version cannot be opened, and the error when trying
 * would not say why.
 */
async function checkEmbedded(folder: string): Promise<void> {
  const versionText = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  const major = versionText?.trim();
  if (major === undefined || major === embeddedMajor) return;
  const relativeAge = Number(major) > Number(embeddedMajor) ? 'a newer' : 'an older';
  throw new StartError(
    `The database in ${folder} was made by ${relativeAge} version of Reelsight (its files are of PostgreSQL ${major}, this version ${version} has ${embeddedMajor}). Start that version, or restore a backup of this one.`,
  );
}

/** Migrates as far as REELSIGHT_MIGRATE allows at startup, and opens the queue. Throws StartError. */
export async function openQueueOf(
  config: Config,
  db: Database,
  { log, watch }: { readonly log: Logger; readonly watch?: QueueOptions['watch'] },
): Promise<Queue> {
  const onError = (error: unknown) => log.error({ err: error }, 'queue');
  return aloneOn(config, db, log, async () => {
    if (config.database.migrate === 'off') await checkUpToDate(db);
    else await applyMigrations(config, db, log);
    const queue = await openQueue(db, { supervise: true, onError, ...(watch && { watch }) });
    await takeUpRestoredTasks(db, queue);
    return queue;
  });
}

/** Brings the schemas of the product and of the queue up to date, and nothing more. Throws StartError. */
export async function bringUpToDate(config: Config, db: Database, log: Logger): Promise<void> {
  const onError = (error: unknown) => log.error({ err: error }, 'queue');
  await aloneOn(config, db, log, async () => {
    await applyMigrations(config, db, log);
    const queue = await openQueue(db, { supervise: false, onError });
    await queue.close();
  });
}

async function applyMigrations(config: Config, db: Database, log: Logger): Promise<void> {
  await migrate(db, {
    version,
    lockLimitMs: config.database.migrateMs,
    onApplied: ({ name }) => log.debug({ migration: name }, 'migrated'),
  });
}

/** Lists what needs to be done, one step per line; empty if the database is up to date. Throws SchemaError. */
export async function stepsToDo(db: Database): Promise<string[]> {
  const { pending } = await schemaState(db, await readMigrations(), version);
  const { there: presentSchema, own: ownSchema } = await queueSchema(db);
  const queue =
    presentSchema < ownSchema ? [`the queue, from schema ${presentSchema} to ${ownSchema}`] : [];
  return [...pending.map(({ name }) => name), ...queue];
}

async function checkUpToDate(db: Database): Promise<void> {
  const steps = await stepsToDo(db);
  if (steps.length === 0) return;
  throw new SchemaError(
    `The database is not up to date for Reelsight ${version}, and REELSIGHT_MIGRATE is off. Run reelsight migrate with the settings of this process, then start again. To do: ${steps.join(', ')}.`,
  );
}

/** Runs `work` while holding the lock for setting up the database. */
async function aloneOn<T>(
  { database: { url, migrateMs } }: Config,
  db: Database,
  log: Logger,
  work: () => Promise<T>,
): Promise<T> {
  const onWait = () => log.info('another process brings the database up to date: waiting for it');
  try {
    return await db.alone(work, { limitMs: migrateMs, onWait });
  } catch (error) {
    if (error instanceof SchemaError) throw new StartError(error.message, error.why);
    if (error instanceof AloneTimeout) throw tooLong(error, migrateMs);
    throw writeTrouble(url, error) ?? error;
  }
}

function tooLong({ holder }: AloneTimeout, ms: number): StartError {
  const holderText = holder === '' ? 'Another process' : `Another process (${holder})`;
  return new StartError(
    `${holderText} has been bringing the database up to date for more than ${Math.round(ms / 1000)} s. Wait until it is done, or end it, then start again. REELSIGHT_MIGRATE_SECONDS sets the longest wait.`,
    'unavailable',
  );
}

/** Describes the state of the schema for `reelsight migrate`. */
export async function shownSchema(db: Database): Promise<string> {
  const { at: schemaNumber } = await schemaState(db, await readMigrations(), version);
  return schemaNumber === 0 ? 'empty' : `at schema ${shownNumber(schemaNumber)}`;
}
