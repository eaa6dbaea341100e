/**
 * Downloads one file to disk: resumes where an earlier attempt stopped, hashes bytes as they pass, and keeps nothing
 * that does not match.
 */
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '@reelsight/contract';
import { type Digester, digestFile, startDigest } from './digest.ts';
import { type Hub, type HubAnswer, steadyBody } from './hub.ts';
import type { ModelDescription } from './model.ts';
import type { PlannedFile } from './plan.ts';

export interface FetchContext {
  readonly hub: Hub;
  readonly signal: AbortSignal;
  /** Bytes of the file that are on disk now; falls when the download has to start over. */
  readonly onBytes: (bytes: number) => void;
  readonly onRetry: (reason: string) => void;
  /** Throws Fault LOW_DISK if too little space is free by now. */
  readonly checkDisk: () => Promise<void>;
}

type FetchedFile = ModelDescription['files'][number];

/**
 * Leaves the checked file at `target`; an interrupted attempt leaves `target.part` to resume from. Throws Fault
 * PROCESSING_ERROR (unexpected bytes, or a disk error), LOW_DISK, NOT_FOUND, RATE_LIMITED, SERVICE_UNAVAILABLE.
 */
export async function fetchFile(
  file: PlannedFile,
  target: string,
  context: FetchContext,
): Promise<FetchedFile> {
  await mkdir(dirname(target), { recursive: true });

  const existingFile = await checkFile(file, target, context.signal);
  if (existingFile) {
    context.onBytes(existingFile.sizeBytes);
    return existingFile;
  }

  const { origin } = file;
  return origin.kind === 'disk'
    ? copyFrom(origin.path, file, target, context)
    : download(origin.url, file, target, context);
}

/** The file's size and hash if it exists and is the planned one; otherwise null. */
export async function checkFile(
  file: Omit<PlannedFile, 'origin' | 'maxBytes'>,
  path: string,
  signal: AbortSignal,
): Promise<FetchedFile | null> {
  const size = await sizeOf(path);
  if (size === null || (file.sizeBytes !== undefined && size !== file.sizeBytes)) return null;
  const digester = startDigest(file.digest, size);
  await digestFile(path, digester, signal);
  const { sha256, matches } = digester.finish();
  return matches(file.digest) ? { path: file.path, sizeBytes: size, sha256 } : null;
}

async function copyFrom(
  source: string,
  file: PlannedFile,
  target: string,
  { signal, onBytes, checkDisk }: FetchContext,
): Promise<FetchedFile> {
  const size = await sizeOf(source);
  if (size === null) throw new Fault('NOT_FOUND', `the mirror has no ${source}`);

  const part = await openPart(file, target, size, signal, false);
  try {
    for await (const chunk of createReadStream(source, { highWaterMark: 1 << 20, signal })) {
      await checkDisk();
      await part.append(chunk as Buffer);
      onBytes(part.bytes);
    }
    return await part.accept();
  } catch (error) {
    await part.giveSpaceBack(error);
    throw error;
  } finally {
    await part.close();
  }
}

/**
 * A connection that broke off after fewer bytes than this counts as an attempt without progress: a server that sends a
 * byte for each connection would hold the lock of its model for ever.
 */
const leastProgressBytes = 65_536;

async function download(
  url: string,
  file: PlannedFile,
  target: string,
  context: FetchContext,
): Promise<FetchedFile> {
  const { hub, signal, onBytes, onRetry } = context;
  const part = await openPart(file, target, file.sizeBytes, signal, true);
  try {
    let attempt = 0;
    let mostBytes = part.bytes;
    for (;;) {
      onBytes(part.bytes);

      const interruption = await receive(url, file, part, context);
      if (interruption === null) {
        // Bytes left by an earlier run may belong to another version; if they do not match, the
        // download is tried once more from the start.
        const lastTry = !part.resumed;
        const fetched = await part.accept().catch((error) => {
          if (lastTry) throw error;
          return null;
        });
        if (fetched) return fetched;
        continue;
      }

      if (part.bytes - mostBytes >= leastProgressBytes) {
        attempt = 0;
        mostBytes = part.bytes;
      }
      onRetry(interruption);

      if (!(await hub.pause(attempt++, signal))) {
        throw new Fault(
          'SERVICE_UNAVAILABLE',
          `${url} broke off again and again (${interruption})`,
        );
      }
    }
  } catch (error) {
    await part.giveSpaceBack(error);
    throw error;
  } finally {
    await part.close();
  }
}

