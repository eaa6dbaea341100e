/**
 * Backups in the running service: makes scheduled backups and those that an operator requests, and restores a backup.
 */
import { basename } from 'node:path';
import { type BackupEntry, Fault } from '@reelsight/contract';
import type { Logger } from 'pino';
import { BackupError, BackupKeyError, type KeyFault } from '../../backup/backup-error.ts';
import { isSealed, type Keys, type Seal } from '../../backup/sealing.ts';
import { liveProcesses } from '../../db/upkeep/processes.ts';
import type { AuditedRequest } from '../../domain/audit.ts';
import type { Domain } from '../../domain/domain.ts';
import type { BackupsView } from '../../http/console/operator-view.ts';
import type { Config } from '../settings/config.ts';
import { version } from '../start/version.ts';
import { aliveEveryMs, BackupFolder } from './backup-folder.ts';
import { backupName } from './backup-name.ts';
import { inThread } from './in-thread.ts';

/** An order to stop the service and restore a backup. */
export interface RestoreOrder {
  readonly name: string;
  readonly path: string;
  readonly keys: Keys;
  readonly by: AuditedRequest | null;
}

export interface BackupsOptions {
  readonly config: Config;
  readonly domain: Domain;
  readonly log: Logger;
  /** Aborts when the service stops, which ends a running backup. */
  readonly signal: AbortSignal;
  /** Stops the service, restores the backup and starts the service again; null if nothing would start it again. */
  readonly onRestore: ((order: RestoreOrder) => void) | null;
}

export interface Backups extends BackupsView {
  /** Makes a scheduled backup and removes old ones; throws if the backup fails. */
  readonly makeScheduled: () => Promise<void>;
}

/** How recent the last sign of life of a process must be for it to count as running, even if it has been killed. */
const liveMs = 30_000;
const noFolder =
  'This process makes no backups, as its database is PostgreSQL and REELSIGHT_BACKUP_DIR is not set. Set it to a folder, or use reelsight backup FILE.';

export function openBackups(options: BackupsOptions): Backups {
  const { config, domain } = options;
  const { makes, schedule, keep, recipients, passphrase } = config.backups;
  const folder = new BackupFolder(config.backups.folder);
  const runs = new Runs(options, folder);
  const requireBackup = async (name: string): Promise<BackupEntry> => {
    const entry = makes ? await folder.find(name) : null;
    if (!entry) throw new Fault('NOT_FOUND', name, { text: 'There is no such backup.' });
    if (entry.state === 'running') throw refusal('This backup is being made.');
    return entry;
  };

  return {
    overview: async () => ({
      schedule,
      keep,
      encrypts: isSealed({ recipients, passphrase }),
      missing: makes ? null : noFolder,
      restore: makes ? await folder.lastRestore() : null,
      backups: makes ? await folder.list() : [],
    }),
    make: async () => {
      if (!makes) throw refusal(noFolder);
      const { name, done: completion } = await runs.begin('asked');
      void completion.catch(() => undefined);
      return name;
    },
    makeScheduled: async () => {
      const { done: completion } = await runs.begin('schedule');
      await completion;
      await folder.prune(keep);
    },
    remove: async (name) => {
      await requireBackup(name);
      await folder.remove(name);
    },
    prepareRestore: async ({ name, key, by }) => {
      const entry = await requireBackup(name);
      if (entry.state !== 'whole') throw refusal('This backup failed; there is no file.');

      const { onRestore } = options;
      if (onRestore === null) throw refusal('This process cannot start itself again.');

      runs.checkFree();
      await checkAlone(domain);

      const order = { name, path: folder.pathOf(name), keys: keysOf(key, passphrase), by };
      await checkOpens(config, order, key !== null);

      return () => onRestore(order);
    },
  };
}

const refusal = (text: string): Fault => new Fault('BACKUP_REFUSED', text, { text });

function keysOf(key: string | null, passphrase: string | null): Keys {
  if (key === null) return { identities: [], passphrase };
  const identity = key.trim();
  if (identity.startsWith('AGE-SECRET-KEY-')) return { identities: [identity], passphrase };
  return { identities: [], passphrase: key };
}

/** Time limit for opening a backup; less than the 60 s that clients wait for an answer. */
const openLimitMs = 50_000;

/**
 * Finds errors that would make the restore fail at once, as long as the service is still running. This may take
 * seconds, because trying a passphrase is slow.
 */
async function checkOpens(
  config: Config,
  { path, keys }: RestoreOrder,
  keyGiven: boolean,
): Promise<void> {
  const limit = AbortSignal.timeout(openLimitMs);
  try {
    await inThread({ kind: 'check', config, path, keys }, limit);
  } catch (error) {
    if (error instanceof BackupKeyError) throw refusal(`key: ${keyFaults(keyGiven)[error.fault]}`);
    if (limit.aborted) throw refusal(`It could not be opened within ${openLimitMs / 1000} s.`);
    throw error instanceof BackupError ? refusal(error.message) : error;
  }
}

