/** Queries over reports. */
import type { ReportChanges, ReportDetail, ReportFormat, ReportStatus } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { Owned } from './owned.ts';
import { workspacesOfOwners } from './workspaces/owners.ts';

/** The request for a report, apart from its jobs. */
export interface ReportRequest {
  readonly brands: readonly string[] | null;
  readonly minConfidence: number | null;
  readonly cpmUsd: number | null;
  readonly audience: number | 'views' | null;
  /** Origin (scheme and host) of the links in the report. */
  readonly origin: string;
  /** Size of the logo's PNG, which is stored next to the report's files; null if the report has no logo. */
  readonly logo: { readonly width: number; readonly height: number } | null;
  /** Sentences that say why some jobs of the batch or Follow are not included. */
  readonly leftOut: readonly string[];
  /** How much the pages show; absent in a row of an earlier release, which had full reports only. */
  readonly detail?: ReportDetail;
  /** Number of videos of the batch or Follow, with those left out; absent in a row of an earlier release. */
  readonly chosenVideos?: number;
  /** What changed since the run before; absent for a report that is not by schedule, and for the first. */
  readonly changes?: ReportChanges;
}

export interface ReportRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly status: ReportStatus;
  readonly formats: readonly ReportFormat[];
  readonly job_ids: readonly string[];
  readonly request: ReportRequest;
  readonly videos_done: number;
  readonly files: Readonly<Partial<Record<ReportFormat, number>>>;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly task_id: string;
  /** Number of the attempt that made the report's files or is making them now. */
  readonly attempt: number;
  readonly created_at: Date;
  readonly ready_at: Date | null;
  readonly expires_at: Date;
}

/** A report in a list, without the ids of its jobs, of which there may be thousands. */
export type ReportListRow = Omit<ReportRow, 'job_ids' | 'request'> & {
  readonly videos: number;
  readonly videos_chosen: number;
};

const listed = `id, workspace_id, title, status, formats, cardinality(job_ids) as videos,
  coalesce((request->>'chosenVideos')::int, cardinality(job_ids)) as videos_chosen, videos_done, files,
  error_code, error_message, task_id, attempt, created_at, ready_at, expires_at`;

export type NewReport = Pick<
  ReportRow,
  | 'id'
  | 'workspace_id'
  | 'title'
  | 'formats'
  | 'job_ids'
  | 'request'
  | 'task_id'
  | 'created_at'
  | 'expires_at'
>;

export async function insertReport(db: Queryable, row: NewReport): Promise<void> {
  await db.query(
    `insert into reports (id, workspace_id, title, status, formats, job_ids, request, task_id, created_at, expires_at)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.id, row.workspace_id, row.title, row.formats, row.job_ids, cleanJson(row.request)],
      ...[row.task_id, row.created_at, row.expires_at],
    ],
  );
}

/** An expired report counts as gone, even before the sweep removes it. */
export async function findReport(
  db: Queryable,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<Owned<ReportListRow> | undefined> {
  const rows = await db.query<Owned<ReportListRow>>(
    `select ${listed} from reports where workspace_id = $1 and id = $2 and expires_at > $3`,
    [workspaceId, id, now],
  );
  return rows[0];
}

/**
 * Begins an attempt to make the report, which makes every earlier attempt stale, and returns the whole row. Undefined
 * if the report was deleted or has ended.
 */
export async function beginReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const rows = await db.query<ReportRow>(
    `update reports set attempt = attempt + 1, videos_done = 0 where id = $1 and status = 'pending' returning *`,
    [id],
  );
  return rows[0];
}

export interface ReportPage {
  readonly workspaceId: string;
  readonly before: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
  readonly now: Date;
}

/** One page of unexpired reports, newest first, found by keyset pagination. */
export const reportPage = (
  db: Queryable,
  { workspaceId, before: cursor, limit, now }: ReportPage,
): Promise<Owned<ReportListRow>[]> =>
  db.query<Owned<ReportListRow>>(
    `select ${listed} from reports where workspace_id = $1 and expires_at > $5
       and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
     order by created_at desc, id desc limit $4`,
    [workspaceId, cursor?.createdAt ?? null, cursor?.id ?? null, limit, now],
  );

export async function countPendingReports(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from reports where workspace_id = $1 and status = 'pending'`,
    [workspaceId],
  );
}

