/** Searches for moments that look like a picture, or like another moment. */
import type { BodyOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesWith } from './pages.ts';
import type { SightHit, SightMoment } from './schema.gen.ts';

/** Limits the search to a job, a batch or dates, or to moments at which a brand or an object is seen. */
export type SightFilter = Loose<Omit<BodyOf<'searchBySight'>, 'picture' | 'moment'>>;

/** What moments must look like: a PNG, JPEG or WebP picture, or a moment of a completed job. */
export type SightLike = Blob | Uint8Array | SightMoment;

/**
 * Finds stretches of videos that look like the picture or the moment, the most alike first.
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
}

export function searchBySightOf({ call }: Connection): SearchBySight {
  return (like, filter = {}, options = {}) =>
    pagesWith(
      filter as Omit<BodyOf<'searchBySight'>, 'cursor'> & { readonly cursor?: string },
      async (page) => {
        const body = { ...page, ...(await soughtOf(like)) };
        return call('searchBySight', { ...options, body });
      },
      ({ compared, jobs_without_sight: jobsWithoutSight }) => ({ compared, jobsWithoutSight }),
    );
}

async function soughtOf(like: SightLike) {
  if (!(like instanceof Blob || like instanceof Uint8Array)) return { moment: like };

  const bytes = like instanceof Blob ? new Uint8Array(await like.arrayBuffer()) : like;
  const characters = bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');
  return { picture: btoa(characters) };
}
