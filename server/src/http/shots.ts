/** Reads the shots of videos that ingestion stored; they exist for as long as the ingested media is kept. */
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { SizedThreads } from '../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { ShotsThread } from './shots-thread.ts';

const entry = new URL('./shots-thread.ts', import.meta.url);

/** The description of a job's media, and the workspace whose it is. */
export interface DescribedMedia {
  readonly key: StorageKey;
  readonly workspaceId: string;
}

/**
 * The shots of the job that this artifact belongs to, as JSON `{shots: […]}`; the list is empty if the artifact is no
 * longer stored.
 */
export type Shots = (media: DescribedMedia) => Promise<Buffer>;

/** The most recent answers are kept, because a page asks for the same shots again and again. */
export function openShots(storage: Storage, closing: AbortSignal): Shots {
  const answers = new KeptAnswers<KeptAnswer>();
  const threads = new SizedThreads(() => new WorkerThread<ShotsThread>(entry, limitsOfResults));
  closing.addEventListener('abort', () => void threads.close(), { once: true });
  const read = async (key: StorageKey): Promise<KeptAnswer> => {
    const object = await storage.get(key);
    if (!object) return { data: Buffer.from('{"shots":[]}') };

    const media = new Uint8Array(Buffer.concat(await object.stream.toArray()));
    const options = { transfer: [media.buffer] };
    const bytes = await threads.for(media.length).run('shots', media, undefined, options);
    return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  };

  return async ({ key, workspaceId: group }) => {
    const { data } = await answers.of({ name: key, group, state: '' }, () => read(key));
    return data;
  };
}
