/** Queries over jobs. */
import type { Ask, JobHighlights, JobStatus, Stage } from '@reelsight/contract';
import type { JobTrace } from '../../tracing/tracer.ts';
import { cleanJson } from '../clean-text.ts';
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
  /** Who published the video, and when, as its platform says, or the feed that listed it; null if unknown. */
  readonly author: string | null;
  readonly author_url: string | null;
  readonly published_at: Date | null;
  /** When it was published, as a person says; null if nobody did. */
  readonly published_by_hand: Date | null;
  readonly credits_estimated: number;
  /** The estimate at creation; null as long as the estimate has not changed. */
  readonly credits_estimated_at_submit: number | null;
  readonly credits_reserved: number;
  readonly credits_needed: number | null;
  readonly credits_charged: number | null;
  readonly processing_seconds: number | null;
  readonly stage: Stage | null;
  readonly stages_completed: readonly Stage[];
  readonly percent: number | null;
  /** Percentage of the whole job that earlier attempts reached. */
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
  /** When the present attempt began to decode the video; null if it does not decode. */
  readonly decoding_since: Date | null;
  /** Seconds for which earlier attempts decoded the video; no charge covers them. */
  readonly unpaid_decoding_seconds: number;
  readonly hear_parts: number;
  readonly hear_left: number;
  readonly see_parts: number;
  readonly see_left: number;
  readonly worker_id: string | null;
  readonly heartbeat_at: Date | null;
  readonly media_kept_at: Date | null;
  /**
   * Bytes of the stored media; null if no media is stored, or if it was stored by a release that did not count bytes.
   */
  readonly media_bytes: number | null;
  /** Where the video that the job's link leads to is stored; null if it is not stored. */
  readonly link_video: LinkVideo | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly started_at: Date | null;
  readonly held_at: Date | null;
  readonly completed_at: Date | null;
  /** Null if the job was created outside any trace. */
  readonly trace: JobTrace | null;
  readonly tags: readonly string[];
  /** Highlights of the job's results for lists of jobs; null until they are computed. */
  readonly highlights: JobHighlights | null;
}

/** The downloaded video of a link. */
export interface LinkVideo {
  /** The job whose stored media includes this video: the job itself, or another job of the same video. */
  readonly job: string;
  /** Content type. */
  readonly type: string;
}

/** Names of all columns. The type check requires `jobColumnTable` to list every column of the row. */
export const jobColumns = Object.keys(
  jobColumnTable satisfies Record<keyof JobRow, JobColumn>,
).join(', ');

export type NewJob = Pick<JobRow, ColumnsWith<'created'>>;

/** Returns a statement that inserts jobs and yields the inserted rows, in any order. */
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

/** Finds a job of any workspace, for a task that names it. */
export async function findJobById(db: Queryable, id: string): Promise<JobRow | undefined> {
  const rows = await db.query<JobRow>(
    `select ${jobColumns} from jobs where id = $1`,
    [id],
    'find job by id',
  );
  return rows[0];
}

/** Returns jobs by id. Locks them in the order of their ids, so that two callers cannot deadlock. */
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

/** Finds the job if it has a link whose video an earlier attempt may have downloaded. */
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

/** Sets when the job's video was published, as a person says; null removes it. The caller must hold the job's lock. */
export async function setPublishedByHand(
  tx: Queryable,
  { id }: Owned<{ readonly id: string }>,
  publishedAt: Date | null,
): Promise<void> {
  await tx.query('update jobs set published_by_hand = $2 where id = $1', [id, publishedAt]);
}

/**
 * Records heartbeat and progress of the attempt that owns the job; false if it lost the job or has planned its parts.
 * Once the parts are planned, a late heartbeat would never be renewed, and the job would look stalled.
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

export async function removeJob(db: Queryable, id: string): Promise<void> {
  await db.query('delete from jobs where id = $1', [id]);
}

export async function uploadHasJobs(db: Queryable, key: string): Promise<boolean> {
  const rows = await db.query('select 1 from jobs where upload_key = $1 limit 1', [key]);
  return rows.length > 0;
}

/** Sets the only task that may start the job; null if the job has to wait until its workspace may run another job. */
export async function setTask(tx: Queryable, id: string, taskId: string | null): Promise<void> {
  await tx.query('update jobs set task_id = $2 where id = $1', [id, taskId]);
}
