/**
 * Stores objects as files in one folder: each is written to a temporary file, synced, and only then renamed into place.
 */
import { randomUUID } from 'node:crypto';
import { type BigIntStats, createReadStream } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { Fault } from '@reelsight/contract';
import { diskFault, exactly, isErrno, writeNewFile } from './local-file.ts';
import type {
  ListedObject,
  ReadOptions,
  Storage,
  StorageBody,
  StoredObject,
  UploadGrant,
} from './storage.ts';
import { checkStorage } from './storage-check.ts';
import { parseStorageKey, type StorageKey } from './storage-key.ts';
import { signUploadUrl } from './upload-url.ts';

export interface FilesOptions {
  /** Folder for all objects; created if missing. Everything in it belongs to the storage. */
  readonly folder: string;
  /** Public address of the upload host. */
  readonly uploadUrl: string;
  readonly signingSecret: string;
  readonly now: () => number;
}

// A write in progress touches its file at least once a minute (the upload host's idle limit), so a file that has been
// unchanged for this long was left by a crash. The decision is by age because process ids cannot be compared between
// containers.
const orphanAgeMs = 15 * 60_000;

export class FilesStorage implements Storage {
  readonly kind = 'files';
  readonly #options: FilesOptions;
  /** Folder for files being written; its leading dot ensures that no key can name it. */
  readonly #writing: string;
  readonly #sweeps: NodeJS.Timeout;
  #lastStampMs = 0;

  static async open(options: FilesOptions): Promise<FilesStorage> {
    const storage = new FilesStorage(options);
    await mkdir(storage.#writing, { recursive: true });
    await storage.#sweep();
    return storage;
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(options: FilesOptions) {
    this.#options = options;
    this.#writing = join(options.folder, '.writing');
    const sweepOrLeave = () => void this.#sweep().catch(() => undefined);
    this.#sweeps = setInterval(sweepOrLeave, orphanAgeMs).unref();
  }

  async put(
    key: StorageKey,
    body: StorageBody,
    options: { readonly contentType?: string; readonly signal?: AbortSignal } = {},
  ): Promise<StoredObject> {
    return this.#write(key, body, 'path' in body ? replaceLinked : rename, options.signal);
  }

  /**
   * Like `put` with a stream of exactly `sizeBytes`, but throws UPLOAD_EXISTS if there is already an object with this
   * key. If several writers compete, one succeeds. The chunks are emptied once they are written, to release their
   * memory.
   */
  async create(
    key: StorageKey,
    source: AsyncIterable<Uint8Array>,
    sizeBytes: number,
    signal?: AbortSignal,
  ): Promise<StoredObject> {
    return this.#write(key, exactly(source, sizeBytes), linkNew, signal);
  }

  async #write(
    key: StorageKey,
    body: StorageBody | AsyncIterable<Uint8Array>,
    place: (from: string, to: string) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<StoredObject> {
    const aside = join(this.#writing, randomUUID());
    try {
      const stats = await this.#fill(aside, body, signal);
      signal?.throwIfAborted();
      await this.#settle(aside, this.#pathOf(key), place);
      return describe(stats);
    } catch (error) {
      await rm(aside, { force: true });
      throw diskFault(error);
    }
  }

  /** Writes and syncs a new file, or creates a hard link to an existing one. */
  async #fill(
    path: string,
    body: StorageBody | AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): Promise<BigIntStats> {
    signal?.throwIfAborted();

    // The source may itself be a stored object, and a hard link shares its times, so the times must not be changed
    // here.
    if ('path' in body && (await tryLink(body.path, path))) return withFile(path, 'r', synced);
    if (body instanceof Uint8Array) {
      return withFile(path, 'wx', async (file) => {
        await file.writeFile(body);
        return this.#seal(file);
      });
    }

    // Only `create` passes a bare stream, and so allows its chunks to be emptied.
    const ownsChunks = Symbol.asyncIterator in body;
    const source = 'path' in body ? createReadStream(body.path) : chunksOf(body);
    await writeNewFile(path, source, { signal, ownsChunks });

    return withFile(path, 'r+', (file) => this.#seal(file));
  }

  /**
   * Syncs the file and gives it a unique modification time, which the ETag requires: the kernel's clock ticks only
   * every 4 ms.
   */
  async #seal(file: FileHandle): Promise<BigIntStats> {
    const nowMs = performance.timeOrigin + performance.now();
    this.#lastStampMs = Math.max(nowMs, this.#lastStampMs + 0.001);
    await file.utimes(this.#lastStampMs / 1000, this.#lastStampMs / 1000);
    return synced(file);
  }

  /**
   * Moves a finished file to its final path. Creates the folder if it is missing, either because this is its first
   * object or because a deletion has just removed the empty folder.
   */
  async #settle(
    aside: string,
    target: string,
    place: (from: string, to: string) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await place(aside, target);
        return await withFile(dirname(target), 'r', (folder) => folder.sync());
      } catch (error) {
        if (!isErrno(error, 'ENOENT') || attempt === 6) throw error;
        await mkdir(dirname(target), { recursive: true });
      }
    }
  }

