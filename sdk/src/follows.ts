/** Follows: channels, playlists, searches and feeds whose new videos are analysed automatically. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { BodyOf, DataOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { ChangeFollow, CreateFollow, Follow, FollowVideo, RunFollow } from './schema.gen.ts';

export type NewFollow = Loose<CreateFollow>;
export type FollowChange = Loose<ChangeFollow>;
export type FollowSource = Loose<BodyOf<'previewFollow'>>;
export type FollowPreview = DataOf<'previewFollow'>;

export interface Follows {
  /** Shows the videos that a Follow of this source would find now; creates nothing. */
  preview(source: FollowSource, options?: CallOptions): ApiPromise<FollowPreview>;
  create(follow: NewFollow, options?: CallOptions): ApiPromise<Follow>;
  list(options?: CallOptions): ApiPromise<Follow[]>;
  get(id: string, options?: CallOptions): ApiPromise<Follow>;
  /** Changes only the given fields; can also pause and resume the Follow. */
  change(id: string, change: FollowChange, options?: CallOptions): ApiPromise<Follow>;
  /**
   * Checks for new videos at once. With `backfill`, also takes that many of the newest existing videos, if they have no
   * job yet.
   */
  run(id: string, run?: Loose<RunFollow>, options?: CallOptions): ApiPromise<Follow>;
  /** The latest 200 videos that the Follow found, each with its job or the reason why it has none. */
  videos(id: string, options?: CallOptions): ApiPromise<FollowVideo[]>;
  /** Deletes the Follow and keeps its jobs. */
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export function followsOf({ call }: Connection): Follows {
  return {
    preview: (source, options = {}) =>
      dataOf(call('previewFollow', { ...options, body: source as BodyOf<'previewFollow'> })),
    create: (follow, options = {}) =>
      dataOf(call('createFollow', { ...options, body: follow as CreateFollow })),
    list: (options = {}) => dataOf(call('listFollows', options)),
    get: (id, options = {}) => dataOf(call('getFollow', { ...options, params: { id } })),
    change: (id, change, options = {}) =>
      dataOf(call('changeFollow', { ...options, params: { id }, body: change as ChangeFollow })),
    run: (id, run = {}, options = {}) =>
      dataOf(call('runFollow', { ...options, params: { id }, body: run as RunFollow })),
    videos: (id, options = {}) => dataOf(call('listFollowVideos', { ...options, params: { id } })),
    delete(id, options = {}) {
      return nothingOf(call('deleteFollow', { ...options, params: { id } }));
    },
  };
}
