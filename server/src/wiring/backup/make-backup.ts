/** Makes a backup of this installation, whether its service is running or not. */
import { rm } from 'node:fs/promises';
import type { SecretName } from '../../backup/format.ts';
import type { Seal } from '../../backup/sealing.ts';
import {
  type BackupProgress,
  type BackupSource,
  type TakenBackup,
  takeBackup,
} from '../../backup/take-backup.ts';
import { openDatabase } from '../../db/database.ts';
import { whileRemovalsWait } from '../../db/upkeep/removals.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Config } from '../settings/config.ts';
import { keptSecret, lockDataFolder, socketPathOf } from '../start/data-folder.ts';
import { checkDatabase, checkDataFolder } from '../start/start-checks.ts';
import { version } from '../start/version.ts';
import { askForCopy } from './data-folder-desk.ts';

export interface MakeOptions {
  readonly path: string;
  readonly seal: Seal;
  readonly withFiles: boolean;
  readonly overwrite: boolean;
  /** True if the caller already holds the lock on the data folder. */
  readonly alone?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BackupProgress) => void;
}

/** Throws BackupError or StartError, and leaves no file in that case. */
export async function makeBackup(config: Config, options: MakeOptions): Promise<TakenBackup> {
  const { dataDir } = config.service;
  await checkDataFolder(dataDir);

  const secrets = await secretsOf(config);
  const storage = await storageOf(config, secrets['upload-secret']);
  try {
    const backupOptions = { ...options, now: () => new Date() };
    return await withDatabase(config, options, (source, signal) =>
      takeBackup({ ...source, storage, secrets, version }, { ...backupOptions, signal }),
    );
  } finally {
    await storage.close();
  }
}

/** The secrets of the service, from its settings or its data folder. */
async function secretsOf({ service, accounts }: Config): Promise<Record<SecretName, string>> {
  const { dataDir, adminToken } = service;
  return {
    'admin-token': adminToken ?? (await keptSecret(dataDir, 'admin-token')),
    'session-secret': accounts.sessionSecret ?? (await keptSecret(dataDir, 'session-secret')),
    'upload-secret': await keptSecret(dataDir, 'upload-secret'),
  };
}

export const storageOf = (config: Config, signingSecret: string): Promise<Storage> =>
  openStorage({
    ...config.storage,
    uploadUrl: config.uploads.publicUrl,
    signingSecret,
    now: Date.now,
  });

type Database = Pick<BackupSource, 'db' | 'databaseKind'>;

async function withDatabase<T>(
  config: Config,
  { signal, alone = false }: MakeOptions,
  work: (source: Database, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { url } = config.database;
  if (url === null) {
    if (!alone) return withEmbedded(config, signal, work);
    return withFolder(config.database.dataDir, (db) =>
      work({ db, databaseKind: 'pglite' }, signal),
    );
  }

  await checkDatabase(url);
  const db = await openDatabase({ url, poolSize: 3 });
  try {
    return await whileRemovalsWait(db, () => work({ db, databaseKind: 'postgres' }, signal));
  } finally {
    await db.close();
  }
}

/**
 * Runs `work` on a copy made by the running service. If none is running, runs it on the folder itself, locked so that
 * no service starts meanwhile.
 */
async function withEmbedded<T>(
  config: Config,
  signal: AbortSignal,
  work: (source: Database, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { dataDir } = config.service;
  const { path, link } = await socketPathOf(dataDir);
  const copy = await askForCopy(path).finally(() => link && rm(link, { force: true }));
  const unlock = copy ? null : await lockDataFolder(dataDir);

  try {
    const folder = copy?.folder ?? config.database.dataDir;
    const until = copy ? AbortSignal.any([signal, copy.lost]) : signal;
    return await withFolder(folder, (db) => work({ db, databaseKind: 'pglite' }, until));
  } catch (error) {
    throw copy?.lost.aborted ? copy.lost.reason : error;
  } finally {
    copy?.release();
    await unlock?.();
  }
}

async function withFolder<T>(
  dataDir: string,
  work: (db: BackupSource['db']) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ dataDir });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
