/** Batches: the same analysis for many videos. */
import { type ApiPromise, dataAs, dataOf } from './api-promise.ts';
import type { AskedOf, DataOf, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import { type CreateOptions, type Loose, newIdempotencyKey } from './create.ts';
import { type BatchExports, batchExports } from './exports.ts';
import { batchExposure, type ExposureReader } from './exposure.ts';
import { type FollowOptions, type Reading, readUntil } from './follow.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type {
  Batch,
  BatchCancelled,
  BatchCreated,
  BatchDryRun,
  BatchListItem,
  ChangeBatch,
  CreateBatch,
} from './schema.gen.ts';

export type NewBatch = Loose<Omit<CreateBatch, 'dry_run'>>;
export type NewerAnalysis = DataOf<'listNewerAnalyses'>[number];
export type BatchFilter = Loose<QueryOf<'listBatches'>>;

export interface BatchReadOptions extends CallOptions {
  /** Whether the brands in `aggregate_results` include people's corrections. By default they are shown as found. */
  readonly corrected?: boolean | undefined;
}

export interface Batches extends BatchExports, ExposureReader {
  create(batch: NewBatch, options?: CreateOptions): ApiPromise<BatchCreated>;
  /** Estimates what `create` would cost; creates nothing. */
  estimate(batch: NewBatch, options?: CallOptions): ApiPromise<BatchDryRun>;
  get(id: string, options?: BatchReadOptions): ApiPromise<Batch>;
  list(filter?: BatchFilter, options?: CallOptions): Pages<BatchListItem>;
  /** Names the batch, or takes its name away with `{ name: null }`. */
  change(id: string, change: ChangeBatch, options?: CallOptions): ApiPromise<Batch>;
  /** Later completed analyses of videos of the batch. */
  newer(id: string, options?: CallOptions): ApiPromise<NewerAnalysis[]>;
  cancel(id: string, options?: CallOptions): ApiPromise<BatchCancelled>;
  /**
   * Resolves with the batch once it is completed, failed, cancelled, or paused for lack of credits. Keeps waiting
   * during outages of up to `outageMs`.
   */
  wait(id: string, options?: FollowOptions<Batch>): Promise<Batch>;
}

export function batchesOf(connection: Connection): Batches {
  const { call } = connection;

  return {
    ...batchExports(connection),
    ...batchExposure(connection),

    create(batch, { idempotencyKey, ...options } = {}) {
      const header = { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() };
      return dataAs(call('createBatch', { ...options, header, body: batch as CreateBatch }));
    },

    estimate(batch, options = {}) {
      const body = { ...batch, dry_run: true } as CreateBatch;
      return dataAs(call('createBatch', { ...options, body }));
    },

    get(id, { corrected, ...options } = {}) {
      const query = corrected ? { corrected: 'true' as const } : {};
      return dataOf(call('getBatch', { ...options, params: { id }, query }));
    },

    list(filter = {}, options = {}) {
      return pagesOf<QueryOf<'listBatches'>, BatchListItem>(filter, (query) =>
        call('listBatches', { ...options, query }),
      );
    },

    change: (id, change, options = {}) =>
      dataOf(call('changeBatch', { ...options, params: { id }, body: change })),

    newer: (id, options = {}) => dataOf(call('listNewerAnalyses', { ...options, params: { id } })),

    cancel: (id, options = {}) => dataOf(call('cancelBatch', { ...options, params: { id } })),

    wait(id, options = {}) {
      const followed = {
        what: `${connection.baseUrl}/v1/batch/${id}`,
        connection,
        read: (reading: Reading) =>
          call('getBatch', { ...reading, params: { id } } as AskedOf<'getBatch'>),
        isDone: (batch: Batch) => batch.status !== 'processing',
      };
      return readUntil<Batch>(followed, options);
    },
  };
}
