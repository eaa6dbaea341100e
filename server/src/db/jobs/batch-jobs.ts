/** Jobs of a batch. */

import type { BatchRow } from '../batches.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import type { JobRow } from './jobs.ts';

export async function batchJobs(db: Queryable, batchId: string): Promise<JobRow[]> {
  return db.query<JobRow>('select * from jobs where batch_id = $1 order by batch_position', [
    batchId,
  ]);
}

/** All jobs of a batch belong to the batch's workspace, so they need no separate check of ownership. */
export async function jobsOfOwnBatch(
  db: Queryable,
  { id }: Owned<BatchRow>,
): Promise<Owned<JobRow>[]> {
  return (await batchJobs(db, id)) as Owned<JobRow>[];
}

export interface NewerJob {
  readonly job_id: string;
  readonly newer_job_id: string;
  readonly created_at: Date;
}

/**
 * For each job of the batch the newest completed job of the workspace that is not of the batch, has the same link or
 * upload, was created later, and has at least the job's capabilities; jobs without one are left out.
 */
export async function newerJobsOf(
  db: Queryable,
  { id, workspace_id }: Owned<BatchRow>,
): Promise<NewerJob[]> {
  // Separate queries for link and upload: with "or", each of the jobs would be compared with every job of the workspace.
  const by = (column: 'url' | 'upload_key'): string =>
    `select j.id as job_id, j.batch_position, n.id as newer_job_id, n.created_at
     from jobs j join jobs n on n.${column} = j.${column}
     where j.batch_id = $1 and n.workspace_id = $2 and n.status = 'completed' and n.batch_id is distinct from $1
       and n.created_at > j.created_at and n.ask -> 'capabilities' @> (j.ask -> 'capabilities')`;
  return db.query<NewerJob>(
    `select distinct on (batch_position, job_id) job_id, newer_job_id, created_at
     from (${by('url')} union ${by('upload_key')}) newer
     order by batch_position, job_id, created_at desc, newer_job_id desc`,
    [id, workspace_id],
  );
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