/** Sends one request. Returns null when the file is complete, otherwise why the transfer broke off. */
async function receive(
  url: string,
  file: PlannedFile,
  part: PartFile,
  { hub, signal, onBytes, checkDisk }: FetchContext,
): Promise<string | null> {
  if (file.sizeBytes !== undefined && part.bytes === file.sizeBytes) return null;

  const answer = await hub.open(url, part.rangeHeaders(), signal);
  try {
    const total = await fitAnswer(url, file, part, answer);
    if (total === null) return 'the server refused the range';

    const maxBytes = Math.min(total, file.maxBytes);
    for await (const chunk of steadyBody(answer, hub.limits, signal)) {
      await checkDisk();
      await part.append(chunk);
      onBytes(part.bytes);
      if (part.bytes > maxBytes) {
        // What came is of no use, and is as large as the largest file that it could have been.
        await part.restart();
        throw new Fault('PROCESSING_ERROR', `${url} sends more than ${maxBytes} bytes`);
      }
    }

    return Number.isFinite(total) && part.bytes < total ? 'the connection ended early' : null;
  } catch (error) {
    if (signal.aborted || error instanceof Fault) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    return message || code || 'the connection broke';
  } finally {
    answer.body.destroy();
  }
}

/**
 * Sets the part file to the position where the answer begins. Returns the size of the whole file (Infinity if unknown),
 * or null if the server refused the range.
 */
async function fitAnswer(
  url: string,
  file: PlannedFile,
  part: PartFile,
  { status, headers, about }: HubAnswer,
): Promise<number | null> {
  const reportedDigest = about.digest;
  if (
    reportedDigest?.algorithm === file.digest.algorithm &&
    reportedDigest.hex !== file.digest.hex
  ) {
    throw new Fault(
      'PROCESSING_ERROR',
      `${url} is now another file: its hash is ${reportedDigest.hex}, expected ${file.digest.hex}`,
    );
  }

  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (status === 416 || (status === 206 && Number(range?.[1]) !== part.bytes)) {
    await part.restart();
    return null;
  }

  if (status !== 206) await part.restart();
  const length = Number(headers['content-length'] ?? 'NaN');
  const size = status === 206 ? Number(range?.[2]) : length;
  const total = file.sizeBytes ?? (Number.isNaN(size) ? Number.POSITIVE_INFINITY : size);
  if (!Number.isNaN(size) && size !== total) {
    throw new Fault('PROCESSING_ERROR', `${url} has ${size} bytes, expected ${total}`);
  }

  if (Number.isFinite(total) && total > file.maxBytes) {
    throw new Fault(
      'PROCESSING_ERROR',
      `${url} has ${total} bytes, at most ${file.maxBytes} expected`,
    );
  }

  await part.remember(headers.etag);
  return total;
}

/** The unfinished file, its hash so far, and the ETag with which a server can continue with the same bytes. */
class PartFile {
  readonly #file: PlannedFile;
  readonly #target: string;
  readonly #sizeBytes: number | undefined;
  readonly #handle: FileHandle;
  #digester: Digester;
  #etag = '';
  /** True while the file holds bytes of an earlier run. */
  resumed = false;

