/** The client of the API: what an API key may do. */
import { batchesOf } from './batches.ts';
import { bodyOf, type CallOptions, type ConnectionOptions, connect } from './connection.ts';
import { jobsOf } from './jobs.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Account, operations, Transaction, Usage } from './schema.gen.ts';
import { uploadsOf } from './uploads.ts';

export interface ClientOptions extends ConnectionOptions {
  /** Absent where a browser's session signs the calls, as in the console. */
  readonly apiKey?: string;
}

export type UsageFilter = NonNullable<operations['getUsage']['parameters']['query']>;
export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const headers: Record<string, string> =
    options.apiKey === undefined ? {} : { 'X-Api-Key': options.apiKey };
  const connection = connect(options, headers);
  const { api, baseUrl } = connection;
  const usagePage = (query: UsageFilter, call: CallOptions) =>
    bodyOf(api.GET('/v1/usage', { ...call, params: { query } }));

  return {
    baseUrl,
    jobs: jobsOf(connection),
    batches: batchesOf(connection),
    uploads: uploadsOf(connection, options.fetch ?? globalThis.fetch),

    frames: {
      /** `path` as results give it, `/v1/frames/…`; resolves with the JPEG. */
      async get(path: string, call: CallOptions = {}): Promise<Blob> {
        const tail = path.replace(/^\/?(v1\/frames\/)?/, '');
        const request = new Request(`${baseUrl}/v1/frames/${tail}`, { headers, ...call });
        return (await connection.send(request)).blob();
      },
    },

    async account(call: CallOptions = {}): Promise<Account> {
      return (await bodyOf(api.GET('/v1/account', { ...call }))).data;
    },

    /** The sums of a period and the first page of its ledger. */
    async usage(filter: UsageFilter = {}, call: CallOptions = {}): Promise<Usage> {
      return (await usagePage(filter, call)).data;
    },

    /** The ledger of a period over all pages. */
    transactions(filter: UsageFilter = {}, call: CallOptions = {}): Pages<Transaction> {
      return pagesOf(filter.cursor, async (cursor) => {
        const { data, pagination } = await usagePage(
          { ...filter, ...(cursor && { cursor }) },
          call,
        );
        return { data: data.transactions, pagination };
      });
    },
  };
}
