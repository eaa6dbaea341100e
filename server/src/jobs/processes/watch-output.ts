/** Limits the output of an ingestion process while it runs: the system's file limit applies to each file separately. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';

const everyMs = 500;
/** Maximum number of files; an ingestion leaves four, and has one or two more while it runs. */
const mostFiles = 100;

/** Rejects with Fault EXTRACTION_FAILED once the folder's content exceeds its limits, or with the signal's reason. */
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

/**
 * Throws Fault EXTRACTION_FAILED if the folder's content exceeds its limits or includes folders, which an ingestion
 * never creates.
 */
export async function checkOutput(folder: string, mostBytes: number): Promise<void> {
  let files = 0;
  let bytes = 0;
  const entries = await opendir(folder).catch(refuse);

  for await (const entry of entries) {
    const stats = await lstat(join(folder, entry.name)).catch(nullIfGone);
    files += 1;
    // A file may occupy more space than its size shows. Only half of its blocks are counted, because
    // some file systems allocate as much again in advance.
    bytes += stats ? Math.max(stats.size, 256 * stats.blocks) : 0;

    if (files > mostFiles || bytes > mostBytes || stats?.isDirectory())
      throw new Fault('EXTRACTION_FAILED', `${files} files and folders of ${bytes} bytes left`, {
        text: 'The video takes more room than a job may use.',
      });
  }
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : refuse(error);
}

/** The folder cannot be read: the process has made it inaccessible. */
function refuse(error: Error): never {
  throw new Fault('EXTRACTION_FAILED', error.message, {
    text: 'The video could not be taken apart.',
  });
}
