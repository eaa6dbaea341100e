/**
 * Folders that outlive who wrote them, and go by age: downloads under way, a folder a job, which outlive an attempt, and
 * those of workers that were killed.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the folders below that nobody has written to for so long, but for those named. */
export async function removeOldFolders(
  folder: string,
  maxAgeMs: number,
  kept: readonly string[] = [],
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (kept.includes(name)) continue;
    const path = join(folder, name);
    const files = await readdir(path, { recursive: true }).catch(() => []);
    const times = [path, ...files.map((file) => join(path, file))].map((one) =>
      stat(one).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
    const writtenMs = Math.max(...(await Promise.all(times)));
    if (Date.now() - writtenMs > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}
