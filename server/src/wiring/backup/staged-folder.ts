/**
 * A new folder is prepared inside the one it replaces: the old one may be a mount point or a link, which cannot be
 * renamed, and this way no content has to move to another file system.
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

/** Where to put the content that will replace the content of `live`. */
export const stagedIn = (live: string): string => join(asideOf(live), 'new');

/** Discards what was staged. */
export async function removeStaged(live: string): Promise<void> {
  await rm(asideOf(live), { recursive: true, force: true });
  // Succeeds only if the folder is empty, that is, if it was created for the restore.
  await rmdir(live).catch(() => undefined);
}

/** The old content could not be moved aside and has been put back. */
export class NotReplaced extends Error {}

/**
 * Replaces the content of `live` with the staged content, or with its subfolder `name`. If it is interrupted, or throws
 * anything except NotReplaced, calling it again continues where it stopped.
 */
export async function putStaged(live: string, name = ''): Promise<void> {
  const staged = join(stagedIn(live), name);
  if (await exists(staged)) {
    const replaced = join(asideOf(live), 'replaced');
    if (!(await exists(replaced))) await putAside(live, replaced);
    await moveAll(staged, live);
    // The staged folder is removed before the replaced content: after a crash between the two
    // removals, the move would otherwise start again.
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
 * Throws BackupError if one of the folders contains a mount point, or if one of the files is a mount point, because it
 * could not be moved.
 */
export async function checkMovable(
  folders: readonly string[],
  files: readonly string[],
): Promise<void> {
  // Exists only on Linux; elsewhere, the rename itself reports a mount point.
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