/** Messages for callers that can send a key in the field `key`. */
const keyFaults = (isKeyGiven: boolean): Readonly<Record<KeyFault, string>> => ({
  missing: 'the backup is encrypted. Give its passphrase, or the private key of a recipient.',
  malformed: 'this is not a whole private key; one begins with AGE-SECRET-KEY-1.',
  wrong: isKeyGiven
    ? 'this passphrase or private key does not open the backup.'
    : 'the passphrase of REELSIGHT_BACKUP_PASSPHRASE does not open the backup. Give the one it was made with, or the private key of a recipient.',
});

async function checkAlone({ db }: Domain): Promise<void> {
  if (db.kind === 'pglite') return;
  const otherProcesses = (await liveProcesses(db, liveMs)).length - 1;
  if (otherProcesses > 0)
    throw refusal(
      `${otherProcesses} other processes of the service run on this database. Stop all of them and use reelsight restore.`,
    );
}

interface Run {
  readonly name: string;
  /** Rejects if the backup failed. */
  readonly done: Promise<void>;
}

/** Runs one backup at a time. */
class Runs {
  readonly #options: BackupsOptions;
  readonly #folder: BackupFolder;
  #running = false;

  constructor(options: BackupsOptions, folder: BackupFolder) {
    this.#options = options;
    this.#folder = folder;
  }

  /** Throws Fault BACKUP_REFUSED while a backup is running. */
  checkFree(): void {
    if (this.#running) throw refusal('A backup is being made. Wait until it has ended.');
  }

  async begin(reason: 'asked' | 'schedule'): Promise<Run> {
    this.checkFree();
    this.#running = true;

    try {
      const { recipients, passphrase } = this.#options.config.backups;
      const seal = { recipients, passphrase };

      await this.#folder.prepare();
      const startedAt = new Date();
      const entry = startedEntry(
        await this.#freeName(startedAt, seal),
        reason,
        startedAt,
        isSealed(seal),
      );
      await this.#folder.write(entry);

      return { name: entry.name, done: this.#run(entry) };
    } catch (error) {
      this.#running = false;
      throw refusal(`The folder of backups cannot be written: ${(error as Error).message}`);
    }
  }

  /**
   * Finds an unused name. Names contain the time only to the second, and a small backup may take less than a second, so
   * if a name is taken, the next second is tried.
   */
  async #freeName(date: Date, seal: Seal): Promise<string> {
    const name = backupName('reelsight', date, seal);
    const existingEntry = await this.#folder.find(name);
    return existingEntry ? this.#freeName(new Date(date.getTime() + 1000), seal) : name;
  }

  async #run(entry: BackupEntry): Promise<void> {
    const { config, log, signal } = this.#options;
    const { recipients, passphrase } = config.backups;
    const startedMs = performance.now();
    const alive = setInterval(
      () => void this.#folder.write(entry).catch(() => undefined),
      aliveEveryMs,
    );
    const path = this.#folder.pathOf(entry.name);
    const seconds = (): number => Math.round((performance.now() - startedMs) / 100) / 10;

    try {
      const seal = { recipients, passphrase };
      const outcome = await inThread({ kind: 'backup', config, path, seal }, signal);

      clearInterval(alive);
      const { bytes: size_bytes, jobs, files } = outcome;
      const summary = { seconds: seconds(), size_bytes, jobs, files, version: outcome.version };
      await this.#folder.write({ ...entry, state: 'whole', ...summary });
      log.info({ backup: entry.name, ...summary }, 'backup made');
    } catch (error) {
      clearInterval(alive);
      const errorText =
        error instanceof BackupError ? error.message : 'It ended unexpectedly; see the log.';
      const failed = { ...entry, state: 'failed', seconds: seconds(), error: errorText } as const;
      await this.#folder.write(failed).catch(() => undefined);
      log.error({ err: error, backup: entry.name }, 'backup failed');

      throw error;
    } finally {
      this.#running = false;
    }
  }
}

function startedEntry(
  name: string,
  reason: 'asked' | 'schedule',
  startedAt: Date,
  encrypted: boolean,
): BackupEntry {
  return {
    name,
    state: 'running',
    reason,
    created_at: startedAt.toISOString(),
    encrypted,
    seconds: null,
    size_bytes: null,
    version,
    jobs: null,
    files: null,
    error: null,
  };
}

/**
 * Restores a backup while the service is stopped. Never throws: an error is stored in the record that the console
 * shows.
 */
export async function restoreOrdered(
  config: Config,
  { name, path, keys, by }: RestoreOrder,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const folder = new BackupFolder(config.backups.folder);
  const startedMs = performance.now();
  const record = (result: { way_back: string | null; error: string | null }) =>
    folder.writeRestore({
      name,
      at: new Date().toISOString(),
      state: result.error === null ? 'done' : 'failed',
      seconds: Math.round((performance.now() - startedMs) / 100) / 10,
      ...result,
    });

  try {
    const { wayBack } = await inThread({ kind: 'restore', config, path, keys, by }, signal);
    await record({ way_back: wayBack && basename(wayBack), error: null });
    log.info({ backup: name, wayBack }, 'backup restored');
  } catch (error) {
    log.error({ err: error, backup: name }, 'restore failed');
    const errorText =
      error instanceof BackupError ? error.message : 'It ended unexpectedly; see the log.';
    await record({ way_back: null, error: errorText }).catch(() => undefined);
  }
}
