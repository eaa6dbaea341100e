/** Writes a backup file member by member; it gets its final name only once it is complete and has been read back. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, lstat, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { isErrno } from '../storage/local-file.ts';
import { BackupError } from './backup-error.ts';
import { checksumsName, type Manifest, manifestName } from './format.ts';
import { encrypted, encrypterOf, type Seal } from './sealing.ts';

/** Number of members whose checksums are collected before they are written as one member. */
const checksumsAtOnce = 1000;
/** A low compression level: videos and pictures are already compressed, and rows shrink well even at this level. */
const zstdLevel = 3;

export interface ArchiveOptions {
  readonly seal: Seal;
  /** Whether to replace an existing file of that name. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

export interface WrittenArchive {
  readonly bytes: number;
  /** SHA-256 of the file as stored on disk. */
  readonly sha256: string;
}

/** How often a running backup touches its unfinished file, also while reading it back. */
const aliveEveryMs = 5000;
/** An unfinished file that has not been touched for this long was left by a process that died. */
const lostAfterMs = 60_000;

export const partialName = (path: string): string => `${path}.partial`;

export class ArchiveWriter {
  readonly #path: string;
  readonly #options: ArchiveOptions;
  readonly #pack = tar.pack();
  readonly #digest = createHash('sha256');
  readonly #written: Promise<void>;
  readonly #failure = new AbortController();
  readonly #alive: NodeJS.Timeout;
  readonly #mtime: Date;
  #bytes = 0;
  #lines: string[] = [];
  #checksums = 0;
  #members = 0;
  readonly #allChecksums = createHash('sha256');

