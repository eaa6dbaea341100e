/** Batches: the same analysis over many videos. */
import type { CallOptions, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import { batchExports } from './exports.ts';
import { type FollowOptions, readUntil } from './follow.ts';
import type { CreateOptions } from './jobs.ts';
import { type Pages, pagesOf } from './pages.ts';
import type {
  Batch,
  BatchCancelled,
  BatchCreated,
  BatchDryRun,
  BatchListItem,
  CreateBatch,
} from './schema.gen.ts';

export type NewBatch = Omit<CreateBatch, 'dry_run'>;
export type BatchFilter = QueryOf<'listBatches'>;

export function batchesOf(connection: Connection) {
  const { call } = connection;
  return {
    ...batchExports(connection),

    async create(
      batch: NewBatch,
      { idempotencyKey, ...options }: CreateOptions = {},
    ): Promise<BatchCreated> {
      const header = { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
      const { body } = await call('createBatch', { ...options, header, body: batch });
      return body.data as BatchCreated;
    },

    /** What `create` would cost; nothing is created. */
    async estimate(batch: NewBatch, options: CallOptions = {}): Promise<BatchDryRun> {
      const { body } = await call('createBatch', {
        ...options,
        body: { ...batch, dry_run: true },
      });
      return body.data as BatchDryRun;
    },

    async get(id: string, options: CallOptions = {}): Promise<Batch> {
      return (await call('getBatch', { ...options, params: { id } })).body.data;
    },

    list(filter: BatchFilter = {}, options: CallOptions = {}): Pages<BatchListItem> {
      return pagesOf(filter.cursor, async (cursor) => {
        const query = { ...filter, ...(cursor && { cursor }) };
        return (await call('listBatches', { ...options, query })).body;
      });
    },

    async cancel(id: string, options: CallOptions = {}): Promise<BatchCancelled> {
      return (await call('cancelBatch', { ...options, params: { id } })).body.data;
    },

    /** Resolves with the batch once it is completed, failed or cancelled, or paused for credits. */
    wait(id: string, options: FollowOptions<Batch> = {}): Promise<Batch> {
      const read = (asked: CallOptions) => call('getBatch', { ...asked, params: { id } });
      return readUntil<Batch>(read, (batch) => batch.status !== 'processing', options);
    },
  };
}
