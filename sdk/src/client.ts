/** The client of the API: everything that an API key allows. */

import { type Alerts, alertsOf } from './alerts.ts';
import { ApiPromise, dataOf } from './api-promise.ts';
import { type Prices, pricesOf } from './audience.ts';
import { type Batches, batchesOf } from './batches.ts';
import { type Brands, brandsOf } from './brands.ts';
import type { Call, QueryOf } from './call.ts';
import { type Clips, clipsOf } from './clips.ts';
import { connect } from './connection.ts';
import type { Loose } from './create.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { ConfigurationError } from './errors.ts';
import { type Events, eventsOf } from './events.ts';
import { type ExposureRequest, exposureOf } from './exposure.ts';
import { type Follows, followsOf } from './follows.ts';
import { type GlossaryCalls, glossaryOf } from './glossary.ts';
import { type Jobs, jobsOf } from './jobs.ts';
import { type Keys, keysOf } from './keys.ts';
import { type CallOptions, type ConnectionOptions, secretOf } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import { type Presets, presetsOf } from './presets.ts';
import { type Reports, reportsOf } from './reports.ts';
import { environment, inBrowser } from './runtime.ts';
import { type Schedules, schedulesOf } from './schedules.ts';
import type { Account, Exposure, Transaction, Usage } from './schema.gen.ts';
import { type Search, searchOf } from './search.ts';
import { type Shares, sharesOf } from './shares.ts';
import { type SearchBySight, searchBySightOf } from './sight.ts';
import {
  type BrandSets,
  brandSetsOf,
  type Campaigns,
  campaignsOf,
  type TrendsReader,
  trendsOf,
} from './trends.ts';
import { type Uploads, uploadsOf } from './uploads.ts';

export interface ClientOptions extends ConnectionOptions {
  /**
   * The API key. Default: the environment variable REELSIGHT_API_KEY. In a browser it may be omitted if a session
   * authenticates the calls, as in the console.
   */
  readonly apiKey?: string | undefined;
}

export type UsageFilter = Loose<QueryOf<'getUsage'>>;

export interface Client {
  readonly baseUrl: string;
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly presets: Presets;
  readonly alerts: Alerts;
  readonly reports: Reports;
  readonly schedules: Schedules;
  readonly events: Events;
  readonly uploads: Uploads;
  readonly clips: Clips;
  readonly shares: Shares;
  readonly follows: Follows;
  readonly brands: Brands;
  readonly glossary: GlossaryCalls;
  readonly trends: TrendsReader;
  readonly campaigns: Campaigns;
  readonly brandSets: BrandSets;
  readonly deliveries: Deliveries;
  readonly keys: Keys;
  /** Makes any call that is open to an API key. The operation id selects the call and determines its types. */
  readonly call: Call;
  readonly frames: {
    /**
     * Resolves with the frame as JPEG, or with a small picture of it if `size` is given. `path` is the path that
     * results contain, `/v1/frames/…`.
     */
    get(path: string, options?: CallOptions & { readonly size?: FrameSize }): ApiPromise<Blob>;
  };
  /** Prices of a thousand views, for media values. */
  readonly prices: Prices;
  readonly search: Search;
  readonly searchBySight: SearchBySight;
  /** Computes the exposure of brands in any completed jobs. */
  exposure(request: ExposureRequest, options?: CallOptions): ApiPromise<Exposure>;
  account(options?: CallOptions): ApiPromise<Account>;
  /** The totals of a period, with the first page of its ledger. */
  usage(filter?: UsageFilter, options?: CallOptions): ApiPromise<Usage>;
  /** The ledger of a period, across all pages. */
  transactions(filter?: UsageFilter, options?: CallOptions): Pages<Transaction>;
}

/**
 * The size of a small picture of a frame: its width in pixels, and the part of the frame to show, as `x,y,width,height`
 * in fractions.
 */
export type FrameSize = NonNullable<QueryOf<'getFrame'>>;

/** Creates a client. Throws ConfigurationError if the options are invalid. */
export function createClient(options: ClientOptions = {}): Client {
  const connection = connect(options, keyHeader(options.apiKey));
  const { call, baseUrl } = connection;
  const usagePage = (filter: UsageFilter, callOptions: CallOptions) =>
    call('getUsage', { ...callOptions, query: filter as QueryOf<'getUsage'> });

  return {
    baseUrl,
    jobs: jobsOf(connection),
    batches: batchesOf(connection),
    presets: presetsOf(connection),
    alerts: alertsOf(connection),
    reports: reportsOf(connection),
    schedules: schedulesOf(connection),
    events: eventsOf(connection),
    uploads: uploadsOf(connection),
    clips: clipsOf(connection),
    shares: sharesOf(connection),
    follows: followsOf(connection),
    brands: brandsOf(connection),
    glossary: glossaryOf(connection),
    trends: trendsOf(connection),
    campaigns: campaignsOf(connection),
    brandSets: brandSetsOf(connection),
    deliveries: deliveriesOf(connection),
    keys: keysOf(connection),
    call,

    frames: {
      get(path, { size, ...callOptions } = {}) {
        const tail = path.replace(/^\/?(v1\/frames\/)?/, '');
        const query = size ? `?${new URLSearchParams({ ...size })}` : '';
        return new ApiPromise(connection.file(`/v1/frames/${tail}${query}`, callOptions));
      },
    },

    prices: pricesOf(connection),
    search: searchOf(connection),
    searchBySight: searchBySightOf(connection),
    exposure: exposureOf(connection),

    account: (callOptions = {}) => dataOf(call('getAccount', callOptions)),

    usage: (filter = {}, callOptions = {}) => dataOf(usagePage(filter, callOptions)),

    transactions(filter = {}, callOptions = {}) {
      return pagesOf<QueryOf<'getUsage'>, Transaction>(filter, async (query) => {
        const { body, response } = await usagePage(query, callOptions);
        const { data, pagination } = body;
        return { body: { data: data.transactions, pagination }, response };
      });
    },
  };
}

function keyHeader(givenKey: string | undefined): Record<string, string> {
  const key = givenKey ?? environment('REELSIGHT_API_KEY');
  if (key !== undefined) return { 'X-Api-Key': secretOf('apiKey', key) };
  if (inBrowser()) return {};
  throw new ConfigurationError('There is no API key: give apiKey, or set REELSIGHT_API_KEY.');
}
