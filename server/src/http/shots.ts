/** Reads the shots of videos that ingestion stored; they exist for as long as the ingested media is kept. */
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { handedOver } from '../threads/worker-thread.ts';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { MediaThreads } from './media-threads.ts';
import { readStored } from './read-stored.ts';

/** The description of a job's media, and the workspace whose it is. */
export interface DescribedMedia {
  readonly key: StorageKey;
  readonly workspaceId: string;
}

/**
 * The shots of the job that this artifact belongs to, as JSON `{shots: […]}`; the list is empty if the artifact is no
 * longer stored. Throws Fault SERVICE_UNAVAILABLE, or the signal's reason.
 */
export type Shots = (media: DescribedMedia, signal: AbortSignal) => Promise<Buffer>;

/** The most recent answers are kept, because a page asks for the same shots again and again. */
export function openShots(storage: Storage, threads: MediaThreads): Shots {
  const answers = new KeptAnswers<KeptAnswer>();
  const read = async (key: StorageKey, signal: AbortSignal): Promise<KeptAnswer> => {
    const stored = await readStored(storage, key, signal);
    if (!stored) return { data: Buffer.from('{"shots":[]}') };

    const media = handedOver(stored);
    const options = { transfer: [media.buffer] };
    const bytes = await threads.for(media.length).run('shots', { media }, undefined, options);
    return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  };

  return async ({ key, workspaceId: group }, signal) => {
    const { data } = await answers.of({ name: key, group, state: '' }, () => read(key, signal));
    return data;
  };
}
