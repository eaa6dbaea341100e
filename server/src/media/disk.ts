/** Writing to disk: wholly or with a fault that says the disk is full. */
import { renameSync, writeFileSync, writeSync } from 'node:fs';
import { unreadable } from './fault.ts';

/** Writes all bytes at a place of an open file; the operating system may need several writes. */
export function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** Writes a file that is there wholly or not at all. */
export function writeAtomically(path: string, text: string): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The fault for an error of writing: a full disk gets its own text, everything else is unchanged. */
export function explainDiskError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!fullCodes.has(code)) return error;
  return unreadable(
    `writing failed: ${code}`,
    'There is not enough disk space to take the video apart.',
    error,
  );
}
