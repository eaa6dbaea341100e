/** Restores a backup into an empty database and an empty storage, of whatever kinds they are. */
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/schema/migrate.ts';
import { readMigrations } from '../db/schema/migrations.ts';
import { alignCounters, rowTaker } from '../db/upkeep/copied-tables.ts';
import { pinRestoredUploads, type RestoredUpload } from '../db/uploads/uploads.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { type Member, type OpenArchive, textOf } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { Header, Manifest, SecretName } from './format.ts';

export interface RestoreTarget {
  /** A database that has no tables yet. */
  readonly db: Database;
  readonly storage: Storage;
  putSecret(name: SecretName, secret: string): Promise<void>;
}

export interface RestoreProgress {
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
}

export interface RestoreOptions {
  /** Version of this service. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Called after each step. */
  readonly onProgress?: (progress: RestoreProgress) => void;
}

/** Throws BackupError if this version does not know the backup's database schema. */
export async function checkVersion(header: Header, version: string): Promise<void> {
  const migrationNames = (await readMigrations()).map(({ name }) => name);
  if (migrationNames.includes(header.schema)) return;
  throw new BackupError(
    `The backup was made by version ${header.version}, whose database (${header.schema}) is newer than that of this version ${version} (${migrationNames.at(-1)}). Restore it with version ${header.version} or a newer one.`,
  );
}

/** Restores everything. Throws BackupError for a damaged backup; the target must not be used then. */
export async function restoreBackup(
  archive: OpenArchive,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Manifest> {
  const { schema, version } = archive.header;
  const migrations = (await readMigrations()).filter(({ name }) => name <= schema);
  await migrate(target.db, { version, migrations });
  const restoring = new Restoring(target, options);

  for await (const member of archive.members()) {
    options.signal.throwIfAborted();
    await restoring.take(member);
  }

  await restoring.end();
  const manifest = archive.manifest();
  restoring.compare(manifest);

  return manifest;
}

/** Files up to this size are written in parallel, at most `smallAtOnce` at a time. */
const smallBytes = 512 * 1024;
const smallAtOnce = 8;
const pinsAtOnce = 500;

class Restoring {
  readonly #target: RestoreTarget;
  readonly #options: RestoreOptions;
  readonly #tables: Record<string, number> = {};
  readonly #small = pLimit(smallAtOnce);
  readonly #writes = new Set<Promise<void>>();
  #failure: unknown = null;
  #takers = new Map<string, (rows: readonly string[]) => Promise<void>>();
  #newest = false;
  #rows = 0;
  #tasks = 0;
  #files = 0;
  #fileBytes = 0;
  #pins: RestoredUpload[] = [];

  constructor(target: RestoreTarget, options: RestoreOptions) {
    this.#target = target;
    this.#options = options;
  }

  async take(member: Member): Promise<void> {
    if (member.kind === 'table') {
      await this.#takeTable(member.table, member);
    } else {
      await this.#finishTables();
      if (member.kind === 'tasks') this.#tasks += await this.#takeRows('restored_tasks', member);
      if (member.kind === 'secret')
        await this.#target.putSecret(member.secret, (await textOf(member)).trim());
      if (member.kind === 'file') await this.#takeFile(member.key as StorageKey, member);
    }
    this.#options.onProgress?.(this.#progress());
  }

  #progress(): RestoreProgress {
    return { rows: this.#rows, files: this.#files, fileBytes: this.#fileBytes };
  }

  async #takeTable(table: string, member: Member): Promise<void> {
    if (this.#newest) throw damaged(member.name);
    const rows = await this.#takeRows(table, member);
    this.#tables[table] = (this.#tables[table] ?? 0) + rows;
    this.#rows += rows;
  }

  async #takeRows(table: string, member: Member): Promise<number> {
    const taker = this.#takers.get(table) ?? (await rowTaker(this.#target.db, table));
    if (taker === null) throw damaged(member.name);
    this.#takers.set(table, taker);
    const rows = (await textOf(member)).split('\n').filter(Boolean);
    await taker(rows);
    return rows.length;
  }

  /** Migrates the tables to this version. */
  async #finishTables(): Promise<void> {
    if (this.#newest) return;
    this.#newest = true;
    await alignCounters(this.#target.db);
    await migrate(this.#target.db, { version: this.#options.version });
    this.#takers = new Map();
  }

  async #takeFile(key: StorageKey, { body, sizeBytes }: Member): Promise<void> {
    if (this.#failure) throw this.#failure;

    this.#files += 1;
    this.#fileBytes += sizeBytes;

    if (sizeBytes > smallBytes) {
      await this.#put(key, { stream: body as Readable, sizeBytes });
      return;
    }

    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);

    const write: Promise<void> = this.#small(() => this.#put(key, Buffer.concat(chunks)))
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    if (this.#writes.size >= 2 * smallAtOnce) await Promise.race(this.#writes);
  }

  async #put(key: StorageKey, body: Parameters<Storage['put']>[1]): Promise<void> {
    const { signal } = this.#options;
    const { etag } = await this.#target.storage.put(key, body, { signal });
    if (!key.startsWith('uploads/')) return;
    this.#pins.push({ key, etag });
    if (this.#pins.length >= pinsAtOnce) await this.#pinUploads();
  }

  /** Pins the restored uploads to the versions that this storage assigned, because jobs refer to uploads by version. */
  async #pinUploads(): Promise<void> {
    const pins = this.#pins;
    this.#pins = [];
    await pinRestoredUploads(this.#target.db, pins);
  }

  async end(): Promise<void> {
    await this.#finishTables();
    await Promise.all(this.#writes);
    if (this.#failure) throw this.#failure;
    await this.#pinUploads();
  }

  compare({ tables, tasks, files, file_bytes }: Manifest): void {
    const differs = Object.entries(tables).find(
      ([name, rows]) => rows !== (this.#tables[name] ?? 0),
    );
    if (differs) throw damaged(`tables/${differs[0]}`);
    if (tasks !== this.#tasks) throw damaged('tasks');
    if (files !== this.#files || file_bytes !== this.#fileBytes) throw damaged('files');
  }
}

const damaged = (name: string): BackupError =>
  new BackupError(`The backup is damaged: ${name} does not fit the rest of it.`);
