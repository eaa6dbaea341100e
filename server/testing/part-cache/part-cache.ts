/**
 * What parts and ingestions left, by their keys, a file each. Whatever is wrong with a file or with the disk means that
 * the work is done anew: the cache is never the cause of a failure.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { testCacheDir } from '../test-cache.ts';

export const partCacheDir = join(testCacheDir, 'parts');

/** Null if there is none that is whole. */
export function readKept<T>(key: string, folder = partCacheDir): T | null {
  const file = join(folder, key);
  try {
    const bytes = readFileSync(file);
    const value = bytes.subarray(digestBytes);
    if (!bytes.subarray(0, digestBytes).equals(digestOf(value))) {
      removeQuietly(file);
      return null;
    }

    // The least recently used go first when the cache is trimmed.
    const now = new Date();
    utimesSync(file, now, now);

    return deserialize(value) as T;
  } catch {
    return null;
  }
}

/** Of two runs that write the same key, one comes last; both are whole. `value`: plain data and buffers. */
export function keep(key: string, value: unknown, folder = partCacheDir): void {
  const bytes = serialize(value);
  const unfinished = join(folder, `${key}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, Buffer.concat([digestOf(bytes), bytes]));
    renameSync(unfinished, join(folder, key));
  } catch {
    // A full disk, or a folder that may not be written to: what was written of it has no use.
    removeQuietly(unfinished);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is no worse than the cache was before.
  }
}

const mostBytes = 256 * 2 ** 20;

/** Removes what was least recently used above a size. */
export function trimPartCache(folder = partCacheDir, limitBytes = mostBytes): void {
  let keptBytes = 0;
  for (const { file, bytes } of newestFirst(folder)) {
    keptBytes += bytes;
    if (keptBytes > limitBytes) removeQuietly(file);
  }
}

function newestFirst(folder: string) {
  const files = namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? [{ file, bytes: found.size, usedMs: found.mtimeMs }] : [];
  });
  return files.sort((left, right) => right.usedMs - left.usedMs);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of SHA-256. */
const digestBytes = 32;

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
