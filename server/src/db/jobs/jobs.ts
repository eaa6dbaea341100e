/** Queries over jobs. */
import type { Ask, JobHighlights, JobStatus, Stage } from '@reelsight/contract';
import type { JobTrace } from '../../tracing/tracer.ts';
import type { BatchRow } from '../batches.ts';
import { cleanJson } from '../clean-text.ts';
import { countOf } from '../count.ts';
import type { Queryable, Statement } from '../database.ts';
import { type Owned, ownedBy } from '../owned.ts';
import {
  type ColumnsWith,
  createdColumns,
  createdTypes,
  createdValues,
  type JobColumn,
  jobColumnTable,
} from './job-columns.ts';

export interface JobRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly batch_id: string | null;
  readonly batch_position: number | null;
  readonly follow_id: string | null;
  readonly external_id: string | null;
  readonly status: JobStatus;
  readonly url: string | null;
  readonly platform: string;
  readonly video_id: string | null;
  readonly upload_key: string | null;
  readonly ask: Ask;
  /** Original name of an uploaded file. */
  readonly filename: string | null;
  readonly webhook_url: string | null;
  readonly title: string | null;
  readonly duration_seconds: number | null;
  readonly thumbnail_url: string | null;
  readonly credits_estimated: number;
  /** The estimate at creation; null while it is still the current one. */
  readonly credits_estimated_at_submit: number | null;
  readonly credits_reserved: number;
  readonly credits_needed: number | null;
  readonly credits_charged: number | null;
  readonly processing_seconds: number | null;
  readonly stage: Stage | null;
  readonly stages_completed: readonly Stage[];
  readonly percent: number | null;
  /** Percent of the whole job that earlier attempts reached. */
  readonly percent_reached: number | null;
  readonly usage: Readonly<Record<string, number>>;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly hold_reason: string | null;
  readonly task_id: string | null;
  readonly attempt: number;
  /** Consecutive deaths of the process that ingested the video. */
  readonly infrastructure_failures: number;
  /** Consecutive deaths of whole workers while they ingested the video. */
  readonly losses: number;
  readonly outage_seconds: number;
  readonly hear_parts: number;
  readonly hear_left: number;
  readonly see_parts: number;
  readonly see_left: number;
  readonly worker_id: string | null;
  readonly heartbeat_at: Date | null;
  readonly media_kept_at: Date | null;
  /** Bytes of the stored media; null: no media is stored, or it was stored before bytes were counted. */
  readonly media_bytes: number | null;
  /** Null: the video of its link is not stored. */
  readonly link_video: LinkVideo | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly started_at: Date | null;
  readonly held_at: Date | null;
  readonly completed_at: Date | null;
  /** Null if the job was created outside any trace. */
  readonly trace: JobTrace | null;
  readonly tags: readonly string[];
  /** Highlights of its results for lists; null until they exist. */
  readonly highlights: JobHighlights | null;
}

/** The downloaded video of a link. */
export interface LinkVideo {
  /** The job whose media contains it: this job, or another one of the same video. */
  readonly job: string;
  /** Content type. */
  readonly type: string;
}

/** All columns; the type check requires the table to name each column of the row. */
export const jobColumns = Object.keys(
  jobColumnTable satisfies Record<keyof JobRow, JobColumn>,
).join(', ');

export type NewJob = Pick<JobRow, ColumnsWith<'created'>>;

/** Returns the inserted rows, in any order. */
export function insertJobs(
  jobs: readonly NewJob[],
  preceding: NonNullable<Statement['with']>,
): Statement {
  return {
    name: 'insert jobs',
    with: preceding,
    text: `insert into jobs (status, updated_at, ${createdColumns})
     select 'pending', created_at, ${createdValues}
     from jsonb_to_recordset($1::jsonb) as made (${createdTypes})
     returning ${jobColumns}`,
    values: [cleanJson(jobs)],
  };
}

