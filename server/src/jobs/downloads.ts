/** Downloads under way, a folder a job: they outlive an attempt, and are gone with their job or by age. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what nobody has written to for so long: jobs that went on elsewhere leave theirs behind. */
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
