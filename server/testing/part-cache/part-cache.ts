/**
 * Outcomes of parts by their keys, a file each. Whatever is wrong with a file or with the disk means that the part is
 * computed: the cache is never the cause of a failure.
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
import type { PartAnswer } from '../../src/jobs/host-messages.ts';
import { testCacheDir } from '../test-cache.ts';

export type KeptPart = Extract<PartAnswer, { kind: 'done' }>;

export const partCacheDir = join(testCacheDir, 'parts');

/** Null if there is none that is whole. */
export function readPart(key: string, folder = partCacheDir): KeptPart | null {
  const file = join(folder, key);
  try {
    const text = readFileSync(file, 'utf8');
    const digest = text.slice(0, digestLength);
    const json = text.slice(digestLength);
    if (digest !== digestOf(json)) {
      removeQuietly(file);
      return null;
    }
    // The least recently used go first when the cache is trimmed.
    const now = new Date();
    utimesSync(file, now, now);
    return JSON.parse(json) as KeptPart;
  } catch {
    return null;
  }
}

/** Of two runs that write the same part, one comes last; both are whole. */
export function keepPart(key: string, part: KeptPart, folder = partCacheDir): void {
  const json = JSON.stringify(part);
  const unfinished = join(folder, `${key}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, `${digestOf(json)}${json}`);
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

/** Removes the least recently used parts above a size. */
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

/** Of SHA-256 in hexadecimal. */
const digestLength = 64;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