export async function findJob(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<JobRow> | undefined> {
  const rows = await db.query<Owned<JobRow>>(
    `select ${jobColumns} from jobs where id = $1 and workspace_id = $2`,
    [id, workspaceId],
    'find job',
  );
  return rows[0];
}

/** By id; locked in the order of ids, so that two callers cannot deadlock. */
export async function lockJobs(
  tx: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JobRow>> {
  const rows = await tx.query<JobRow>(
    `select ${jobColumns} from jobs where id = any ($1) order by id for update`,
    [ids],
    'lock jobs',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The job, if it is a link that an earlier attempt may have downloaded. */
export async function findTriedLink(
  db: Queryable,
  id: string,
): Promise<Pick<JobRow, 'id' | 'workspace_id'> | undefined> {
  const rows = await db.query<JobRow>(
    'select id, workspace_id from jobs where id = $1 and url is not null and attempt > 0',
    [id],
    'find tried link',
  );
  return rows[0];
}

export async function lockJob(tx: Queryable, id: string): Promise<JobRow | undefined> {
  return (await lockJobs(tx, [id])).get(id);
}

export async function lockOwnJob(
  tx: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<JobRow> | undefined> {
  return ownedBy(workspaceId, await lockJob(tx, id));
}

/**
 * Records heartbeat and progress of the attempt that owns the job; false if it lost the job or has planned its parts. A
 * heartbeat after that would be the last one and make the job look stalled.
 */
export async function touchJob(
  db: Queryable,
  heartbeat: {
    id: string;
    attempt: number;
    stage: Stage;
    percent: number | null;
    usage: Readonly<Record<string, number>>;
    now: Date;
  },
): Promise<boolean> {
  const rows = await db.query(
    `update jobs set heartbeat_at = now(), stage = $3, percent = $4, usage = $5, updated_at = $6
     where id = $1 and attempt = $2 and status = 'processing' and heartbeat_at is not null returning id`,
    [
      heartbeat.id,
      heartbeat.attempt,
      heartbeat.stage,
      heartbeat.percent,
      JSON.stringify(heartbeat.usage),
      heartbeat.now,
    ],
    'touch job',
  );
  return rows.length > 0;
}

export async function countJobsCreated(
  db: Queryable,
  filter: { workspaceId: string; start: Date; end: Date },
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from jobs where workspace_id = $1 and created_at >= $2 and created_at <= $3`,
    [filter.workspaceId, filter.start, filter.end],
  );
}

/**
 * Counts the open jobs of a workspace, up to 100. Ordered like the index: otherwise the planner expects to find the few
 * rows early, and reads a large table from its beginning.
 */
export const openJobCountSql = (workspaceId: string): string =>
  `select least(100, count(*)) from (
     (select 1 from jobs where workspace_id = ${workspaceId} and status = 'pending' order by created_at desc, id desc limit 100)
     union all
     (select 1 from jobs where workspace_id = ${workspaceId} and status = 'processing' order by created_at desc, id desc limit 100)
   ) open_jobs`;

/** Jobs in processing, and jobs in processing or pending counted up to 100. */
export async function countOpenJobs(
  db: Queryable,
  workspaceId: string,
): Promise<{ processing: number; open: number }> {
  const rows = await db.query<{ processing: number; open: number }>(
    `select (select count(*) from jobs where workspace_id = $1 and status = 'processing') as processing,
       (${openJobCountSql('$1')}) as open`,
    [workspaceId],
    'count open jobs',
  );
  return rows[0] ?? { processing: 0, open: 0 };
}

/** Jobs in processing, by workspace. */
export async function countProcessing(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ workspace_id: string; count: number }>(
    `select workspace_id, count(*) as count from jobs where workspace_id = any ($1) and status = 'processing'
     group by workspace_id`,
    [workspaceIds],
    'count processing',
  );
  return new Map(rows.map((row) => [row.workspace_id, row.count]));
}

/** Number of the workspace's pending jobs on the job's platform, counted up to `limit`. */
export async function countPlatformJobs(
  db: Queryable,
  { workspace_id: workspaceId, platform }: Pick<JobRow, 'workspace_id' | 'platform'>,
  limit: number,
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from (
       select 1 from jobs where workspace_id = $1 and status = 'pending' and platform = $2 limit $3) counted`,
    [workspaceId, platform, limit],
  );
}

/**
 * Postpones the workspace's tasks that would now access the same platform: each by `waitMs` plus an evenly distributed
 * time up to `spreadMs`. Skips locked ones.
 */
export async function postponePlatformJobs(
  tx: Queryable,
  { workspace_id: workspaceId, platform }: Pick<JobRow, 'workspace_id' | 'platform'>,
  { waitMs, spreadMs }: { readonly waitMs: number; readonly spreadMs: number },
): Promise<void> {
  await tx.query(
    `update pgboss.job set start_after = now() + make_interval(secs => ($3::float8 + random() * $4::float8) / 1000)
     where name = 'analysis' and id in (
       select task.id from pgboss.job task join jobs on task.id = jobs.task_id::uuid
       where jobs.workspace_id = $1 and jobs.status = 'pending' and jobs.platform = $2 and jobs.attempt = 0
         and task.name = 'analysis' and task.state = 'created' and task.start_after <= now()
       for update of task skip locked)`,
    [workspaceId, platform, waitMs, spreadMs],
  );
}

export async function batchJobs(db: Queryable, batchId: string): Promise<JobRow[]> {
  return db.query<JobRow>('select * from jobs where batch_id = $1 order by batch_position', [
    batchId,
  ]);
}

/** All jobs of a batch belong to its workspace. */
export async function jobsOfOwnBatch(
  db: Queryable,
  { id }: Owned<BatchRow>,
): Promise<Owned<JobRow>[]> {
  return (await batchJobs(db, id)) as Owned<JobRow>[];
}

export type FirstJob = Pick<JobRow, 'id' | 'title' | 'thumbnail_url'> & {
  readonly batch_id: string;
};

/** The first `limit` jobs of each batch, in order. */
export async function firstJobsOf(
  db: Queryable,
  batchIds: readonly string[],
  limit: number,
): Promise<FirstJob[]> {
  if (batchIds.length === 0) return [];
  return db.query<FirstJob>(
    `select batch.id as batch_id, job.id, job.title, job.thumbnail_url
     from unnest($1::text[]) as batch (id)
     cross join lateral (
       select id, title, thumbnail_url, batch_position from jobs
       where batch_id = batch.id order by batch_position limit $2
     ) as job
     order by batch.id, job.batch_position`,
    [batchIds, limit],
  );
}

/** Locks a batch's jobs in a fixed order, so that two callers cannot deadlock. */
export async function lockBatchJobs(db: Queryable, batchId: string): Promise<JobRow[]> {
  return db.query<JobRow>('select * from jobs where batch_id = $1 order by id for update', [
    batchId,
  ]);
}

/** The next held jobs of a workspace after a given one, oldest first, locked; skips those locked elsewhere. */
export async function lockHeldJobs(
  db: Queryable,
  workspaceId: string,
  { after: cursor, most: limit }: { readonly after: JobRow | undefined; readonly most: number },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select ${jobColumns} from jobs where workspace_id = $1 and status = 'held'
       and ($2::timestamptz is null or (created_at, id) > ($2, $3::text collate "C"))
     order by created_at, id limit $4 for update skip locked`,
    [workspaceId, cursor?.created_at ?? null, cursor?.id ?? null, limit],
    'lock held jobs',
  );
}

/** The workspaces that have held jobs. */
export async function withHeldJobs(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from unnest($1::text[]) as one (id)
     where exists (select 1 from jobs where workspace_id = one.id and status = 'held')`,
    [workspaceIds],
    'with held jobs',
  );
  return rows.map((row) => row.id);
}

/** The workspaces that have pending jobs without a task. */
export async function withParkedJobs(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from unnest($1::text[]) as one (id)
     where exists (select 1 from jobs where workspace_id = one.id and status = 'pending' and task_id is null)`,
    [workspaceIds],
    'with parked jobs',
  );
  return rows.map((row) => row.id);
}

export async function workspacesWithHeldJobs(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    `select distinct workspace_id from jobs where status = 'held' limit 1000`,
  );
  return rows.map((row) => row.workspace_id);
}

export async function heldSince(db: Queryable, cutoff: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from jobs where status = 'held' and held_at < $1 order by held_at limit 500`,
    [cutoff],
  );
  return rows.map((row) => row.id);
}

export async function silentFor(db: Queryable, ms: number): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from jobs where status = 'processing' and heartbeat_at < now() - $1 * interval '1 ms'
     order by heartbeat_at limit 100`,
    [ms],
  );
}

export async function jobsOfOtherWorkers(db: Queryable, workerId: string): Promise<JobRow[]> {
  return db.query<JobRow>(`select * from jobs where status = 'processing' and worker_id <> $1`, [
    workerId,
  ]);
}

/** The job, if its media is still stored. */
export async function findMediaHolder(
  db: Queryable,
  filter: { workspaceId: string; jobId: string },
): Promise<JobRow | undefined> {
  const rows = await db.query<JobRow>(
    'select * from jobs where id = $2 and workspace_id = $1 and media_kept_at is not null',
    [filter.workspaceId, filter.jobId],
  );
  return rows[0];
}

/**
 * Other jobs of the workspace that store media of the video, newest first; a short link is recognised by its address.
 */
export async function findVideoHolders(db: Queryable, job: JobRow): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select ${jobColumns} from jobs where workspace_id = $1 and platform = $2 and (video_id = $3 or url = $4)
       and media_kept_at is not null and id <> $5
     order by media_kept_at desc limit 5`,
    [job.workspace_id, job.platform, job.video_id, job.url, job.id],
    'find video holders',
  );
}

