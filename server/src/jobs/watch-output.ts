/** How much the process of an ingestion leaves, while it runs: the limit of its files is one for each of them. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';

const everyMs = 500;
/** An ingestion leaves four, and has one or two more meanwhile. */
const mostFiles = 100;

/** Rejects with Fault EXTRACTION_FAILED once the folder holds more than it may, or with the signal's reason. */
export async function watchOutput(
  folder: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await sleep(everyMs, undefined, { signal });
    await checkOutput(folder, mostBytes);
  }
}

/** Throws Fault EXTRACTION_FAILED if the folder holds more than it may, or folders, which an ingestion makes none of. */
export async function checkOutput(folder: string, mostBytes: number): Promise<void> {
  let files = 0;
  let bytes = 0;
  const entries = await opendir(folder).catch(refuse);

  for await (const entry of entries) {
    const found = await lstat(join(folder, entry.name)).catch(nullIfGone);
    files += 1;
    // Room may be taken that its size does not show; some file systems take as much again ahead of the need.
    bytes += found ? Math.max(found.size, 256 * found.blocks) : 0;

    if (files > mostFiles || bytes > mostBytes || found?.isDirectory())
      throw new Fault('EXTRACTION_FAILED', `${files} files and folders of ${bytes} bytes left`, {
        text: 'The video takes more room than a job may use.',
      });
  }
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : refuse(error);
}

/** It closed its own folder. */
function refuse(error: Error): never {
  throw new Fault('EXTRACTION_FAILED', error.message, {
    text: 'The video could not be taken apart.',
  });
}
