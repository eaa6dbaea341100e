/** Searches for moments that look like a picture or another moment, or that show what words say. */
import type { BodyOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesWith } from './pages.ts';
import type { SightHit, SightMoment } from './schema.gen.ts';

/** Limits the search to a job, a batch or dates, or to moments at which a brand or an object is seen. */
export type SightFilter = Loose<Omit<BodyOf<'searchBySight'>, 'picture' | 'moment' | 'words'>>;

/** What moments should show, 1 to 200 characters; only where the service has a model that knows pictures and words. */
export interface SightWords {
  readonly words: string;
}

/** What moments must look like: a PNG, JPEG or WebP picture, a moment of a completed job, or words for a picture. */
export type SightLike = Blob | Uint8Array | SightMoment | SightWords;

/**
 * Finds stretches of videos that look like the picture or the moment, the most alike first. Words put all stretches in
 * order, those first that show most what they say.
 * `for await (const hit of client.searchBySight({ job_id, timestamp: 12.5 }))` reads all pages.
 */
export type SearchBySight = (
  like: SightLike,
  filter?: SightFilter,
  options?: CallOptions,
) => Pages<SightHit, SightCounts>;

/** The fields that each page has in addition to its items. */
export interface SightCounts {
  /** Number of stretches of videos that were compared. */
  readonly compared: number;
  /** Number of the workspace's newest completed jobs that can't be found by sight. */
  readonly jobsWithoutSight: number;
  /**
   * Only of a search with words: number of the workspace's newest completed jobs that can't be found by words, those of
   * `jobsWithoutSight` included.
   */
  readonly jobsWithoutWords?: number;
}

export function searchBySightOf({ call }: Connection): SearchBySight {
  return (like, filter = {}, options = {}) =>
    pagesWith(
      filter as Omit<BodyOf<'searchBySight'>, 'cursor'> & { readonly cursor?: string },
      async (page) => {
        const body = { ...page, ...(await soughtOf(like)) };
        return call('searchBySight', { ...options, body });
      },
      ({
        compared,
        jobs_without_sight: jobsWithoutSight,
        jobs_without_words: jobsWithoutWords,
      }) => ({
        compared,
        jobsWithoutSight,
        ...(jobsWithoutWords !== undefined && { jobsWithoutWords }),
      }),
    );
}

async function soughtOf(like: SightLike) {
  if (!(like instanceof Blob || like instanceof Uint8Array))
    return 'words' in like ? { words: like.words } : { moment: like };

  const bytes = like instanceof Blob ? new Uint8Array(await like.arrayBuffer()) : like;
  const characters = bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');
  return { picture: btoa(characters) };
}
