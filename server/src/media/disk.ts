/** Writing to disk, wholly or with an error. */
import { renameSync, writeFileSync, writeSync } from 'node:fs';
import { unreadable } from './fault.ts';

/** Writes all bytes at a place of an open file; the operating system may need several writes. */
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

/** Writes a file that is there wholly or not at all. */
export function writeAtomically(path: string, text: string): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

/** The fault for a file beyond what its process may write; other errors, such as those of a full disk, are unchanged. */
export function explainTooLarge(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EFBIG')) return error;
  return unreadable(
    'writing failed: EFBIG',
    'The video unfolds to more than a job may store.',
    error,
  );
}
