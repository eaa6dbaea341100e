/** Reads a platform's captions in a separate thread, because an untrusted file must not delay anything else. */
import { WorkerThread } from '../threads/worker-thread.ts';
import type { Cue } from './caption-file.ts';
import type { CaptionThread } from './caption-thread.ts';
import type { RawInfo } from './metadata.ts';

/** The time limit is a hundred times as long as the largest file takes. */
const limits = { limitMs: 20_000, heapMegabytes: 256, graceMs: 0 };
const entry = new URL('./caption-thread.ts', import.meta.url);

/**
 * Reads the cues in a caption file. Throws if that takes too much time or memory; throws `signal.reason` if it aborts.
 */
export const cuesIn = (text: string, signal: AbortSignal): Promise<Cue[]> =>
  inOwnThread((thread) => thread.run('cues', text, signal));

/** Reads those parts of yt-dlp's description of a video that are needed to choose captions; null if it is not JSON. */
export const aboutIn = (text: string, signal: AbortSignal): Promise<RawInfo | null> =>
  inOwnThread((thread) => thread.run('about', text, signal));

/** Uses a new thread for each file, so that no file can access the data of another. */
async function inOwnThread<T>(
  work: (thread: WorkerThread<CaptionThread>) => Promise<T>,
): Promise<T> {
  const thread = new WorkerThread<CaptionThread>(entry, limits);
  try {
    return await work(thread);
  } finally {
    await thread.close();
  }
}
