/** Restores a backup into the configured database, storage and data folder while the service is stopped. */
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openArchive } from '../../backup/archive-reader.ts';
import { BackupError } from '../../backup/backup-error.ts';
import type { Header, Manifest } from '../../backup/format.ts';
import { checkVersion, type RestoreProgress, restoreBackup } from '../../backup/restore-backup.ts';
import type { Keys } from '../../backup/sealing.ts';
import { AloneTimeout, openDatabase, type Queryable, sqlState } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { readMigrations } from '../../db/schema/migrations.ts';
import { insertAudit } from '../../db/upkeep/audit.ts';
import { lastMigration } from '../../db/upkeep/copied-tables.ts';
import { liveProcesses } from '../../db/upkeep/processes.ts';
import type { AuditedRequest } from '../../domain/audit.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import type { Config } from '../settings/config.ts';
import { lockDataFolder } from '../start/data-folder.ts';
import {
  checkDatabase,
  checkDataFolder,
  checkStorage,
  writeTrouble,
} from '../start/start-checks.ts';
import { version } from '../start/version.ts';
import { storageOf } from './make-backup.ts';
import {
  cancelUnfinished,
  finishRestore,
  openRestorePlace,
  unfinishedRestore,
} from './restore-place.ts';

export interface RestoreOptions {
  readonly path: string;
  readonly keys: Keys;
  /** Allows replacing the present state; null refuses to restore if there is any. */
  readonly replace: {
    /**
     * Backs up the present state and returns the path of that backup, which can undo the restore; null if no backup is
     * wanted.
     */
    readonly keep: () => Promise<string | null>;
  } | null;
  /** The request that ordered the restore, for the audit log; null for the command line. */
  readonly by: AuditedRequest | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RestoreProgress) => void;
}

export interface Restored {
  readonly header: Header;
  readonly manifest: Manifest;
  /** Path of the backup of the replaced state; null if there is none. */
  readonly wayBack: string | null;
}

/** Throws BackupError or StartError, and leaves the present state unchanged in that case. */
export async function restore(config: Config, options: RestoreOptions): Promise<Restored> {
  await checkDataFolder(config.service.dataDir);
  await checkReadable(options);
  return exclusively(config, () => restoreAlone(config, options));
}

/**
 * Implements `reelsight restore --cancel`. False if there was no restore to cancel. Throws BackupError or StartError.
 */
export async function cancelRestore(config: Config): Promise<boolean> {
  await checkDataFolder(config.service.dataDir);
  return exclusively(config, () => cancelUnfinished(config));
}

/** How long to wait for another process that is restoring or setting up the database, which takes only a moment. */
const othersLimitMs = 10_000;

/** Ensures that no other process starts, restores or cancels a restore during `work`. */
async function exclusively<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const { url } = config.database;
  if (url === null) return locked(config, work);

  await checkDatabase(url);
  const db = await openDatabase({ url, poolSize: 1 });
  try {
    return await db.alone(() => locked(config, work), { limitMs: othersLimitMs });
  } catch (error) {
    if (!(error instanceof AloneTimeout)) throw writeTrouble(url, error) ?? error;
    throw new BackupError(
      `Another process restores into this database or brings it up to date (${error.holder}). Wait until it is done.`,
    );
  } finally {
    await db.close();
  }
}

/**
 * Checks that the backup can be read; to be called before anything is stopped or saved for the restore. Throws
 * BackupError.
 */
export async function checkReadable({
  path,
  keys,
  signal,
}: Pick<RestoreOptions, 'path' | 'keys' | 'signal'>): Promise<void> {
  const archive = await openArchive(path, keys, signal);
  archive.close();
  await checkVersion(archive.header, version);
}

/** Reads the whole backup without restoring anything. Throws BackupError if it is damaged. */
export async function checkBackup(
  path: string,
  keys: Keys,
  signal: AbortSignal,
): Promise<Restored> {
  const archive = await openArchive(path, keys, signal);
  for await (const _ of archive.members());
  return { header: archive.header, manifest: archive.manifest(), wayBack: null };
}

async function locked<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const unlock = await lockDataFolder(config.service.dataDir);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

