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
