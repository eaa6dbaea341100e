/** Batches: the same analysis over many videos. */
import { bodyOf, type CallOptions, type Connection } from './connection.ts';
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
  operations,
} from './schema.gen.ts';

export type NewBatch = Omit<CreateBatch, 'dry_run'>;
export type BatchFilter = NonNullable<operations['listBatches']['parameters']['query']>;

export function batchesOf({ api }: Connection) {
  const params = (id: string) => ({ params: { path: { id } } });

  return {
    async create(batch: NewBatch, options: CreateOptions = {}): Promise<BatchCreated> {
      const header = { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() };
      const call = api.POST('/v1/batch', { ...options, params: { header }, body: batch });
      return (await bodyOf(call)).data as BatchCreated;
    },

    /** What `create` would cost; nothing is created. */
    async estimate(batch: NewBatch, options: CallOptions = {}): Promise<BatchDryRun> {
      const call = api.POST('/v1/batch', { ...options, body: { ...batch, dry_run: true } });
      return (await bodyOf(call)).data as BatchDryRun;
    },

    async get(id: string, options: CallOptions = {}): Promise<Batch> {
      return (await bodyOf(api.GET('/v1/batch/{id}', { ...options, ...params(id) }))).data;
    },

    list(filter: BatchFilter = {}, options: CallOptions = {}): Pages<BatchListItem> {
      return pagesOf(filter.cursor, (cursor) => {
        const query = { ...filter, ...(cursor && { cursor }) };
        return bodyOf(api.GET('/v1/batch', { ...options, params: { query } }));
      });
    },

    async cancel(id: string, options: CallOptions = {}): Promise<BatchCancelled> {
      return (await bodyOf(api.POST('/v1/batch/{id}/cancel', { ...options, ...params(id) }))).data;
    },

    /** Resolves with the batch once it is completed, failed or cancelled, or paused for credits. */
    wait(id: string, options: FollowOptions<Batch> = {}): Promise<Batch> {
      const read = (call: CallOptions) => api.GET('/v1/batch/{id}', { ...call, ...params(id) });
      return readUntil<Batch>(read, (batch) => batch.status !== 'processing', options);
    },
  };
}
