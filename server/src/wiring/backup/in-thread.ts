/** Runs a backup or restore in a thread and waits until it ends. */
import { BackupError, BackupKeyError, stoppedText } from '../../backup/backup-error.ts';
import { WorkerThread } from '../../threads/worker-thread.ts';
import type { BackupThread, Done, Order } from './backup-thread.ts';

/**
 * Rows are processed a few MB at a time, so the heap can be limited. There is no time limit, because a backup may have
 * any size.
 */
const limits = { heapMegabytes: 1024, stopsItself: true };
const entry = new URL('./backup-thread.ts', import.meta.url);

/** Throws BackupError for problems that an operator can solve. Aborting ends the thread and leaves nothing behind. */
export async function inThread(order: Order, signal: AbortSignal): Promise<Done> {
  if (signal.aborted) throw new BackupError(stoppedText);

  const thread = new WorkerThread<BackupThread>(entry, limits);
  try {
    const end = await thread.run('carryOut', order, signal);
    if ('done' in end) return end.done;

    const { refused, keyFault } = end;
    throw keyFault ? new BackupKeyError(keyFault, refused) : new BackupError(refused);
  } finally {
    await thread.close();
  }
}
