/**
 * Prepares a new folder inside the folder that it will replace. The old folder may be a mount point or a link, which
 * cannot be renamed, and this way no content has to be moved to another file system.
 */
import { access, mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';

const asideName = '.restore';
const asideOf = (live: string): string => join(live, asideName);

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The folder in which to prepare the content that will replace the content of `live`. */
export const stagedIn = (live: string): string => join(asideOf(live), 'new');

/** Discards the prepared content. */
export async function removeStaged(live: string): Promise<void> {
  await rm(asideOf(live), { recursive: true, force: true });
  // Succeeds only if the folder is empty, that is, if it was created for the restore.
  await rmdir(live).catch(() => undefined);
}

/** Thrown if the old content could not be moved aside and has been put back. */
export class NotReplaced extends Error {}

/**
 * Replaces the content of `live` with the prepared content, or with its subfolder `name`. If this is interrupted, or
 * throws anything except NotReplaced, calling it again continues where it stopped.
 */
export async function putStaged(live: string, name = ''): Promise<void> {
  const staged = join(stagedIn(live), name);
  if (await exists(staged)) {
    const replaced = join(asideOf(live), 'replaced');
    if (!(await exists(replaced))) await putAside(live, replaced);
    await moveAll(staged, live);
    // This is removed before the replaced content: otherwise, after a crash between the two removals, the replacement
    // would start again.
    await rm(stagedIn(live), { recursive: true, force: true });
  }

  await rm(asideOf(live), { recursive: true, force: true });
}

async function putAside(live: string, replaced: string): Promise<void> {
  const old = join(asideOf(live), 'old');
  await mkdir(old, { recursive: true });

  try {
    await moveAll(live, old);
    await rename(old, replaced);
  } catch (error) {
    await moveAll(old, live);
    throw new NotReplaced((error as Error).message, { cause: error });
  }
}

async function moveAll(from: string, to: string): Promise<void> {
  for (const name of await readdir(from))
    if (name !== asideName) await rename(join(from, name), join(to, name));
}

/**
 * Throws BackupError if a folder contains a mount point, or if a file is a mount point, because those cannot be moved.
 */
export async function checkMovable(
  folders: readonly string[],
  files: readonly string[],
): Promise<void> {
  // This file exists only on Linux; on other systems, the later rename itself fails at a mount point.
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const mounts = table.split('\n').map((line) => decoded(line.split(' ')[4] ?? ''));
  const real = (path: string) => realpath(path).catch(() => path);

  for (const folder of folders) {
    const inside = `${await real(folder)}/`;
    const mountPoint = mounts.find((mount) => mount.startsWith(inside));
    if (mountPoint)
      throw new BackupError(
        `${mountPoint} is a mount point, so a restore cannot replace ${folder}. Mount at ${folder} itself or above it.`,
      );
  }

  const file = files.find((path) => mounts.includes(path));
  if (file)
    throw new BackupError(`${file} is a mount point, so a restore cannot replace it. Unmount it.`);
}

const decoded = (path: string): string =>
  path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
