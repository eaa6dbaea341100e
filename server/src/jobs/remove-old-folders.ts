/**
 * Folders that outlive the process that wrote them and are removed by age: those of downloads in progress, one per job,
 * and those of killed workers.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the folders in `folder` that have not been written to for `maxAgeMs`, except those named in `except`. */
export async function removeOldFolders(
  folder: string,
  maxAgeMs: number,
  except: readonly string[] = [],
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (except.includes(name)) continue;

    const path = join(folder, name);
    const files = await readdir(path, { recursive: true }).catch(() => []);
    const times = [path, ...files.map((file) => join(path, file))].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
    const writtenMs = Math.max(...(await Promise.all(times)));
    if (Date.now() - writtenMs > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}