/** Counts the pending reports of a workspace and of all others of its owners. */
export const countPendingReportsOfOwners = (db: Queryable, workspaceId: string): Promise<number> =>
  countOf(
    db,
    `select count(*) as count from reports
     where workspace_id in (${workspacesOfOwners('$1')}) and status = 'pending'`,
    [workspaceId],
  );

type Attempt = Pick<ReportRow, 'id' | 'attempt'>;
const ofAttempt = `id = $1 and attempt = $2 and status = 'pending'`;

/** False if the report was deleted, has ended, or belongs to another attempt. */
export async function noteReportProgress(
  db: Queryable,
  { id, attempt }: Attempt,
  videosDone: number,
): Promise<boolean> {
  const rows = await db.query(
    `update reports set videos_done = $3 where ${ofAttempt} returning id`,
    [id, attempt, videosDone],
  );
  return rows.length > 0;
}

/** False if the report was deleted, has ended, or belongs to another attempt. */
export async function setReportReady(
  db: Queryable,
  { id, attempt }: Attempt,
  ready: { readonly files: ReportRow['files']; readonly videosDone: number; readonly at: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update reports set status = 'ready', files = $3, videos_done = $4, ready_at = $5
     where ${ofAttempt} returning id`,
    [id, attempt, cleanJson(ready.files), ready.videosDone, ready.at],
  );
  return rows.length > 0;
}

/** Whether the report's files were made by this attempt. */
export async function isReadyBy(db: Queryable, { id, attempt }: Attempt): Promise<boolean> {
  const rows = await db.query(
    `select 1 from reports where id = $1 and attempt = $2 and status = 'ready'`,
    [id, attempt],
  );
  return rows.length > 0;
}

export async function setReportFailed(
  db: Queryable,
  { id, attempt }: Attempt,
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  await db.query(
    `update reports set status = 'failed', error_code = $3, error_message = $4 where ${ofAttempt}`,
    [id, attempt, error.code, error.message],
  );
}

/** Reports that are pending although the queue has given up their task. */
export async function reportsOfLostTasks(db: Queryable): Promise<Attempt[]> {
  return db.query<Attempt>(
    `select r.id, r.attempt from reports r where r.status = 'pending' and not exists (
       select 1 from pgboss.job t where t.name = 'report' and t.id = r.task_id and t.state < 'completed')`,
  );
}

/** Removes a report and returns its row; undefined if the workspace has no such report. */
export async function removeReport(
  db: Queryable,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<Pick<ReportRow, 'title'> | undefined> {
  const rows = await db.query<Pick<ReportRow, 'title'>>(
    'delete from reports where workspace_id = $1 and id = $2 and expires_at > $3 returning title',
    [workspaceId, id, now],
  );
  return rows[0];
}

/** Removes at most `limit` expired reports, those that expired first. Returns the removed reports. */
export async function removeExpiredReports(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Pick<ReportRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `delete from reports where id in (select id from reports where expires_at <= $1 order by expires_at limit $2)
     returning id, workspace_id`,
    [now, limit],
  );
}

/** Removes ready reports, oldest first, from workspaces whose reports take more bytes than their plan's quota. */
export async function removeReportsBeyond(
  db: Queryable,
  quotas: Readonly<Record<string, number>>,
  limit: number,
): Promise<Pick<ReportRow, 'id' | 'workspace_id'>[]> {
  return db.query(
    `delete from reports where id in (
       select stored.id from (
         select ready.id, ready.workspace_id,
           sum(bytes) over (partition by workspace_id order by created_at desc, id desc) as bytes
         from (
           select id, workspace_id, created_at,
             (select sum(size::bigint) from jsonb_each_text(files) file (format, size)) as bytes
           from reports where status = 'ready') ready) stored
       join workspaces w on w.id = stored.workspace_id
       where bytes > ($1::jsonb ->> w.plan)::bigint limit $2)
     returning id, workspace_id`,
    [JSON.stringify(quotas), limit],
  );
}

/** A Follow's completed jobs that looked for brands, newest first, and how many there are in total. */
export async function completedJobsOfFollow(
  db: Queryable,
  workspaceId: string,
  followId: string,
  limit: number,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const rows = await db.query<{ id: string; total: number }>(
    `select id, count(*) over ()::int as total from jobs where workspace_id = $1 and follow_id = $2 and status = 'completed'
       and ask -> 'capabilities' ? 'brands'
     order by created_at desc, id desc limit $3`,
    [workspaceId, followId, limit],
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}
