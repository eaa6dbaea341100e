/**
 * Writes a backup: a snapshot of the database, then every file that the database names. No file may be removed
 * meanwhile.
 */
import type { Database } from '../db/database.ts';
import {
  inSnapshot,
  lastMigration,
  openTasks,
  rowsOfTable,
  tablesToCopy,
} from '../db/upkeep/copied-tables.ts';
import { LastingOutage, ObjectGone, PatientStorage } from '../storage/patient-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { type ArchiveOptions, ArchiveWriter, type WrittenArchive } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import {
  fileMemberName,
  formatVersion,
  type Header,
  headerName,
  type Manifest,
  type SecretName,
  secretMemberName,
  tableChunkName,
  taskChunkName,
} from './format.ts';

export interface BackupSource {
  /** Until the backup is done, the files that this database names must not be removed from `storage`. */
  readonly db: Database;
  /** Kind of the service's database. It may differ from that of `db`, which may be a copy. */
  readonly databaseKind: Database['kind'];
  readonly storage: Storage;
  readonly secrets: Readonly<Record<SecretName, string>>;
  /** Version of this service. */
  readonly version: string;
}

export interface BackupProgress {
  readonly rows: number;
  readonly files: number;
  /** Bytes of the backup written so far. */
  readonly bytes: number;
}

export interface TakeOptions extends ArchiveOptions {
  readonly path: string;
  readonly withFiles: boolean;
  readonly now: () => Date;
  /** How long S3 may give nothing before the backup fails. */
  readonly outageMs?: number;
  /** Called after each step. */
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface TakenBackup extends WrittenArchive {
  readonly header: Header;
  readonly counts: Counts;
}

type Counts = Omit<Manifest, 'members' | 'checksums_sha256'>;

/** Maximum bytes of rows in one member; a restore holds a whole member in memory. */
const pieceBytes = 2 * 1024 * 1024;
/** As long as clips and reports wait for the storage. */
const longestOutageMs = 600_000;
/** Key prefixes of files that are left out: markers of running processes, and files that are made again on request. */
const notKept = ['processes/', 'clips/'];

/** Throws BackupError; leaves no file behind if it fails. */
export async function takeBackup(source: BackupSource, options: TakeOptions): Promise<TakenBackup> {
  const createdAt = options.now();
  const archive = await ArchiveWriter.open(options.path, createdAt, options);
  try {
    return await new Taking(source, options, archive).run(createdAt);
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

class Taking {
  readonly #source: BackupSource;
  readonly #options: TakeOptions;
  readonly #archive: ArchiveWriter;
  readonly #tables: Record<string, number> = {};
  #rows = 0;
  #tasks = 0;
  #files = 0;
  #fileBytes = 0;

  constructor(source: BackupSource, options: TakeOptions, archive: ArchiveWriter) {
    this.#source = source;
    this.#options = options;
    this.#archive = archive;
  }

  async run(createdAt: Date): Promise<TakenBackup> {
    const header = await inSnapshot(this.#source.db, async (tx) => {
      const schema = await lastMigration(tx);
      if (schema === null) throw new BackupError('The database is empty; start the service first.');

      const archiveHeader = this.#header(schema, createdAt);
      await this.#archive.add(headerName, `${JSON.stringify(archiveHeader, null, 2)}\n`);

      for (const table of await tablesToCopy(tx)) {
        const rows = rowsOfTable(tx, table, pieceBytes);
        this.#tables[table] = await this.#addRows(rows, (index) => tableChunkName(table, index));
      }

      this.#tasks = await this.#addRows(openTasks(tx, pieceBytes), taskChunkName);
      return archiveHeader;
    });

    for (const [name, secret] of Object.entries(this.#source.secrets))
      await this.#archive.add(secretMemberName(name as SecretName), `${secret}\n`);

    if (this.#options.withFiles) await this.#addFiles();
    const counts = this.#counts();

    return { ...(await this.#archive.finish(counts)), header, counts };
  }

  #header(schema: string, createdAt: Date): Header {
    const { databaseKind, storage, version } = this.#source;
    return {
      format: 'reelsight-backup',
      format_version: formatVersion,
      version,
      schema,
      created_at: createdAt.toISOString(),
      database: databaseKind,
      storage: storage.kind,
      with_files: this.#options.withFiles,
    };
  }

  #counts(): Counts {
    const tasks = this.#tasks;
    const files = this.#files;
    const file_bytes = this.#fileBytes;
    return { tables: this.#tables, tasks, files, file_bytes };
  }

  async #addRows(
    pieces: AsyncIterable<readonly string[]>,
    nameOf: (index: number) => string,
  ): Promise<number> {
    let index = 0;
    let rows = 0;

    for await (const piece of pieces) {
      this.#options.signal.throwIfAborted();
      index += 1;
      rows += piece.length;
      this.#rows += piece.length;
      await this.#archive.add(nameOf(index), `${piece.join('\n')}\n`);
      this.#tell();
    }

    return rows;
  }

  async #addFiles(): Promise<void> {
    const { signal, outageMs = longestOutageMs } = this.#options;
    const { storage } = this.#source;
    // What a folder refuses it refuses again.
    const limitMs = storage.kind === 's3' ? outageMs : 0;
    const files = new PatientStorage(storage, { limitMs, signal });
    let name = 'the list of files';

    try {
      for await (const { key } of files.list()) {
        signal.throwIfAborted();
        if (notKept.some((prefix) => key.startsWith(prefix))) continue;

        name = key;
        // If the file was deleted after it was listed, the copy of the database does not name it.
        const file = await files.get(key);
        if (!file) continue;

        await this.#archive.addStream(fileMemberName(key), file.sizeBytes, file.stream);
        this.#files += 1;
        this.#fileBytes += file.sizeBytes;
        this.#tell();
        name = 'the list of files';
      }
    } catch (error) {
      if (error instanceof ObjectGone)
        throw new BackupError(`${error.message}. Make the backup again.`, { cause: error });
      if (!(error instanceof LastingOutage)) throw error;
      throw new BackupError(
        `The storage did not give ${name}: ${error.message}. Make the backup again when it does.`,
        { cause: error },
      );
    }
  }

  #tell(): void {
    const { bytes } = this.#archive;
    this.#options.onProgress?.({ rows: this.#rows, files: this.#files, bytes });
  }
}
