/**
 * Where a restore puts a database, files and secrets until all is there: beside the present state, which they then replace in
 * one step. A restore that was cut off is seen at the next start.
 */
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretName } from '../../backup/format.ts';
import { secretNames } from '../../backup/format.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import {
  dropStagedSchema,
  makeStagedSchema,
  putInPlace,
  stagedSchema,
} from '../../db/staged-schema.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Config } from '../config.ts';

const names = { database: 'database', storage: 'storage' } as const;
/** There once all is restored: what is left are renames, which are done again after a crash. */
const readyName = 'ready';

const placeOf = (config: Config): string => join(config.service.dataDir, 'restore');
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export interface RestorePlace {
  readonly db: Database;
  readonly storage: Storage;
  putSecret(name: SecretName, secret: string): Promise<void>;
  /** The restored state takes the place of the present one. Closes what is open. */
  commit(): Promise<void>;
  /** Removes what was restored so far. */
  abandon(): Promise<void>;
}

/** Empty, also if another restore was cut off before. */
export async function openRestorePlace(config: Config, withFiles: boolean): Promise<RestorePlace> {
  const place = placeOf(config);
  const { url } = config.database;
  await removeUnfinished(config);
  await mkdir(place, { recursive: true, mode: 0o700 });
  if (url !== null) await withDatabase(url, makeStagedSchema);
  const db = await openDatabase(
    url === null
      ? { dataDir: join(place, names.database) }
      : { url, poolSize: 2, schema: stagedSchema, statementLimitMs: 600_000 },
  );
  const storage = await openStorage({
    ...config.storage,
    dataDir: place,
    uploadUrl: config.uploads.publicUrl,
    ...{ signingSecret: 'of no use here', now: Date.now },
  });
  const close = async (): Promise<void> => {
    await storage.close();
    await db.close();
  };
  return {
    ...{ db, storage },
    putSecret: (name, secret) => writeFile(join(place, name), `${secret}\n`, { mode: 0o600 }),
    commit: async () => {
      await close();
      if (!withFiles) await rm(join(place, names.storage), { recursive: true, force: true });
      await writeFile(join(place, readyName), '');
      try {
        await finishRestore(config);
      } catch (error) {
        // Nothing was replaced.
        await rm(join(place, readyName), { force: true });
        throw error;
      }
    },
    abandon: async () => {
      await close();
      await removeUnfinished(config);
    },
  };
}

export type Unfinished = 'none' | 'ready' | 'cut off';

export async function unfinishedRestore(config: Config): Promise<Unfinished> {
  const place = placeOf(config);
  if (await exists(join(place, readyName))) return 'ready';
  if (await exists(place)) return 'cut off';
  const { url } = config.database;
  if (url === null) return 'none';
  return withDatabase(url, async (db) => {
    const [row] = await db.query('select 1 from pg_namespace where nspname = $1', [stagedSchema]);
    return row ? 'cut off' : 'none';
  });
}

/** Takes each step that an earlier try did not; the database comes first, as it alone can refuse. */
export async function finishRestore(config: Config): Promise<void> {
  const place = placeOf(config);
  const { url } = config.database;
  if (url !== null) await withDatabase(url, putInPlace);
  else await replace(join(place, names.database), config.database.dataDir);
  await replace(join(place, names.storage), join(config.storage.dataDir, 'storage'));
  for (const name of secretNames)
    if (await exists(join(place, name)))
      await rename(join(place, name), join(config.service.dataDir, name));
  // In one step: what is left of the folder would look like a restore that was cut off.
  await rename(place, `${place}.done`);
  await rm(`${place}.done`, { recursive: true, force: true });
}

/** Puts `staged` at `live`, if it is still there; what was at `live` goes beside it first. */
async function replace(staged: string, live: string): Promise<void> {
  if (!(await exists(staged))) return;
  const old = `${staged}.old`;
  if ((await exists(live)) && !(await exists(old))) await rename(live, old);
  try {
    await rename(staged, live);
  } catch (error) {
    if (await exists(old)) await rename(old, live);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

/** Forgets a restore that was cut off; the present state was not touched. */
export async function removeUnfinished(config: Config): Promise<void> {
  const place = placeOf(config);
  for (const folder of [place, `${place}.done`]) await rm(folder, { recursive: true, force: true });
  const { url } = config.database;
  if (url !== null) await withDatabase(url, dropStagedSchema);
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
