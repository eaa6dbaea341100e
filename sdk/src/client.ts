/** The client of the API: what an API key may do. */
import { batchesOf } from './batches.ts';
import type { CallOptions, QueryOf } from './call.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import { eventsOf } from './events.ts';
import { jobsOf } from './jobs.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Account, Transaction, Usage } from './schema.gen.ts';
import { uploadsOf } from './uploads.ts';

export interface ClientOptions extends ConnectionOptions {
  /** Absent if a browser's session signs the calls, as in the console. */
  readonly apiKey?: string;
}

export type UsageFilter = QueryOf<'getUsage'>;
export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const headers: Record<string, string> =
    options.apiKey === undefined ? {} : { 'X-Api-Key': options.apiKey };
  const connection = connect(options, headers);
  const { call, baseUrl } = connection;
  const usagePage = async (query: UsageFilter, options: CallOptions) =>
    (await call('getUsage', { ...options, query })).body;

  return {
    baseUrl,
    jobs: jobsOf(connection),
    batches: batchesOf(connection),
    events: eventsOf(connection, options.fetch ?? globalThis.fetch),
    uploads: uploadsOf(connection, options.fetch ?? globalThis.fetch),

    /** Any call of a key by the id of its operation, with all that the interface says of it. */
    call,

    frames: {
      /** `path` as results give it, `/v1/frames/…`; resolves with the JPEG. */
      async get(path: string, asked: CallOptions = {}): Promise<Blob> {
        const tail = path.replace(/^\/?(v1\/frames\/)?/, '');
        const request = new Request(`${baseUrl}/v1/frames/${tail}`, { headers, ...asked });
        return (await connection.send(request)).blob();
      },
    },

    async account(asked: CallOptions = {}): Promise<Account> {
      return (await call('getAccount', asked)).body.data;
    },

    /** The sums of a period and the first page of its ledger. */
    async usage(filter: UsageFilter = {}, asked: CallOptions = {}): Promise<Usage> {
      return (await usagePage(filter, asked)).data;
    },

    /** The ledger of a period over all pages. */
    transactions(filter: UsageFilter = {}, asked: CallOptions = {}): Pages<Transaction> {
      return pagesOf(filter.cursor, async (cursor) => {
        const query = { ...filter, ...(cursor && { cursor }) };
        const { data, pagination } = await usagePage(query, asked);
        return { data: data.transactions, pagination };
      });
    },
  };
}
