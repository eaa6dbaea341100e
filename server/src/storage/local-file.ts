/** Writes a stream to a local file so that an interrupted stream leaves nothing behind. */
import { close, createWriteStream, open, write, writev } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Fault } from '@reelsight/contract';

/**
 * Yields the chunks of `source`. Throws UPLOAD_TOO_LARGE at the first excess byte, or UPLOAD_SIZE_MISMATCH at the end
 * if bytes are missing.
 */
export async function* exactly(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let passed = 0;

  for await (const chunk of source) {
    passed += chunk.length;
    if (passed > sizeBytes) throw new Fault('UPLOAD_TOO_LARGE', `more than ${sizeBytes} bytes`);
    yield chunk;
  }

  if (passed < sizeBytes) {
    throw new Fault('UPLOAD_SIZE_MISMATCH', `${passed} bytes where ${sizeBytes} were promised`);
  }
}

/** Number of bytes that are buffered before they are written to disk together. */
const aheadBytes = 256 * 1024;

/**
 * Releases the memory of a chunk, unless other data shares that memory. If this were left to the garbage collector,
 * tens of megabytes would accumulate.
 */
function release({ buffer, byteLength }: NodeJS.ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

type Written = (error: Error | null, bytes: number, chunks: unknown) => void;

/** File functions for createWriteStream that release chunks once they are completely written. */
const releasingWrites = {
  open,
  close,
  write(
    fd: number,
    chunk: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: Written,
  ) {
    write(fd, chunk, offset, length, position, (error, bytes) => {
      if (bytes === chunk.length) release(chunk);
      callback(error, bytes, chunk);
    });
  },
  writev(fd: number, chunks: readonly Buffer[], position: number, callback: Written) {
    writev(fd, chunks, position, (error, bytes) => {
      const totalBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      if (bytes === totalBytes) chunks.forEach(release);
      callback(error, bytes, chunks);
    });
  },
};

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** True if nobody reads the chunks afterwards, so they may be emptied to release their memory. */
  readonly ownsChunks?: boolean;
}

/** Writes a new file; rejects if the path already exists. A failed write leaves no file. */
export async function writeNewFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { signal, ownsChunks = false }: WriteOptions = {},
): Promise<void> {
  const file = createWriteStream(path, {
    flags: 'wx',
    mode: 0o640,
    highWaterMark: aheadBytes,
    ...(ownsChunks && { fs: releasingWrites }),
  });
  try {
    await pipeline(source, file, { ...(signal && { signal }) });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) await rm(path, { force: true });
    throw diskFault(error);
  }
}

/** Whether an error is one of the named system errors. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Turns a full disk or an exhausted quota into STORAGE_FULL; returns other errors unchanged. */
export function diskFault(error: unknown): unknown {
  if (!isErrno(error, 'ENOSPC', 'EDQUOT')) return error;
  return new Fault('STORAGE_FULL', String(error), { cause: error });
}

/** True for a full disk or an exhausted quota, as reported by the system or by the storage. */
export function isDiskFull(error: unknown): boolean {
  const fault = diskFault(error);
  return fault instanceof Fault && fault.code === 'STORAGE_FULL';
}
