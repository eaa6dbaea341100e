/**
 * Results of parts and ingestions, by key, one file each. If anything is wrong with a file or with the disk, the work
 * is done again: the cache never makes a test fail.
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

/** Returns null if there is no complete entry. */
export function readKept<T>(key: string, folder = partCacheDir): T | null {
  const file = join(folder, key);
  try {
    const bytes = readFileSync(file);
    const value = bytes.subarray(digestBytes);
    if (!bytes.subarray(0, digestBytes).equals(digestOf(value))) {
      removeQuietly(file);
      return null;
    }

    // Marks the file as used now, because trimming the cache removes the least recently used files first.
    const now = new Date();
    utimesSync(file, now, now);

    return deserialize(value) as T;
  } catch {
    return null;
  }
}

/**
 * Stores a value of plain data and buffers. If two runs write the same key, the later one wins; each writes a complete
 * file.
 */
export function keep(key: string, value: unknown, folder = partCacheDir): void {
  const bytes = serialize(value);
  const unfinished = join(folder, `${key}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, Buffer.concat([digestOf(bytes), bytes]));
    renameSync(unfinished, join(folder, key));
  } catch {
    // The disk is full, or the folder is not writable. An unfinished file has no use.
    removeQuietly(unfinished);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file that could not be removed does no more harm than before.
  }
}

const mostBytes = 256 * 2 ** 20;

/** Removes the least recently used files until the cache is below a size. */
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

/** Length of a SHA-256 digest. */
const digestBytes = 32;

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
