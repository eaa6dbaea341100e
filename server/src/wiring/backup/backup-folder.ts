/**
 * The folder of backups that the service makes itself. Next to each backup file, and for each failed backup, there is a
 * record `NAME.json`.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupEntry, backupEntry, lastRestore } from '@reelsight/contract';
import { z } from 'zod';
import { partialName } from '../../backup/archive-writer.ts';

const fileName = /^[A-Za-z0-9][\w.-]{0,150}\.tar\.zst(\.age)?$/;
const restoreRecord = 'last-restore.json';
const mostListed = 200;
/** Number of records of failed backups to keep. */
const failuresKept = 20;

/** A record: the outcome of a finished backup, or the latest sign of life of a running backup. */
const record = backupEntry.extend({ alive_at: z.number() });
type BackupRecord = z.output<typeof record>;
export type LastRestore = z.output<typeof lastRestore>;

/** How often the record of a running backup is rewritten. */
export const aliveEveryMs = 5000;
/** If the record of a running backup has not been rewritten for this long, its process has ended. */
const lostAfterMs = 60_000;

export class BackupFolder {
  readonly folder: string;
  /** The latest write. Writes run one after the other, because two at a time would share the file `NAME.json.new`. */
  #writing = Promise.resolve();

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Lists backups, newest first; a very long list is truncated. */
  async list(): Promise<BackupEntry[]> {
    return (await this.#all()).slice(0, mostListed);
  }

  async #all(): Promise<BackupEntry[]> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    const backupNames = names.flatMap((name) => {
      const of = name.endsWith('.json') ? name.slice(0, -'.json'.length) : name;
      return fileName.test(of) ? [of] : [];
    });
    const entries = await Promise.all([...new Set(backupNames)].map((name) => this.#entry(name)));

    return entries
      .filter((entry) => entry !== null)
      .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.name.localeCompare(a.name));
  }

  /** When the newest complete backup made by the service was started, in ms since 1970; 0 if there is none. */
  async newestMs(): Promise<number> {
    const newest = (await this.#all()).find(
      ({ state, reason }) => state === 'whole' && reason !== 'found',
    );
    return newest ? Date.parse(newest.created_at) : 0;
  }

  /** Null if there is neither a file nor a record. */
  async find(name: string): Promise<BackupEntry | null> {
    return fileName.test(name) ? this.#entry(name) : null;
  }

  async #entry(name: string): Promise<BackupEntry | null> {
    const [stats, savedRecord] = await Promise.all([
      stat(this.pathOf(name)).catch(() => null),
      this.#record(name),
    ]);
    const file = stats?.isFile() ? stats : null;
    if (savedRecord === null) return file && foundEntry(name, file);

    const { alive_at, ...entry } = savedRecord;
    if (entry.state === 'running') {
      if (Date.now() - alive_at <= lostAfterMs) return entry;
      return { ...entry, state: 'failed', error: 'It was interrupted: its process ended.' };
    }

    // Somebody removed the file manually.
    if (entry.state === 'whole' && !file) return null;
    return entry;
  }

  async #record(name: string): Promise<BackupRecord | null> {
    const text = await readFile(this.pathOf(`${name}.json`), 'utf8').catch(() => null);
    return text === null ? null : (record.safeParse(parsed(text)).data ?? null);
  }

  async write(entry: BackupEntry): Promise<void> {
    await this.#replace(`${entry.name}.json`, { ...entry, alive_at: Date.now() });
  }

  async lastRestore(): Promise<LastRestore | null> {
    const text = await readFile(this.pathOf(restoreRecord), 'utf8').catch(() => null);
    return text === null ? null : (lastRestore.safeParse(parsed(text)).data ?? null);
  }

  async writeRestore(restore: LastRestore): Promise<void> {
    await this.prepare();
    await this.#replace(restoreRecord, restore);
  }

  /** Replaces a file atomically, so that no reader sees half of the new content. */
  #replace(name: string, value: unknown): Promise<void> {
    const path = this.pathOf(name);
    const writing = this.#writing.then(async () => {
      await writeFile(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    for (const file of [path, partialName(path), `${path}.json`]) await rm(file, { force: true });
  }

  /**
   * Removes old scheduled backups, and failures that are no longer of interest. Called once a new backup is complete.
   */
  async prune(keep: number): Promise<void> {
    const entries = await this.#all();
    const scheduled = entries.filter(
      ({ state, reason }) => state === 'whole' && reason === 'schedule',
    );
    const failed = entries.filter(({ state }) => state === 'failed');
    for (const { name } of [...scheduled.slice(keep), ...failed.slice(failuresKept)])
      await this.remove(name);
    // A killed process may have left a partial file as large as a backup.
    for (const { name } of failed) await rm(partialName(this.pathOf(name)), { force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Creates the entry for a file that somebody put into the folder. */
function foundEntry(
  name: string,
  file: { readonly mtime: Date; readonly size: number },
): BackupEntry {
  return {
    name,
    state: 'whole',
    reason: 'found',
    created_at: file.mtime.toISOString(),
    seconds: null,
    size_bytes: file.size,
    encrypted: name.endsWith('.age'),
    version: null,
    jobs: null,
    files: null,
    error: null,
  };
}