/** Notes that the media of these jobs is no longer stored. */
export async function forgetMedia(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('update jobs set media_kept_at = null, media_bytes = null where id = any ($1)', [
    ids,
  ]);
}

/** The job has ended, and no job in one of these states will start from it. */
const mediaUnusedBy = (states: string): string =>
  `status in ('completed', 'failed', 'cancelled') and not exists (
  select 1 from jobs o where o.workspace_id = jobs.workspace_id and o.ask->>'from_job' = jobs.id
    and o.status in (${states}))`;

const mediaUnused = mediaUnusedBy(`'pending', 'processing', 'held'`);

/** Number of ended jobs whose media has expired. */
export async function countMediaKeptBefore(db: Queryable, cutoff: Date): Promise<number> {
  return countOf(
    db,
    `select count(*)::int as count from jobs where media_kept_at < $1 and ${mediaUnused}`,
    [cutoff],
  );
}

export async function mediaKeptBefore(
  db: Queryable,
  cutoff: Date,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `select id, workspace_id from jobs where media_kept_at < $1 and ${mediaUnused}
     order by media_kept_at limit 200`,
    [cutoff],
  );
}

/**
 * Jobs whose media exceeds what their workspace may store, the oldest first, locked; `quotas` are bytes by plan. Held
 * jobs are included, as are jobs that a held job would start from, because the videos can be ingested again.
 */
