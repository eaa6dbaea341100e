/** Starts the thread of a backup or restore and waits for its end. */
import { Worker } from 'node:worker_threads';
import { BackupError, BackupKeyError } from '../../backup/backup-error.ts';
import type { Done, Ended, Order } from './thread.ts';

/** Limit of its heap; rows are read in pieces of a few MB. */
const mostMegabytes = 1024;

/** Throws BackupError for problems that an operator can solve. An abort ends it and leaves nothing behind. */
export function inThread(order: Order, signal: AbortSignal): Promise<Done> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });

  return new Promise<Done>((resolve, reject) => {
    worker.once('message', (message: Ended) =>
      'done' in message ? resolve(message.done) : reject(refusalOf(message)),
    );
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread of the backup ended without a word')));
  }).finally(() => signal.removeEventListener('abort', stop));
}

const refusalOf = ({ refused, keyFault }: Exclude<Ended, { done: Done }>): BackupError =>
  keyFault ? new BackupKeyError(keyFault, refused) : new BackupError(refused);