  /** Throws BackupError if the file exists and may not be replaced, or a recipient is invalid. */
  static async open(path: string, mtime: Date, options: ArchiveOptions): Promise<ArchiveWriter> {
    const existing = await stat(path).catch(() => null);
    if (existing && !options.overwrite)
      throw new BackupError(`${path} exists already. Give another name, or --overwrite.`);

    const encrypter = await encrypterOf(options.seal);
    await takePartial(path).catch((error: unknown) => {
      throw fileTrouble(path, error);
    });

    return new ArchiveWriter(path, mtime, options, encrypter);
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(
    path: string,
    mtime: Date,
    options: ArchiveOptions,
    encrypter: Encrypter | null,
  ) {
    this.#path = path;
    this.#mtime = mtime;
    this.#options = options;
    this.#alive = setInterval(() => void touch(partialName(path)), aliveEveryMs).unref();
    this.#written = this.#write(encrypter);

    this.#written.catch((error: unknown) => {
      this.#failure.abort(fileTrouble(path, error));
      this.#pack.destroy();
    });
  }

  /** Bytes of the file written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async #write(encrypter: Encrypter | null): Promise<void> {
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, callback) => {
        this.#bytes += chunk.length;
        this.#digest.update(chunk);
        callback(null, chunk);
      },
    });
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } });
    const file = createWriteStream(partialName(this.#path), { flags: 'w', mode: 0o600 });
    const { signal } = this.#options;
    const packed = this.#pack as unknown as Readable;
    if (encrypter === null) return pipeline(packed, zstd, counter, file, { signal });

    const plain = new PassThrough();
    const sealed = Readable.fromWeb(await encrypted(encrypter, Readable.toWeb(plain)));
    await Promise.all([
      pipeline(packed, zstd, plain, { signal }),
      pipeline(sealed, counter, file, { signal }),
    ]);
  }

  async add(name: string, body: Buffer | string): Promise<void> {
    const bytes = Buffer.from(body);
    await this.addStream(name, bytes.length, Readable.from([bytes], { objectMode: false }));
  }

  /** `source` must have exactly this many bytes. */
  async addStream(name: string, sizeBytes: number, source: Readable): Promise<void> {
    const hash = createHash('sha256');
    await this.#addRaw(name, sizeBytes, source, hash);
    this.#lines.push(`${hash.digest('hex')}  ${name}\n`);
    this.#members += 1;
    if (this.#lines.length >= checksumsAtOnce) await this.#flushChecksums();
  }

  async #addRaw(name: string, size: number, source: Readable, hash: Hash): Promise<void> {
    const { signal } = this.#failure;
    signal.throwIfAborted();

    const entry = this.#pack.entry({ name, size, mode: 0o600, mtime: this.#mtime });
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        hash.update(chunk);
        callback(null, chunk);
      },
    });
    try {
      await pipeline(source, hashed, entry as unknown as NodeJS.WritableStream, {
        signal: AbortSignal.any([signal, this.#options.signal]),
      });
    } catch (error) {
      signal.throwIfAborted();
      // An error of the archive's file may arrive here first.
      throw fileTrouble(this.#path, error);
    }
  }

  async #flushChecksums(): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#checksums += 1;
    this.#allChecksums.update(text);
    const name = checksumsName(this.#checksums);
    await this.#addRaw(name, text.length, Readable.from([text]), createHash('sha256'));
  }

  /** Writes the remaining members, reads the file back from disk to check it, and gives it its final name. */
  async finish(counts: Omit<Manifest, 'members' | 'checksums_sha256'>): Promise<WrittenArchive> {
    await this.#flushChecksums();
    const checksums_sha256 = this.#allChecksums.digest('hex');
    const manifest = { ...counts, members: this.#members, checksums_sha256 } satisfies Manifest;
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await this.#addRaw(manifestName, text.length, Readable.from([text]), createHash('sha256'));
    this.#pack.finalize();
    await this.#written.catch((error: unknown) => {
      throw fileTrouble(this.#path, error);
    });

    const sha256 = this.#digest.digest('hex');
    const partial = partialName(this.#path);
    await syncFile(partial);

    if ((await sha256OfFile(partial, this.#options.signal)) !== sha256)
      throw new BackupError(`The disk did not give back what was written to ${partial}.`);

    await this.#place(partial);
    clearInterval(this.#alive);

    return { bytes: this.#bytes, sha256 };
  }

  async #place(partial: string): Promise<void> {
    if (this.#options.overwrite) return rename(partial, this.#path);
    await link(partial, this.#path).catch((error: unknown) => {
      if (isErrno(error, 'EEXIST')) throw new BackupError(`${this.#path} exists already.`);
      // Some file systems do not support hard links, so rename instead.
      return rename(partial, this.#path);
    });
    await rm(partial, { force: true });
  }

  /** Stops without finishing, and leaves nothing behind. */
  async abandon(): Promise<void> {
    clearInterval(this.#alive);
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await rm(partialName(this.#path), { force: true });
  }
}

/**
 * Creates the unfinished file in a way that lets only one process do so. Throws BackupError while another backup is
 * writing the file; removes a file left by a killed process.
 */
async function takePartial(path: string): Promise<void> {
  const partial = partialName(path);
  const create = async (): Promise<boolean> =>
    open(partial, 'wx', 0o600).then(
      (file) => file.close().then(() => true),
      (error: unknown) => {
        if (isErrno(error, 'EEXIST')) return false;
        throw error;
      },
    );
  if (await create()) return;

  const existing = await lstat(partial).catch(() => null);
  const isTaken = existing?.isFile() && Math.abs(Date.now() - existing.mtimeMs) <= lostAfterMs;
  if (!isTaken) await rm(partial, { force: true });

  if (isTaken || !(await create()))
    throw new BackupError(
      `Another backup writes ${path}. Wait for it, or give another name; one that was killed counts for ${lostAfterMs / 1000} s.`,
    );
}

const touch = (path: string): Promise<void> =>
  utimes(path, new Date(), new Date()).catch(() => undefined);

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

export async function sha256OfFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function fileTrouble(path: string, error: unknown): unknown {
  if (isErrno(error, 'ENOSPC', 'EDQUOT'))
    return new BackupError(`The disk is full; the backup ${path} was not made.`);
  if (isErrno(error, 'ENOENT', 'ENOTDIR'))
    return new BackupError(`The folder of ${path} is not there.`);
  if (isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'EISDIR'))
    return new BackupError(`${path} cannot be written: ${(error as Error).message}`);
  return error;
}
