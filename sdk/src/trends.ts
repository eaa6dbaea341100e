/** Trends over time, and the campaigns and brand sets that they can be asked for. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import { type ExportedFile, fileNameOf } from './exports.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type {
  BrandSet,
  BrandSetEntry,
  Campaign,
  CampaignEntry,
  Trends,
  TrendVideo,
} from './schema.gen.ts';

export type TrendsFilter = Loose<QueryOf<'getTrends'>>;
export type TrendVideosFilter = Loose<QueryOf<'listTrendVideos'>>;
export type NewCampaign = Loose<CampaignEntry>;
export type NewBrandSet = Loose<BrandSetEntry>;

export interface TrendsReader {
  /** What brands, channels, platforms or Follows come to by day, week or month. */
  read(filter?: TrendsFilter, options?: CallOptions): ApiPromise<Trends>;
  /** The same numbers as a CSV file. */
  csv(filter?: TrendsFilter, options?: CallOptions): Promise<ExportedFile>;
  /** The videos behind a number, those with the most equivalent seconds first. */
  videos(filter?: TrendVideosFilter, options?: CallOptions): Pages<TrendVideo>;
}

export function trendsOf({ call, file }: Connection): TrendsReader {
  return {
    read: (filter = {}, options = {}) =>
      dataOf(call('getTrends', { ...options, query: filter as QueryOf<'getTrends'> })),
    async csv(filter = {}, options = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter))
        for (const entry of [value].flat())
          if (entry !== undefined && entry !== null) query.append(name, String(entry));

      const { data: blob, response } = await file(`/v1/trends.csv?${query}`, options);
      return { blob, fileName: fileNameOf(response) };
    },
    videos: (filter = {}, options = {}) =>
      pagesOf<QueryOf<'listTrendVideos'>, TrendVideo>(filter, (query) =>
        call('listTrendVideos', { ...options, query }),
      ),
  };
}

export interface Campaigns {
  /** In the order of their names. */
  list(options?: CallOptions): ApiPromise<Campaign[]>;
  get(id: string, options?: CallOptions): ApiPromise<Campaign>;
  create(campaign: NewCampaign, options?: CallOptions): ApiPromise<Campaign>;
  /** Replaces the whole campaign. */
  replace(id: string, campaign: NewCampaign, options?: CallOptions): ApiPromise<Campaign>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export function campaignsOf({ call }: Connection): Campaigns {
  return {
    list: (options = {}) => dataOf(call('listCampaigns', options)),
    get: (id, options = {}) => dataOf(call('getCampaign', { ...options, params: { id } })),
    create: (campaign, options = {}) =>
      dataOf(call('createCampaign', { ...options, body: campaign as CampaignEntry })),
    replace: (id, campaign, options = {}) =>
      dataOf(
        call('changeCampaign', { ...options, params: { id }, body: campaign as CampaignEntry }),
      ),
    delete(id, options = {}) {
      return nothingOf(call('deleteCampaign', { ...options, params: { id } }));
    },
  };
}

export interface BrandSets {
  /** In the order of their names. */
  list(options?: CallOptions): ApiPromise<BrandSet[]>;
  get(id: string, options?: CallOptions): ApiPromise<BrandSet>;
  create(set: NewBrandSet, options?: CallOptions): ApiPromise<BrandSet>;
  /** Replaces the whole set. */
  replace(id: string, set: NewBrandSet, options?: CallOptions): ApiPromise<BrandSet>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export function brandSetsOf({ call }: Connection): BrandSets {
  return {
    list: (options = {}) => dataOf(call('listBrandSets', options)),
    get: (id, options = {}) => dataOf(call('getBrandSet', { ...options, params: { id } })),
    create: (set, options = {}) =>
      dataOf(call('createBrandSet', { ...options, body: set as BrandSetEntry })),
    replace: (id, set, options = {}) =>
      dataOf(call('changeBrandSet', { ...options, params: { id }, body: set as BrandSetEntry })),
    delete(id, options = {}) {
      return nothingOf(call('deleteBrandSet', { ...options, params: { id } }));
    },
  };
}
