/** Writing to disk: wholly or with a fault that says what is full. */
import { renameSync, writeFileSync, writeSync } from 'node:fs';
import { Fault } from '@reelsight/contract';
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

/**
 * The fault for an error of writing: STORAGE_FULL for a full disk, which is no fault of the video; EXTRACTION_FAILED for
 * a file beyond what the process may write. Everything else is unchanged.
 */
export function explainDiskError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const detail = `writing failed: ${code}`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Fault('STORAGE_FULL', detail, { cause: error });
  if (code === 'EFBIG')
    return unreadable(detail, 'The video unfolds to more than a job may store.', error);
  return error;
}
