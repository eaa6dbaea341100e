/** Audiences of videos, and the prices of a thousand views that a workspace keeps. */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { JobViews, MediaPrices, SetMediaPrices } from './schema.gen.ts';

export interface AudienceReader {
  /** The views of the job's video: every reading of the platform, when the next one is, and what counts. */
  views(id: string, options?: CallOptions): ApiPromise<JobViews>;
  /** Sets the audience of the job's video, which counts instead of its views; null removes it. */
  setAudience(id: string, views: number | null, options?: CallOptions): ApiPromise<JobViews>;
  /**
   * Sets when the job's video was published, as a date or a date and time in ISO 8601; trends count it on that day. null:
   * what the platform says again.
   */
  setPublished(id: string, publishedAt: string | null, options?: CallOptions): ApiPromise<JobViews>;
}

export const jobAudience = ({ call }: Connection): AudienceReader => ({
  views: (id, options = {}) => dataOf(call('getJobViews', { ...options, params: { id } })),
  setAudience: (id, views, options = {}) =>
    dataOf(call('setJobAudience', { ...options, params: { id }, body: { views } })),
  setPublished: (id, publishedAt, options = {}) => {
    const body = { published_at: publishedAt };
    return dataOf(call('setJobAudience', { ...options, params: { id }, body }));
  },
});

export interface Prices {
  get(options?: CallOptions): ApiPromise<MediaPrices>;
  /** Replaces all prices; what is absent is removed. */
  set(prices: Loose<SetMediaPrices>, options?: CallOptions): ApiPromise<MediaPrices>;
}

export const pricesOf = ({ call }: Connection): Prices => ({
  get: (options = {}) => dataOf(call('getMediaPrices', options)),
  set: (prices, options = {}) =>
    dataOf(call('setMediaPrices', { ...options, body: prices as SetMediaPrices })),
});
