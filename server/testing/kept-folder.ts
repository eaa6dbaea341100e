/**
 * Folders that one test run makes and later runs copy, such as the files of a database. As with the cache of parts, a
 * folder is made again if anything is wrong with it or with the disk.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
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
import { testCacheDir } from './test-cache.ts';

/** Number of folders kept of each kind. More than one, because checkouts may have different migrations. */
const mostOfKind = 3;
/** Age after which an unfinished copy counts as abandoned; copying a folder takes only a second or two. */
const abandonedMs = 3_600_000;

export interface KeptFolder {
  /** Name for the kind of content; the limit on kept folders applies to each kind separately. */
  readonly kind: string;
  /** Fingerprint of everything from which the content is made. */
  readonly fingerprint: string;
}

/**
 * Copies the kept folder to `to`, which must not exist. If there is no complete copy, returns false and leaves no `to`
 * behind.
 */
export function copyKept({ kind, fingerprint }: KeptFolder, to: string, cache = testCacheDir) {
  const kept = join(cache, `${kind}-${fingerprint}`);
  try {
    copyTree(join(kept, 'files'), to);

    if (listing(to) !== readFileSync(join(kept, 'listing'), 'utf8'))
      throw new Error('files are missing or of another length');

    const now = new Date();
    utimesSync(kept, now, now);

    return true;
  } catch {
    // Removed so that the next run does not fail with it as well.
    removeQuietly(kept);
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

/** Keeps a copy of `from`, which must not change while it is being copied. */
export function keepFolder({ kind, fingerprint }: KeptFolder, from: string, cache = testCacheDir) {
  const unfinished = join(cache, `unfinished-${kind}-${process.pid}`);
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    copyTree(from, join(unfinished, 'files'));
    writeFileSync(join(unfinished, 'listing'), listing(from));
    renameSync(unfinished, join(cache, `${kind}-${fingerprint}`));
    trim(kind, cache);
  } catch {
    // The disk is full or not writable, or another run was faster, whose folder is just as good.
    removeQuietly(unfinished);
  }
}

/** Copies owners and modes too, because PostgreSQL checks them. */
function copyTree(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to], { stdio: 'ignore' });
}

/** Lists the files of a folder with their lengths. */
function listing(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file.slice(folder.length + 1)} ${statSync(file).size}\n`)
    .sort()
    .join('');
}

/** Removes the folders of this kind that were least recently used, and copies that interrupted runs left unfinished. */
function trim(kind: string, cache: string): void {
  const unused = latestUsedFirst(`${kind}-`, cache).slice(mostOfKind);
  const abandoned = latestUsedFirst('unfinished-', cache).filter(
    ({ usedMs }) => Date.now() - usedMs > abandonedMs,
  );
  for (const { folder } of [...unused, ...abandoned]) removeQuietly(folder);
}

function latestUsedFirst(prefix: string, cache: string) {
  const names = readdirSync(cache).filter((name) => name.startsWith(prefix));
  return names
    .map((name) => join(cache, name))
    .map((folder) => ({ folder, usedMs: statSync(folder).mtimeMs }))
    .sort((left, right) => right.usedMs - left.usedMs);
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The folder that could not be removed does no more harm than before.
  }
}
