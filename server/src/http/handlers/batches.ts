/** /v1/batch */
import {
  type BatchCancelled,
  type BatchStatus,
  type CreateBatch,
  Fault,
} from '@reelsight/contract';
import { type BatchRow, batchPage, findBatch } from '../../db/batches.ts';
import { batchJobs, type JobRow } from '../../db/jobs.ts';
import { batchCreatedView, cancelBatch, submitBatch } from '../../domain/batch.ts';
import { rollupOf } from '../../domain/batch-states.ts';
import { batchListItem, batchView } from '../../domain/view.ts';
import { type Call, callerOf, isId, type Reply, type Rooms } from '../call.ts';
import { decodeCursor, page } from '../cursor.ts';

const acceptedHeaders = (batch: BatchRow): Record<string, string> => ({
  Location: `/v1/batch/${batch.id}`,
  'Retry-After': '30',
});

export async function createBatch(
  { domain }: Rooms,
  call: Call<unknown, CreateBatch>,
): Promise<Reply> {
  const submitted = await submitBatch(domain, callerOf(call), call.body, call.idempotencyKey);
  if (submitted.kind === 'preview') return { status: 200, data: submitted.preview };
  if (submitted.kind === 'replayed') return replayedBatch(call, submitted);
  return {
    status: 202,
    data: batchCreatedView(callerOf(call), submitted.batch, submitted.jobs),
    headers: acceptedHeaders(submitted.batch),
  };
}

/** The batch an Idempotency-Key made before, as it is now. */
export function replayedBatch(call: Call, made: { batch: BatchRow; jobs: JobRow[] }): Reply {
  return {
    status: 200,
    data: batchCreatedView(callerOf(call), made.batch, made.jobs),
    headers: { ...acceptedHeaders(made.batch), 'Idempotency-Replayed': 'true' },
  };
}

export async function getBatch({ domain }: Rooms, call: Call): Promise<Reply> {
  const { id } = call.params;
  const batch = isId(id) ? await findBatch(domain.db, call.caller.workspace_id, id) : undefined;
  if (!batch) throw new Fault('BATCH_NOT_FOUND', String(id));
  return { status: 200, data: batchView(batch, await batchJobs(domain.db, batch.id)) };
}

const defaultLimit = 20;

export async function listBatches(
  { domain }: Rooms,
  call: Call<{ status?: BatchStatus; limit?: number; cursor?: string }>,
): Promise<Reply> {
  const { query } = call;
  const limit = query.limit ?? defaultLimit;
  const rows = await batchPage(domain.db, {
    workspaceId: call.caller.workspace_id,
    status: query.status ?? null,
    before: query.cursor ? decodeCursor(query.cursor, 'batch') : null,
    limit: limit + 1,
  });
  const { rows: kept, pagination } = page(rows, limit);
  return { status: 200, data: kept.map(batchListItem), pagination };
}

export async function cancelOneBatch({ domain }: Rooms, call: Call): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('BATCH_NOT_FOUND', String(id));
  const { batch, cancelledJobs } = await cancelBatch(domain, call.caller.workspace_id, id);
  const data: BatchCancelled = {
    batch_id: batch.id,
    status: batch.status,
    cancelled_jobs: cancelledJobs,
    rollup: rollupOf(batch),
    credits_charged: batch.credits_charged,
  };
  return { status: 200, data };
}
