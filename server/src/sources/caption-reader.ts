/** Reads a platform's captions in a separate thread, because a file from strangers must not delay anything else. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cue } from './caption-file.ts';
import type { RawInfo } from './metadata.ts';

export interface CaptionOrder {
  readonly kind: 'cues' | 'about';
  readonly text: string;
}

/** A hundred times as long as the largest file takes. */
const limitMs = 20_000;
const mostMegabytes = 256;
const entry = new URL('./caption-thread.ts', import.meta.url);

/** Throws if the file takes too long or too much memory, or `signal.reason`. */
export const cuesIn = (text: string, signal: AbortSignal): Promise<Cue[]> =>
  read<Cue[]>({ kind: 'cues', text }, signal);

/** The parts of yt-dlp's description of a video that are needed to choose captions; null if it is not JSON. */
export const aboutIn = (text: string, signal: AbortSignal): Promise<RawInfo | null> =>
  read<RawInfo | null>({ kind: 'about', text }, signal);

async function read<T>(order: CaptionOrder, signal: AbortSignal): Promise<T> {
  const worker = new Worker(entry, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const [reply] = await once(worker, 'message', { signal: until });
    return reply as T;
  } finally {
    await worker.terminate();
  }
}
