/** The threads that read descriptions of media: one for those of usual length, and one for those of hours. */
import { SizedThreads } from '../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import type { MediaThread } from './media-thread.ts';

export type MediaThreads = SizedThreads<WorkerThread<MediaThread>>;

const entry = new URL('./media-thread.ts', import.meta.url);

export function openMediaThreads(closing: AbortSignal): MediaThreads {
  const threads = new SizedThreads(() => new WorkerThread<MediaThread>(entry, limitsOfResults));
  closing.addEventListener('abort', () => void threads.close(), { once: true });
  return threads;
}
