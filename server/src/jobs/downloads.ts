/** Downloads in progress, one folder per job: they outlive an attempt and are removed with their job or by age. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes downloads not written to for this long: jobs that continued on another worker leave theirs behind. */
export async function removeOldDownloads(folder: string, maxAgeMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
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