async function restoreAlone(config: Config, options: RestoreOptions): Promise<Restored> {
  // If an earlier restore was complete except for its last step, that step must come first.
  if ((await unfinishedRestore(config)) === 'ready') await finishRestore(config);

  const present = await presentState(config);
  if (present !== null && options.replace === null)
    throw new BackupError(
      `There is a service already: ${present}. Restore into an empty data folder and database, or give --replace: it saves the present state as a backup first.`,
    );

  const wayBack = (present !== null && (await options.replace?.keep())) || null;
  const { path, keys, signal } = options;
  // Restored files go directly into a bucket, so make sure first that the backup is complete.
  if (config.storage.url !== null && present !== null) await checkBackup(path, keys, signal);

  const archive = await openArchive(path, keys, signal);
  const place = await openRestorePlace(config, archive.header.with_files).catch(
    (error: unknown) => {
      archive.close();
      throw fullDisk(error) ?? error;
    },
  );
  try {
    await checkStorage(place.storage, config.storage.url);
    const manifest = await restoreBackup(archive, place, { ...options, version });
    await noteRestored(place.db, archive.header, { ...options, wayBack });
    await place.commit();
    return { header: archive.header, manifest, wayBack };
  } catch (error) {
    archive.close();
    await place.abandon();
    throw fullDisk(error) ?? error;
  }
}

/** Adds the restore to the restored audit log, which does not mention it. */
async function noteRestored(
  db: Queryable,
  { created_at: backup_of, version: made_by }: Header,
  { path, by, wayBack }: Pick<RestoreOptions, 'path' | 'by'> & Pick<Restored, 'wayBack'>,
): Promise<void> {
  const commandLine = { type: 'operator', id: null, name: 'reelsight restore' } as const;
  await insertAudit(db, {
    id: newId('aud'),
    workspace_id: null,
    action: 'backup.restored',
    actor: by?.actor ?? commandLine,
    target: { id: basename(path), name: null },
    details: { backup_of, made_by, way_back: wayBack && basename(wayBack) },
    request_id: by?.requestId ?? newId('req'),
    address: by?.address ?? '127.0.0.1',
    created_at: new Date(),
  });
}

/** The error to report if the disk is full; null for any other error, and for an error that already explains itself. */
function fullDisk(error: unknown): BackupError | null {
  if (error instanceof BackupError) return null;

  const { errno, message = '' } = error as { errno?: number; message?: string };
  const full =
    isDiskFull(error) ||
    // The number that WebAssembly uses for a full disk; it occurs while the embedded database is being created.
    errno === 51 ||
    sqlState(error) === '53100' ||
    /no space left on device/i.test(message);
  if (!full) return null;

  return new BackupError(
    'The disk is full: a restore needs room for all of the backup beside what is there. What was there is as it was.',
  );
}

/** Describes the present state, which a restore would replace; null if there is none. */
async function presentState(config: Config): Promise<string | null> {
  const { url, dataDir } = config.database;
  if (url === null) {
    const hasDatabase = await access(join(dataDir, 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    if (!hasDatabase) return presentFiles(config);
  }

  const db = await openDatabase(url === null ? { dataDir } : { url, poolSize: 1 });
  try {
    return (await presentRows(db, url !== null)) ?? (await presentFiles(config));
  } finally {
    await db.close();
  }
}

/** How recent the last sign of life of a process must be for it to count as running, even if it has been killed. */
const liveMs = 30_000;

async function presentRows(db: Queryable, shared: boolean): Promise<string | null> {
  const schema = await lastMigration(db);
  if (schema === null) return null;
  if (shared) await checkNobodyRuns(db, schema);

  const [row] = await db.query<{ workspaces: number; users: number }>(
    'select (select count(*) from workspaces) as workspaces, (select count(*) from users) as users',
  );
  const { workspaces = 0, users = 0 } = row ?? {};
  if (workspaces + users === 0) return null;

  return `${workspaces} workspaces and ${users} accounts`;
}

async function checkNobodyRuns(db: Queryable, schema: string): Promise<void> {
  if (!(await readMigrations()).some(({ name }) => name === schema))
    throw new BackupError(
      `A newer version has changed this database already (${schema}). Restore into a new, empty database, and set DATABASE_URL to it.`,
    );

  const [table] = await db.query(`select 1 from pg_class where oid = to_regclass('processes')`);
  const running = table ? await liveProcesses(db, liveMs) : [];
  if (running.length === 0) return;

  const roles = running.map(({ role }) => role).join(', ');
  throw new BackupError(
    `${running.length} processes of the service run on this database (${roles}). Stop them first; one that was killed counts for ${liveMs / 1000} s.`,
  );
}

async function presentFiles(config: Config): Promise<string | null> {
  const storage = await storageOf(config, 'of no use here');
  try {
    for await (const { key } of storage.list())
      if (!key.startsWith('processes/')) return `files such as ${key}`;
    return null;
  } finally {
    await storage.close();
  }
}
