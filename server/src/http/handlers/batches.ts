/** Batches of a workspace. */
import {
  type Batch,
  type BatchCancelled,
  type ChangeBatch,
  type CreateBatch,
  Fault,
  type GetBatchQuery,
  type ListBatchesQuery,
} from '@reelsight/contract';
import {
  type BatchRow,
  batchPage,
  findAggregatePieces,
  findBatch,
  findSmallAggregate,
} from '../../db/batches.ts';
import { correctionMarks } from '../../db/corrections.ts';
import { isId } from '../../db/id.ts';
import { firstJobsOf, jobsOfOwnBatch, newerJobsOf } from '../../db/jobs/batch-jobs.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import {
  batchCreatedView,
  cancelBatch,
  changeBatch,
  findReplayedBatch,
  submitBatch,
} from '../../domain/batches/batch.ts';
import { correctedAggregate, correctedJobs } from '../../domain/batches/corrected-batch.ts';
import { batchListItem, batchView } from '../../domain/jobs/view.ts';
import { openBatch, rollupOf } from '../../domain/states/batch-states.ts';
import { type CallDeps, type Reply, submitterOf, type WorkspaceCall } from '../call.ts';
import { conditional, entityTag } from '../conditional.ts';
import { decodeCursor, page } from '../cursor.ts';
import { readerOf } from '../group-of.ts';
import { inOwnersTurn } from '../in-turn.ts';
import { type JsonPieces, jsonHeaders, largeData } from '../large-data.ts';
import { perRow, pollSeconds, rests, waited } from '../waited.ts';

const acceptedHeaders = (batch: Owned<BatchRow>): Record<string, string> => ({
  Location: `/v1/batch/${batch.id}`,
  'Retry-After': '30',
});

export async function createBatch(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, CreateBatch>,
): Promise<Reply> {
  const submitted = await submitBatch(domain, submitterOf(call), call.body, call.idempotencyKey);
  if (submitted.kind === 'preview') return { status: 200, data: submitted.preview };
  if (submitted.kind === 'replayed') return replayed(call, submitted);

  return {
    status: 202,
    data: batchCreatedView(submitterOf(call), submitted.batch, submitted.jobs),
    headers: acceptedHeaders(submitted.batch),
  };
}

/** Finds the batch that an earlier call with this Idempotency-Key created, and returns its present state. */
export async function replayBatch(
  { domain }: CallDeps,
  call: WorkspaceCall,
  key: string,
): Promise<Reply | null> {
  const replay = await findReplayedBatch(domain, call.caller.workspace_id, key);
  return replay ? replayed(call, replay) : null;
}

function replayed(
  call: WorkspaceCall,
  replay: { batch: Owned<BatchRow>; jobs: Owned<JobRow>[] },
): Reply {
  return {
    status: 200,
    data: batchCreatedView(submitterOf(call), replay.batch, replay.jobs),
    headers: { ...acceptedHeaders(replay.batch), 'Idempotency-Replayed': 'true' },
  };
}

/** Throws Fault BATCH_NOT_FOUND. */
export async function mustFindBatch(
  { domain }: CallDeps,
  { params: { id }, caller }: Pick<WorkspaceCall, 'caller' | 'params'>,
): Promise<Owned<BatchRow>> {
  const batch = isId(id) ? await findBatch(domain.db, caller.workspace_id, id) : undefined;
  if (!batch) throw new Fault('BATCH_NOT_FOUND', String(id));
  return batch;
}

const shownBatch = perRow(async ({ domain, version }, batch: Owned<BatchRow>) => {
  const view = batchView(batch, await jobsOfOwnBatch(domain.db, batch));
  // Aggregate results never change once they exist, so they need not be read to tell whether the batch has changed.
  const hasAggregate = batch.aggregate_bytes !== null;
  return { view, tag: entityTag(version, { view, hasAggregate }) };
});

type Read = WorkspaceCall<GetBatchQuery>;

/** The entity tag of a batch. It changes with the batch and, if corrections are shown, with each correction. */
async function tagOf(deps: CallDeps, { query }: Read, batch: Owned<BatchRow>): Promise<string> {
  const { view, tag } = await shownBatch(deps, batch);
  if (!query.corrected || batch.aggregate_bytes === null) return tag;
  const applied = await correctionMarks(deps.domain.db, idsOf(view));
  return entityTag(deps.version, { tag, applied });
}

const idsOf = ({ jobs }: Batch): string[] => jobs.map(({ job_id }) => job_id);

const tooMany =
  'Too many reads of corrected batches of this workspace are waiting. Ask for one after the other.';

/**
 * What people corrected in the jobs of the batch. Corrections are read in one turn per job, so that large batches of one
 * workspace do not keep other workspaces waiting.
 */