  constructor(
    file: PlannedFile,
    target: string,
    sizeBytes: number | undefined,
    handle: FileHandle,
  ) {
    this.#file = file;
    this.#target = target;
    this.#sizeBytes = sizeBytes;
    this.#handle = handle;
    this.#digester = startDigest(file.digest, sizeBytes);
  }

  get #path(): string {
    return `${this.#target}.part`;
  }

  get #etagPath(): string {
    return `${this.#target}.part.etag`;
  }

  get bytes(): number {
    return this.#digester.bytes;
  }

  /** Continues with the bytes that an earlier run left. */
  async resume(signal: AbortSignal): Promise<void> {
    this.#etag = await readFile(this.#etagPath, 'utf8').catch(() => '');
    this.resumed = (await this.#handle.stat()).size > 0;
    if (this.resumed) await digestFile(this.#path, this.#digester, signal);
    if (this.#sizeBytes !== undefined && this.bytes > this.#sizeBytes) await this.restart();
  }

  rangeHeaders(): Record<string, string> {
    if (this.bytes === 0) return {};
    return { range: `bytes=${this.bytes}-`, ...(this.#etag && { 'if-range': this.#etag }) };
  }

  async append(chunk: Uint8Array): Promise<void> {
    await onDisk(this.#path, () => this.#handle.appendFile(chunk));
    this.#digester.update(chunk);
  }

  async remember(etag: string | undefined): Promise<void> {
    // A weak ETag promises the same meaning, not the same bytes.
    this.#etag = etag && !etag.startsWith('W/') ? etag : '';
    await onDisk(this.#etagPath, () => writeFile(this.#etagPath, this.#etag));
  }

  async restart(): Promise<void> {
    await onDisk(this.#path, () => this.#handle.truncate(0));
    this.#digester = startDigest(this.#file.digest, this.#sizeBytes);
    this.resumed = false;
    this.#etag = '';
  }

  /** Checks the hash, then gives the file its final name; on a mismatch, deletes the bytes and throws. */
  async accept(): Promise<FetchedFile> {
    const sizeBytes = this.bytes;
    const { sha256, matches } = this.#digester.finish();
    await rm(this.#etagPath, { force: true });

    if (!matches(this.#file.digest)) {
      await this.restart();
      throw mismatch(this.#file, sizeBytes, sha256);
    }

    await onDisk(this.#path, () => this.#handle.datasync());
    await rename(this.#path, this.#target);

    return { path: this.#file.path, sizeBytes, sha256 };
  }

  /** Keeps no bytes if the disk has too little room: a part of gigabytes would hold up the service beside it. */
  async giveSpaceBack(error: unknown): Promise<void> {
    if (error instanceof Fault && error.code === 'LOW_DISK') await this.restart();
  }

  async close(): Promise<void> {
    await this.#handle.close();
    if (this.bytes > 0) return;
    await rm(this.#path, { force: true });
    await rm(this.#etagPath, { force: true });
  }
}

async function openPart(
  file: PlannedFile,
  target: string,
  sizeBytes: number | undefined,
  signal: AbortSignal,
  resume: boolean,
): Promise<PartFile> {
  const path = `${target}.part`;
  const handle = await onDisk(path, () => open(path, resume ? 'a' : 'w'));
  const part = new PartFile(file, target, sizeBytes, handle);
  if (resume) await part.resume(signal);
  return part;
}

const mismatch = ({ path, digest }: PlannedFile, sizeBytes: number, sha256: string): Fault =>
  new Fault(
    'PROCESSING_ERROR',
    `${path} does not match its hash and was deleted: ${digest.algorithm} ${digest.hex} expected, ` +
      `${sizeBytes} bytes with sha256 ${sha256} came`,
  );

/** Distinguishes a full or read-only disk from a broken connection; only the latter is retried. */
async function onDisk<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const faultCode = code === 'ENOSPC' ? 'LOW_DISK' : 'PROCESSING_ERROR';
    throw new Fault(faultCode, `${path} cannot be written: ${message}`, { cause: error });
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats.size : null;
}
