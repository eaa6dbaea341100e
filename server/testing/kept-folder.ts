/**
 * Folders that a run of the tests made and later runs copy instead, such as the files of a database. As with the cache of
 * parts, whatever is wrong with one or with the disk means that it is made anew.
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

/** Folders of a kind that are kept: other checkouts may be at another state of the migrations. */
const mostOfKind = 3;
/** To copy a folder takes a second or two. */
const abandonedMs = 3_600_000;

export interface KeptFolder {
  /** What it holds; each kind is trimmed by itself. */
  readonly kind: string;
  /** Of what it is made from. */
  readonly fingerprint: string;
}

/** Copies it to `to`, which is not there yet. False, and `to` is not there, if none is kept that is whole. */
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
    // The next run is not to fail at it too.
    removeQuietly(kept);
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

/** Keeps a copy of `from`, in which nothing changes meanwhile. */
export function keepFolder({ kind, fingerprint }: KeptFolder, from: string, cache = testCacheDir) {
  const unfinished = join(cache, `unfinished-${kind}-${process.pid}`);
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    copyTree(from, join(unfinished, 'files'));
    writeFileSync(join(unfinished, 'listing'), listing(from));
    renameSync(unfinished, join(cache, `${kind}-${fingerprint}`));
    trim(kind, cache);
  } catch {
    // A full or closed disk; or another run was faster, and its folder is as good.
    removeQuietly(unfinished);
  }
}

/** With owners and modes, on which PostgreSQL insists. */
function copyTree(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to], { stdio: 'ignore' });
}

/** The files of a folder with their lengths. */
function listing(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file.slice(folder.length + 1)} ${statSync(file).size}\n`)
    .sort()
    .join('');
}

/** Removes those of a kind that were not used for longest, and what runs that were ended left unfinished. */
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
    // It is no worse than the cache was before.
  }
}
