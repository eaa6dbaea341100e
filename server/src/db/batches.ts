/**
 * Queries over batches. The rollup of a batch, its counts of jobs by status, is updated with each change and never
 * recomputed.
 */
import type { AggregateResults, BatchStatus, Capability, JobStatus } from '@reelsight/contract';
import { countOf } from './count.ts';
import type { Database, Queryable } from './database.ts';
import { findJsonPieces } from './json-pieces.ts';
import { type Owned, ownedBy } from './owned.ts';
import { storedSize } from './stored-size.ts';
import { workspacesOfOwners } from './workspaces/owners.ts';

export interface BatchRequest {
  readonly capabilities: readonly Capability[];
  readonly aggregate: { readonly enabled: boolean; readonly queries: readonly string[] };
  /** Absent without a cap, and in batches from releases that enforced the cap only when a batch was created. */
  readonly max_credits?: number;
  /**
   * Lengths of uploads as their owners or headers state them, in the order of the batch's jobs; absent in batches from
   * earlier releases.
   */
  readonly stated_seconds?: readonly (number | null)[];
  /** Present for a batch of a test workspace. */
  readonly test?: true;
}

export interface BatchRow {
  readonly id: string;
  readonly workspace_id: string;
  /** The name that people gave it; null if none. */
  readonly name: string | null;
  readonly status: BatchStatus;
  readonly request: BatchRequest;
  readonly total_jobs: number;
  readonly pending_count: number;
  readonly processing_count: number;
  readonly completed_count: number;
  readonly held_count: number;
  readonly failed_count: number;
  readonly cancelled_count: number;
  readonly credits_estimated: number;
  readonly credits_charged: number;
  /**
   * Size of the aggregate results, as by `storedSize`; null if there are none. They may be large, so they are read only
   * where they are shown.
   */
  readonly aggregate_bytes: number | null;
  readonly webhook_url: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

const columns = `id, workspace_id, name, status, request, total_jobs, pending_count, processing_count, completed_count,
  held_count, failed_count, cancelled_count, credits_estimated, credits_charged,
  ${storedSize('aggregate_results', 'aggregate_characters')} as aggregate_bytes, webhook_url, created_at, updated_at, completed_at`;

export async function insertBatch(
  db: Queryable,
  row: Pick<
    BatchRow,
    | 'id'
    | 'workspace_id'
    | 'name'
    | 'request'
    | 'total_jobs'
    | 'credits_estimated'
    | 'webhook_url'
    | 'created_at'
  >,
): Promise<BatchRow> {
  const rows = await db.query<BatchRow>(
    `insert into batches (id, workspace_id, status, request, total_jobs, pending_count, credits_estimated, webhook_url, created_at, updated_at, name)
     values ($1, $2, 'processing', $3, $4, $4, $5, $6, $7, $7, $8)
     returning ${columns}`,
    [
      row.id,
      row.workspace_id,
      JSON.stringify(row.request),
      row.total_jobs,
      row.credits_estimated,
      row.webhook_url,
      row.created_at,
      row.name,
    ],
  );
  return rows[0] as BatchRow;
}

export async function setBatchName(
  tx: Queryable,
  batch: Owned<BatchRow>,
  name: string | null,
): Promise<Owned<BatchRow>> {
  const rows = await tx.query<Owned<BatchRow>>(
    `update batches set name = $2 where id = $1 returning ${columns}`,
    [batch.id, name],
  );
  return rows[0] as Owned<BatchRow>;
}

export async function findBatch(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BatchRow> | undefined> {
  const rows = await db.query<Owned<BatchRow>>(
    `select ${columns} from batches where id = $1 and workspace_id = $2`,
    [id, workspaceId],
  );
  return rows[0];
}

export async function findBatchById(db: Queryable, id: string): Promise<BatchRow | undefined> {
  const rows = await db.query<BatchRow>(`select ${columns} from batches where id = $1`, [id]);
  return rows[0];
}

export async function lockBatch(db: Queryable, id: string): Promise<BatchRow | undefined> {
  const rows = await db.query<BatchRow>(`select ${columns} from batches where id = $1 for update`, [
    id,
  ]);
  return rows[0];
}

export async function lockOwnBatch(
  tx: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<BatchRow> | undefined> {
  return ownedBy(workspaceId, await lockBatch(tx, id));
}

export async function batchPage(
  db: Queryable,
  filter: {
    workspaceId: string;
    status: BatchStatus | null;
    before: { createdAt: Date; id: string } | null;
    limit: number;
  },
): Promise<Owned<BatchRow>[]> {
  return db.query<Owned<BatchRow>>(
    `select ${columns} from batches where workspace_id = $1 and ($2::text is null or status = $2)
       and ($3::timestamptz is null or (created_at, id) < ($3, $4::text collate "C"))
     order by created_at desc, id desc limit $5`,
    [
      filter.workspaceId,
      filter.status,
      filter.before?.createdAt ?? null,
      filter.before?.id ?? null,
      filter.limit,
    ],
  );
}

/** Moves jobs from one count to another and adds their charges; returns the updated row, locked. */
export async function moveInRollup(
  db: Queryable,
  batchId: string,
  move: { from: JobStatus; to: JobStatus; jobs: number; charged: number; now: Date },
): Promise<BatchRow | undefined> {
  const rows = await db.query<BatchRow>(
    `update batches set ${move.from}_count = ${move.from}_count - $4, ${move.to}_count = ${move.to}_count + $4,
       credits_charged = credits_charged + $2, updated_at = $3
     where id = $1 returning ${columns}`,
    [batchId, move.charged, move.now, move.jobs],
  );
  return rows[0];
}

/**
 * Called when a job's real length becomes known: keeps the batch's estimate equal to the sum of its jobs' estimates.
 */
export async function addToBatchEstimate(
  db: Queryable,
  batchId: string,
  change: { readonly credits: number; readonly now: Date },
): Promise<void> {
  await db.query(
    'update batches set credits_estimated = credits_estimated + $2, updated_at = $3 where id = $1',
    [batchId, change.credits, change.now],
  );
}

export interface BatchBudget {
  readonly maxCredits: number;
  /** Credits charged for the batch's ended jobs. */
  readonly charged: number;
  /** Estimates of the batch's open jobs, by job id. */
  readonly open: Map<string, number>;
}

/** Budgets of the given batches that have a cap; locks those batches. */
export async function lockBatchBudgets(
  tx: Queryable,
  batchIds: readonly string[],
): Promise<Map<string, BatchBudget>> {
  const batches = await tx.query<Pick<BatchRow, 'id' | 'request' | 'credits_charged'>>(
    `select id, request, credits_charged from batches
     where id = any($1) and request -> 'max_credits' is not null order by id for update`,
    [batchIds],
  );
  const budgets = new Map(
    batches.map(({ id, request, credits_charged: charged }): [string, BatchBudget] => [
      id,
      { maxCredits: request.max_credits ?? Number.POSITIVE_INFINITY, charged, open: new Map() },
    ]),
  );
  if (budgets.size === 0) return budgets;

  // A job that was just refused because of its real length is about to fail, and must not take budget from the others.
  // Its estimate at creation is counted instead of its real one.
  const jobs = await tx.query<{ id: string; batch_id: string; credits: number }>(
    `select id, batch_id, case when status = 'processing' and credits_reserved = 0
       then coalesce(credits_estimated_at_submit, credits_estimated) else credits_estimated end as credits
     from jobs where batch_id = any($1) and status in ('pending', 'processing', 'held')`,
    [[...budgets.keys()]],
  );
  for (const job of jobs) budgets.get(job.batch_id)?.open.set(job.id, job.credits);

  return budgets;
}

/**
 * Number of batches, of all workspaces of the owner of this one, whose jobs have all ended but whose aggregate answers are
 * still to be computed, counted up to `limit`.
 */
export async function countEndingBatches(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from (
       select 1 from batches where workspace_id in (${workspacesOfOwners('$1')}) and status in ('processing', 'paused')
         and pending_count + processing_count + held_count = 0 limit $2) as ending`,
    [workspaceId, limit],
  );
}

/**
 * Locks and returns batches whose aggregate answers are still to be computed, but which have no task for that in the
 * queue.
 */
export const lockBatchesOfLostTasks = (tx: Queryable): Promise<BatchRow[]> =>
  tx.query<BatchRow>(
    `select ${columns} from batches where status in ('processing', 'paused')
       and pending_count + processing_count + held_count = 0 and not exists (
         select 1 from pgboss.job task where task.name = 'batch' and task.state < 'completed'
           and task.data ->> 'batchId' = batches.id)
     order by id limit 500 for update skip locked`,
  );

/** Sets the status, and the aggregate results where the change has any. */
export async function setBatchStatus(
  db: Queryable,
  id: string,
  change: {
    status: BatchStatus;
    completedAt: Date | null;
    /** The aggregate results as JSON that is clean, as by `cleanJson`. */
    aggregateJson: string | null;
    now: Date;
  },
): Promise<BatchRow> {
  const rows = await db.query<BatchRow>(
    `update batches set status = $2, completed_at = $3, aggregate_results = coalesce($4, aggregate_results),
       aggregate_characters = coalesce($6, aggregate_characters), updated_at = $5
     where id = $1 returning ${columns}`,
    [
      id,
      change.status,
      change.completedAt,
      change.aggregateJson,
      change.now,
      change.aggregateJson?.length ?? null,
    ],
  );
  return rows[0] as BatchRow;
}

/** The aggregate results, of a batch whose `aggregate_bytes` are few. */
export async function findSmallAggregate(
  db: Queryable,
  batchId: string,
): Promise<AggregateResults | null> {
  const [row] = await db.query<{ results: AggregateResults | null }>(
    'select aggregate_results as results from batches where id = $1',
    [batchId],
  );
  return row?.results ?? null;
}

/** The JSON of the aggregate results in pieces; undefined if there are none. */
export const findAggregatePieces = (
  db: Pick<Database, 'kind' | 'query'>,
  batchId: string,
): Promise<readonly Buffer[] | undefined> =>
  findJsonPieces(db, {
    text: 'select aggregate_results::text as base from batches where id = $1 and aggregate_results is not null',
    params: [batchId],
    name: 'aggregate results',
  });
