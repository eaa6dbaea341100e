/**
 * The staging area in which a restore prepares database, files and secrets until they are complete. It is next to the
 * present state, which they then replace. An interrupted restore is detected at the next start.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupError, HalfReplaced } from '../../backup/backup-error.ts';
import type { SecretName } from '../../backup/format.ts';
import { secretNames } from '../../backup/format.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import {
  dropStagedSchema,
  makeStagedSchema,
  putInPlace,
  stagedSchema,
} from '../../db/schema/staged-schema.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Config } from '../settings/config.ts';
import {
  checkMovable,
  exists,
  NotReplaced,
  putStaged,
  removeStaged,
  stagedIn,
} from './staged-folder.ts';

/**
 * Name of the marker that exists once everything has been restored: then only renames remain, which are repeated after
 * a crash.
 */
const readyName = 'ready';

const placeOf = (config: Config): string => join(config.service.dataDir, 'restore');

/** The folders to replace; null where the database or the storage is on a server. */
const foldersOf = ({ database, storage }: Config) => ({
  database: database.url === null ? database.dataDir : null,
  storage: storage.url === null ? join(storage.dataDir, 'storage') : null,
});

export interface RestorePlace {
  readonly db: Database;
  readonly storage: Storage;
  putSecret(name: SecretName, secret: string): Promise<void>;
  /** Replaces the present state with the restored one, after closing everything that is open. */
  commit(): Promise<void>;
  /** Removes everything restored so far. */
  abandon(): Promise<void>;
}

/** Opens an empty staging area, even if an earlier restore was interrupted. */
export async function openRestorePlace(config: Config, withFiles: boolean): Promise<RestorePlace> {
  const place = placeOf(config);
  const folders = foldersOf(config);
  await checkMovable(
    [folders.database, folders.storage].filter((folder) => folder !== null),
    secretNames.map((name) => join(config.service.dataDir, name)),
  );
  await removeUnfinished(config);

  const { db, storage } = await openStaged(config).catch(async (error: unknown) => {
    await removeUnfinished(config);
    throw error;
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await storage.close();
    await db.close();
  };

  return {
    db,
    storage,
    putSecret: (name, secret) => writeFile(join(place, name), `${secret}\n`, { mode: 0o600 }),
    commit: async () => {
      await close();

      if (!withFiles && folders.storage) await removeStaged(folders.storage);
      await writeFile(join(place, readyName), '');

      try {
        await putDatabase(config);
      } catch (error) {
        if (!(await nothingReplaced(config, error))) throw lastStepMissing(error);
        await rm(join(place, readyName), { force: true });
        throw error;
      }

      await finishRestore(config).catch((error: unknown) => {
        throw lastStepMissing(error);
      });
    },
    abandon: async () => {
      // Closing a database may fail if the disk is full.
      await close().catch(() => undefined);
      if ((await unfinishedRestore(config)) !== 'ready') await removeUnfinished(config);
    },
  };
}

const lastStepMissing = (error: unknown): BackupError =>
  new HalfReplaced(
    `The restore is done but for its last step: ${(error as Error).message} Correct that; the next start of the service takes the step.`,
  );

/** Whether the database is unchanged; false if that cannot be determined. */
async function nothingReplaced(config: Config, error: unknown): Promise<boolean> {
  const { url } = config.database;
  if (url === null) return error instanceof NotReplaced;
  return withDatabase(url, hasStagedSchema).catch(() => false);
}

const hasStagedSchema = async (db: Database): Promise<boolean> =>
  (await db.query('select 1 from pg_namespace where nspname = $1', [stagedSchema])).length > 0;

async function openStaged(config: Config): Promise<Pick<RestorePlace, 'db' | 'storage'>> {
  const place = placeOf(config);
  const folders = foldersOf(config);
  const url = config.database.url ?? '';
  await mkdir(place, { recursive: true, mode: 0o700 });

  if (!folders.database) await withDatabase(url, makeStagedSchema);
  const db = await openDatabase(
    folders.database
      ? { dataDir: stagedIn(folders.database) }
      : { url, poolSize: 2, schema: stagedSchema, statementLimitMs: 600_000 },
  );

  const storage = await openStorage({
    ...config.storage,
    dataDir: folders.storage ? stagedIn(folders.storage) : place,
    uploadUrl: config.uploads.publicUrl,
    signingSecret: 'of no use here',
    now: Date.now,
  });

  return { db, storage };
}

export type Unfinished = 'none' | 'ready' | 'cut off';

export async function unfinishedRestore(config: Config): Promise<Unfinished> {
  const place = placeOf(config);
  if (await exists(join(place, readyName))) return 'ready';
  if (await exists(place)) return 'cut off';
  const { url } = config.database;
  if (url === null) return 'none';
  return (await withDatabase(url, hasStagedSchema)) ? 'cut off' : 'none';
}

/**
 * Carries out the steps that an earlier attempt did not complete. The database comes first, because only its
 * replacement can be refused.
 */
export async function finishRestore(config: Config): Promise<void> {
  const place = placeOf(config);
  const { storage } = foldersOf(config);
  await putDatabase(config);

  if (storage) await putStaged(storage, 'storage');
  for (const name of secretNames)
    if (await exists(join(place, name)))
      await rename(join(place, name), join(config.service.dataDir, name));

  // The folder is renamed before it is removed, because a partly removed folder would look like an interrupted restore.
  await rename(place, `${place}.done`);
  await rm(`${place}.done`, { recursive: true, force: true });
}

async function putDatabase(config: Config): Promise<void> {
  const { database } = foldersOf(config);
  if (database) await putStaged(database);
  else await withDatabase(config.database.url ?? '', putInPlace);
}

/**
 * Cancels an unfinished restore; false if there was none. Throws BackupError if the present state is already being
 * replaced.
 */
export async function cancelUnfinished(config: Config): Promise<boolean> {
  const restoreState = await unfinishedRestore(config);
  if (restoreState === 'none') return false;

  if (restoreState === 'ready')
    throw new HalfReplaced(
      'The restore is done but for its last step, which the next start of the service takes, so it can no longer be cancelled.',
    );

  await removeUnfinished(config);
  return true;
}

/** Discards an interrupted restore that has not changed the present state yet. */
async function removeUnfinished(config: Config): Promise<void> {
  const place = placeOf(config);
  const { database, storage } = foldersOf(config);
  for (const folder of [database, storage]) if (folder) await removeStaged(folder);
  if (config.database.url !== null) await withDatabase(config.database.url, dropStagedSchema);
  for (const folder of [`${place}.done`, place]) await rm(folder, { recursive: true, force: true });
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
