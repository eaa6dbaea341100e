/** Writes to disk, either completely or with an error. */
import { renameSync, writeFileSync, writeSync } from 'node:fs';
import { unreadable } from './fault.ts';

/** Writes all bytes at a position of an open file; the operating system may need several writes. */
export function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let bytesWritten = 0; bytesWritten < bytes.length; ) {
    bytesWritten += writeSync(
      file,
      bytes,
      bytesWritten,
      bytes.length - bytesWritten,
      position + bytesWritten,
    );
  }
}

/** Writes a file so that it exists completely or not at all. */
export function writeAtomically(path: string, text: string): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

/**
 * Explains the error for a file larger than its process may write; returns other errors, such as a full disk,
 * unchanged.
 */
export function explainTooLarge(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EFBIG')) return error;
  return unreadable(
    'writing failed: EFBIG',
    'The video unfolds to more than a job may store.',
    error,
  );
}
