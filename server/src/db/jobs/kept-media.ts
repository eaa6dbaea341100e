/** Queries over the decoded media of jobs: which jobs have it in storage, and which of it may be removed. */

import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { type JobRow, jobColumns } from './jobs.ts';

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
 * Other jobs of the workspace that store media of the same video, newest first. A short link, whose code is not the
 * video's id, is matched by its address.
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

/** SQL condition: the job keeps a download in storage, of `media_bytes`, because its media is not made yet. */
const keepsDownload = `media_kept_at is null and status in ('pending', 'processing', 'held')`;

/** Bytes of the downloads that jobs of the workspace keep, all but those of this job. */
export async function downloadBytesOfOthers(
  db: Queryable,
  workspaceId: string,
  jobId: string,
): Promise<number> {
  return countOf(
    db,
    `select coalesce(sum(media_bytes), 0)::bigint as count from jobs
     where workspace_id = $1 and id <> $2 and media_bytes is not null and ${keepsDownload}`,
    [workspaceId, jobId],
  );
}

export async function setDownloadBytes(tx: Queryable, jobId: string, bytes: number): Promise<void> {
  await tx.query(`update jobs set media_bytes = $2 where id = $1 and ${keepsDownload}`, [
    jobId,
    bytes,
  ]);
}

/** Notes that the media of these jobs is no longer stored. */
export async function forgetMedia(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('update jobs set media_kept_at = null, media_bytes = null where id = any ($1)', [
    ids,
  ]);
}

/** SQL condition: the job has ended, and no job in one of these states is going to reuse its media. */
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
 * Jobs whose media exceeds the bytes that their workspace may store besides the downloads that it keeps, the oldest first, locked; `quotas` are bytes by
 * plan. Held jobs are included, and so are jobs whose media a held job would reuse, because the videos can be ingested
 * again.
 */
export async function lockMediaBeyond(
  tx: Queryable,
  quotas: Readonly<Record<string, number>>,
): Promise<JobRow[]> {
  return tx.query<JobRow>(
    `select ${jobColumns} from jobs where id in (
       select stored.id from (
         select id, workspace_id, sum(media_bytes)
           over (partition by workspace_id order by media_kept_at desc nulls first, id desc) as bytes
         from (
           select id, workspace_id, media_kept_at, media_bytes from jobs where media_kept_at is not null
           union all
           select id, workspace_id, null, media_bytes from jobs where media_bytes is not null and ${keepsDownload}) held
       ) stored
       join workspaces w on w.id = stored.workspace_id
       where bytes > ($1::jsonb ->> w.plan)::bigint)
       and media_kept_at is not null and (status = 'held' or ${mediaUnusedBy(`'pending', 'processing'`)})
     order by media_kept_at limit 200 for update skip locked`,
    [JSON.stringify(quotas)],
  );
}