function correctedJobsOf(
  { domain, wholeTurns, exportTurns, closing }: CallDeps,
  call: WorkspaceCall,
  jobIds: readonly string[],
): Promise<readonly string[]> {
  const waiting = { call, closing, tooMany };
  return inOwnersTurn(domain.db, wholeTurns, waiting, () =>
    correctedJobs(domain, {
      jobIds,
      inTurn: async (jobId, work) =>
        inOwnersTurn(domain.db, await exportTurns.of(domain.db, jobId), waiting, work),
    }),
  );
}

/** Maximum bytes of aggregate results, as stored, that are parsed and written at once. */
const smallBytes = 16_384;

interface Shown {
  readonly corrected: boolean;
  /** Whether the call has changed the batch, so that it can no longer be refused. */
  readonly hasChanged: boolean;
}

/** The batch as the call shows it. */
async function shownAnswer(
  deps: CallDeps,
  call: WorkspaceCall,
  batch: Owned<BatchRow>,
  { corrected, hasChanged }: Shown,
): Promise<Pick<Reply, 'data' | 'raw' | 'headers'>> {
  const { domain, resultTurns } = deps;
  const { view } = await shownBatch(deps, batch);
  const { aggregate_bytes: bytes } = batch;
  if (bytes === null) return { data: view };
  // Corrections are not read to answer HEAD, whose answer has no content.
  if (corrected && call.request.method === 'HEAD') return { raw: null, headers: jsonHeaders };

  const order = idsOf(view);
  const jobs = corrected ? await correctedJobsOf(deps, call, order) : [];

  if (bytes <= smallBytes && jobs.length === 0) {
    const aggregate_results = await findSmallAggregate(domain.db, batch.id);
    return { data: { ...view, aggregate_results } };
  }

  const make = async (): Promise<JsonPieces> => {
    const aggregate = (await findAggregatePieces(domain.db, batch.id)) ?? [];
    const json =
      jobs.length === 0
        ? aggregate
        : [await correctedAggregate(domain, { aggregate, jobs, order })];
    const { aggregate_results: _, ...otherFields } = view;
    return [`${JSON.stringify(otherFields).slice(0, -1)},"aggregate_results":`, ...json, '}'];
  };
  return largeData(deps, call, { turns: resultTurns.ofBytes(bytes), make, hasChanged });
}

export async function getBatch(deps: CallDeps, call: Read): Promise<Reply> {
  const readBatch = () => mustFindBatch(deps, call);
  const { row: batch, applied } = await waited(deps, call, await readBatch(), {
    read: readBatch,
    tagOf: (row) => tagOf(deps, call, row),
  });
  const keepsWaiting = applied['Preference-Applied'] !== undefined && !rests(batch.status);
  const retryAfter = keepsWaiting ? 1 : pollSeconds(batch.status);
  const { corrected = false } = call.query;
  const answer = async () => ({
    status: 200,
    ...(await shownAnswer(deps, call, batch, { corrected, hasChanged: false })),
  });

  return conditional(call, await tagOf(deps, call, batch), answer, {
    ...(openBatch(batch.status) && { 'Retry-After': String(retryAfter) }),
    ...applied,
  });
}

export async function listNewerAnalyses(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const newerJobs = await newerJobsOf(deps.domain.db, await mustFindBatch(deps, call));
  const data = newerJobs.map(({ created_at, ...ids }) => ({
    ...ids,
    created_at: created_at.toISOString(),
  }));
  return { status: 200, data };
}

const defaultLimit = 20;
/** Number of jobs shown for each batch in a list. */
const firstJobs = 3;

export async function listBatches(
  { domain }: CallDeps,
  call: WorkspaceCall<ListBatchesQuery>,
): Promise<Reply> {
  const { query } = call;
  const limit = query.limit ?? defaultLimit;
  const rows = await batchPage(domain.db, {
    workspaceId: call.caller.workspace_id,
    status: query.status ?? null,
    before: query.cursor ? decodeCursor(query.cursor, 'batch') : null,
    limit: limit + 1,
  });
  const { rows: pageRows, pagination } = page(rows, limit);
  const first = Map.groupBy(
    await firstJobsOf(
      domain.db,
      pageRows.map(({ id }) => id),
      firstJobs,
    ),
    ({ batch_id }) => batch_id,
  );
  const data = pageRows.map((batch) => batchListItem(batch, first.get(batch.id) ?? []));

  return { status: 200, data, pagination };
}

export async function changeOneBatch(
  deps: CallDeps,
  call: WorkspaceCall<unknown, ChangeBatch>,
): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('BATCH_NOT_FOUND', String(id));

  // Checked before the change, because afterwards the call can no longer be refused.
  deps.unsent.check(readerOf(call.request));
  const batch = await changeBatch(deps.domain, call.caller.workspace_id, id, call.body);
  return {
    status: 200,
    ...(await shownAnswer(deps, call, batch, { corrected: false, hasChanged: true })),
  };
}

export async function cancelOneBatch({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
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
