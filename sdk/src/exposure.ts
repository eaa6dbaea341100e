/** Computes the exposure of brands in videos. */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { Exposure, ExposureAsk } from './schema.gen.ts';

type ExposureQuery = Loose<QueryOf<'getJobExposure'>>;
export type ExposureOptions = CallOptions & ExposureQuery;
export type ExposureRequest = Loose<ExposureAsk>;

export interface ExposureReader {
  /**
   * The exposure of brands in the job: seconds, shares, sizes, equivalent seconds. The job must be completed and have
   * asked for `brands`.
   */
  exposure(id: string, options?: ExposureOptions): ApiPromise<Exposure>;
}

const readerOf = (
  { call }: Connection,
  operation: 'getJobExposure' | 'getBatchExposure',
): ExposureReader => ({
  exposure(id, options = {}) {
    const {
      brands,
      min_confidence,
      cpm_usd,
      audience,
      full_size,
      edge_loss,
      clutter,
      ...callOptions
    } = options;
    const money = { cpm_usd, audience };
    const query = { brands, min_confidence, ...money, full_size, edge_loss, clutter };
    const answer = call(operation, {
      ...callOptions,
      params: { id },
      query: query as QueryOf<'getJobExposure'>,
    });

    return dataOf(answer);
  },
});

export const jobExposure = (connection: Connection): ExposureReader =>
  readerOf(connection, 'getJobExposure');

export const batchExposure = (connection: Connection): ExposureReader =>
  readerOf(connection, 'getBatchExposure');

export const exposureOf =
  ({ call }: Connection) =>
  (body: ExposureRequest, options: CallOptions = {}): ApiPromise<Exposure> => {
    // The time limit is longer than usual, because a computation over two thousand videos takes longer than other
    // calls.
    const timeoutMs = options.timeoutMs ?? 300_000;
    const answer = call('computeExposure', { ...options, timeoutMs, body: body as ExposureAsk });
    return dataOf(answer);
  };