  async get(
    key: StorageKey,
    options: ReadOptions & {
      readonly range?: { readonly start: number; readonly end: number };
    } = {},
  ): Promise<(StoredObject & { readonly stream: Readable }) | null> {
    options.signal?.throwIfAborted();
    const openedFile = await openObject(this.#pathOf(key));
    if (!openedFile) return null;

    const { file, object } = openedFile;
    const range = options.range ?? { start: 0, end: Math.max(object.sizeBytes - 1, 0) };
    const wrongVersion = options.etag !== undefined && options.etag !== object.etag;
    const outside = options.range !== undefined && range.start >= object.sizeBytes;
    if (wrongVersion || outside) {
      await file.close();
      if (wrongVersion) return null;
      throw new RangeError(`range starts at ${range.start} of ${object.sizeBytes} bytes`);
    }

    const end = Math.min(range.end, Math.max(object.sizeBytes - 1, 0));
    const stream = file.createReadStream({ start: range.start, end });
    if (options.signal) addAbortSignal(options.signal, stream);

    const sizeBytes = options.range ? end - range.start + 1 : object.sizeBytes;
    return { stream, sizeBytes, etag: object.etag };
  }

  async head(key: StorageKey): Promise<StoredObject | null> {
    return headFile(this.#pathOf(key));
  }

  async download(key: StorageKey, toPath: string, options: ReadOptions = {}): Promise<boolean> {
    options.signal?.throwIfAborted();
    const path = this.#pathOf(key);
    if ((await headFile(path)) === null) return false;

    if (await tryLink(path, toPath)) {
      // The ETag is checked after linking, because the object may have been replaced a moment ago.
      const linked = await headFile(toPath);
      if (options.etag === undefined || linked?.etag === options.etag) return true;
      await unlink(toPath);
      return false;
    }

    const storedObject = await this.get(key, options);
    if (!storedObject) return false;

    await writeNewFile(toPath, storedObject.stream, { signal: options.signal });
    return true;
  }

  async delete(key: StorageKey): Promise<void> {
    const path = this.#pathOf(key);
    await unlink(path).catch(ignore('ENOENT', 'ENOTDIR', 'EISDIR'));
    await this.#prune(dirname(path));
  }

  async deletePrefix(folder: StorageKey): Promise<number> {
    let removedCount = 0;
    for await (const _ of this.list(folder)) removedCount++;
    await rm(this.#pathOf(folder), { recursive: true, force: true });
    await this.#prune(dirname(this.#pathOf(folder)));
    return removedCount;
  }

  async *list(folder?: StorageKey): AsyncGenerator<ListedObject> {
    const parent = folder === undefined ? '' : `${folder}/`;
    const path = join(this.#options.folder, parent);
    const entries = await readdir(path, { withFileTypes: true }).catch(ignore('ENOENT', 'ENOTDIR'));

    for (const entry of entries ?? []) {
      const key = parseStorageKey(`${parent}${entry.name}`);
      if (key === null) continue;

      if (entry.isDirectory()) {
        yield* this.list(key);
      } else {
        const stats = await stat(this.#pathOf(key)).catch(ignore('ENOENT'));
        if (stats) yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
      }
    }
  }

  async presignPut(key: StorageKey, grant: UploadGrant): Promise<string> {
    return signUploadUrl(this.#options.uploadUrl, this.#options.signingSecret, {
      key,
      contentType: grant.contentType,
      sizeBytes: grant.sizeBytes,
      expiresAt: Math.floor(grant.expiresAt.getTime() / 1000),
    });
  }

  async check(signal: AbortSignal): Promise<void> {
    await checkStorage(this, signal);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeps);
  }

  #pathOf(key: StorageKey): string {
    return join(this.#options.folder, key);
  }

  /** Removes a folder and the folders around it, as long as they are empty. */
  async #prune(folder: string): Promise<void> {
    for (
      let directory = folder;
      directory !== this.#options.folder;
      directory = dirname(directory)
    ) {
      try {
        await rmdir(directory);
      } catch (error) {
        if (isErrno(error, 'ENOENT')) continue;
        return;
      }
    }
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#writing)) {
      const path = join(this.#writing, name);
      // Compares the change time, because a hard link keeps the old modification time of its source.
      const stats = await stat(path).catch(ignore('ENOENT'));
      if (stats && this.#options.now() - stats.ctimeMs > orphanAgeMs) {
        await rm(path, { force: true });
      }
    }
  }
}

/** Like rename, but fails if the target exists. */
async function linkNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    throw new Fault('UPLOAD_EXISTS', 'the key is taken', { cause: error });
  }
  await unlink(from);
}