export async function lockMediaBeyond(
  tx: Queryable,
  quotas: Readonly<Record<string, number>>,
): Promise<JobRow[]> {
  return tx.query<JobRow>(
    `select ${jobColumns} from jobs where id in (
       select stored.id from (
         select jobs.id, jobs.workspace_id, sum(media_bytes) over (partition by workspace_id order by media_kept_at desc, id desc) as bytes
         from jobs where media_kept_at is not null) stored
       join workspaces w on w.id = stored.workspace_id
       where bytes > ($1::jsonb ->> w.plan)::bigint)
       and media_kept_at is not null and (status = 'held' or ${mediaUnusedBy(`'pending', 'processing'`)})
     order by media_kept_at limit 200 for update skip locked`,
    [JSON.stringify(quotas)],
  );
}

export async function isHeldWithoutMedia(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where id = $1 and status = 'held' and media_kept_at is null`,
    [id],
  );
  return rows.length > 0;
}

export async function removeJob(db: Queryable, id: string): Promise<void> {
  await db.query('delete from jobs where id = $1', [id]);
}

export async function uploadHasJobs(db: Queryable, key: string): Promise<boolean> {
  const rows = await db.query('select 1 from jobs where upload_key = $1 limit 1', [key]);
  return rows.length > 0;
}

/** Open jobs of a workspace, locked in a fixed order: all, or at most `most` of those created by a given time. */
export async function lockOpenJobs(
  db: Queryable,
  workspaceId: string,
  bounds?: { readonly most: number; readonly until: Date },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from jobs where status in ('pending', 'processing', 'held') and id in (
       select id from jobs where workspace_id = $1 and status in ('pending', 'processing', 'held')
         and created_at <= coalesce($2::timestamptz, 'infinity')
       -- Others would begin in place of those in processing.
       order by status = 'processing' limit $3::bigint)
     order by id for update`,
    [workspaceId, bounds?.until ?? null, bounds?.most ?? null],
  );
}

/** Whether jobs of the workspace created by a given time are still open. */
export async function hasOpenJobs(
  db: Queryable,
  workspaceId: string,
  until: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where workspace_id = $1 and status in ('pending', 'processing', 'held')
       and created_at <= $2 limit 1`,
    [workspaceId, until],
  );
  return rows.length > 0;
}

/** Sets the only task that may start the job; null: the job waits for a place in its workspace. */
export async function setTask(tx: Queryable, id: string, taskId: string | null): Promise<void> {
  await tx.query('update jobs set task_id = $2 where id = $1', [id, taskId]);
}

/** Jobs that wait for a place, oldest first, locked. */
export async function lockParkedJobs(
  tx: Queryable,
  workspaceId: string,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> {
  return tx.query(
    `select id, workspace_id from jobs where workspace_id = $1 and status = 'pending' and task_id is null
     order by created_at, id limit $2 for update skip locked`,
    [workspaceId, limit],
    'lock parked jobs',
  );
}

/** Pending jobs whose task is no longer in the queue, locked. */
export const lockJobsOfLostTasks = (
  tx: Queryable,
): Promise<Pick<JobRow, 'id' | 'workspace_id'>[]> =>
  tx.query(
    `select id, workspace_id from jobs where status = 'pending' and not exists (
       select 1 from pgboss.job task
       where task.name = 'analysis' and task.id = task_id::uuid and task.state < 'completed')
       and task_id is not null
     order by id limit 500 for update skip locked`,
  );

export async function workspacesWithParkedJobs(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    `select distinct workspace_id from jobs where status = 'pending' and task_id is null limit 1000`,
  );
  return rows.map((row) => row.workspace_id);
}
