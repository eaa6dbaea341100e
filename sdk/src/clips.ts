/** Clips: moments of a job's video as separate files. */
import { ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { Answered, AskedOf, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import { type FollowOptions, type Reading, readUntil } from './follow.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Clip, CreateClip } from './schema.gen.ts';

export type NewClip = Loose<CreateClip>;
export type ClipFilter = Loose<QueryOf<'listJobClips'>>;

export interface JobClips {
  /**
   * Requests a clip, which is made in the background; `client.clips.wait` waits for it. If an identical clip exists, no
   * second one is made.
   */
  createClip(id: string, clip: NewClip, options?: CallOptions): ApiPromise<Clip>;
  /** Newest first. */
  clips(id: string, filter?: ClipFilter, options?: CallOptions): Pages<Clip>;
}

export interface Clips {
  get(id: string, options?: CallOptions): ApiPromise<Clip>;
  /** Resolves with the clip once it is ready or has failed. Keeps waiting during outages of up to `outageMs`. */
  wait(id: string, options?: FollowOptions<Clip>): Promise<Clip>;
  /** The file of a finished clip, read fully into memory. */
  download(id: string, options?: CallOptions): ApiPromise<Blob>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export const jobClips = ({ call }: Connection): JobClips => ({
  createClip(id, clip, options = {}) {
    const request = { ...options, params: { id }, body: clip as CreateClip };
    return dataOf(call('createClip', request));
  },

  clips(id, filter = {}, options = {}) {
    return pagesOf<QueryOf<'listJobClips'>, Clip>(filter, (query) =>
      call('listJobClips', { ...options, params: { id }, query }),
    );
  },
});

export function clipsOf(connection: Connection): Clips {
  const { call, baseUrl } = connection;
  const readClip = (id: string, options: CallOptions): Promise<Answered<{ data: Clip }>> =>
    call('getClip', { ...options, params: { id } } as AskedOf<'getClip'>);
  return {
    get: (id, options = {}) => dataOf(readClip(id, options)),

    wait(id, options = {}) {
      const followed = {
        what: `${baseUrl}/v1/clips/${id}`,
        connection,
        // The `Prefer` header is left out, because the service offers no long poll for clips.
        read: ({ header: _, ...reading }: Reading) => readClip(id, reading),
        isDone: ({ status }: Clip) => status === 'ready' || status === 'failed',
      };
      return readUntil<Clip>(followed, { intervalMs: 1000, ...options });
    },

    download: (id, options = {}) =>
      new ApiPromise(connection.file(`/v1/clips/${encodeURIComponent(id)}/file`, options)),

    delete(id, options = {}) {
      return nothingOf(call('deleteClip', { ...options, params: { id } }));
    },
  };
}