/**
 * Renames a file over another. The first name must also be unlinked: if both names refer to the same file, renaming
 * does nothing and leaves it.
 */
async function replaceLinked(from: string, to: string): Promise<void> {
  await rename(from, to);
  await unlink(from).catch(ignore('ENOENT'));
}

/** Creates a hard link. False if that is impossible: different file systems, too many links, or links not supported. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EXDEV', 'EMLINK', 'EPERM', 'EACCES', 'ENOTSUP')) return false;
    throw error;
  }
}

async function withFile<T>(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  await using file = await open(path, flags, 0o640);
  return await work(file);
}

async function synced(file: FileHandle): Promise<BigIntStats> {
  await file.sync();
  return file.stat({ bigint: true });
}

async function openObject(
  path: string,
): Promise<{ file: FileHandle; object: StoredObject } | null> {
  const file = await open(path, 'r').catch(ignore('ENOENT', 'ENOTDIR'));
  if (!file) return null;
  const stats = await file.stat({ bigint: true });
  if (stats.isFile()) return { file, object: describe(stats) };
  await file.close();
  return null;
}

async function headFile(path: string): Promise<StoredObject | null> {
  const stats = await stat(path, { bigint: true }).catch(ignore('ENOENT', 'ENOTDIR'));
  return stats?.isFile() ? describe(stats) : null;
}

/**
 * The ETag consists of size and modification time: unlike an inode number, both survive a backup that preserves times.
 */
function describe(stats: BigIntStats): StoredObject {
  const etag = `${stats.size.toString(16)}-${stats.mtimeNs.toString(16)}`;
  return { sizeBytes: Number(stats.size), etag };
}

function chunksOf(
  body: Exclude<StorageBody, Uint8Array | { path: string }> | AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (!('stream' in body)) return body;
  return body.sizeBytes === undefined ? body.stream : exactly(body.stream, body.sizeBytes);
}

function ignore(...codes: readonly string[]): (error: unknown) => null {
  return (error) => {
    if (isErrno(error, ...codes)) return null;
    throw error;
  };
}
