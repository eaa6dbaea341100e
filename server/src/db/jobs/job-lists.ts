/** Queries over the tags and highlights of jobs, which lists show besides the jobs' state. */
import type { JobHighlights } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import { type JobRow, jobColumns } from './jobs.ts';

export async function setTags(
  tx: Queryable,
  job: Owned<JobRow>,
  tags: readonly string[],
  now: Date,
): Promise<Owned<JobRow>> {
  const [row] = await tx.query<Owned<JobRow>>(
    `update jobs set tags = $2, updated_at = $3 where id = $1 returning ${jobColumns}`,
    [job.id, tags, now],
  );
  return row as Owned<JobRow>;
}

/** Clears the highlights; they are computed again after the transaction is committed. */
export async function forgetHighlights(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(
    `update jobs set highlights = null, updated_at = greatest($2::timestamptz, updated_at + interval '1 ms')
     where id = $1`,
    [id, now],
  );
}

/** Notes that what is shown of the job has changed, so that those who follow it read it again. */
export async function touchChanged(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(
    `update jobs set updated_at = greatest($2::timestamptz, updated_at + interval '1 ms') where id = $1`,
    [id, now],
    'touch changed job',
  );
}

/**
 * Stores the highlights; false if the job has changed since `seen`. If `now` is given, it becomes the job's time of
 * change, so that open lists show the highlights.
 */
export async function setHighlights(
  db: Queryable,
  id: string,
  highlights: JobHighlights,
  { seen: seenAt, now }: { readonly seen: Date; readonly now: Date | null },
): Promise<boolean> {
  const rows = await db.query(
    `update jobs set highlights = $2,
       updated_at = case when $4::timestamptz is null then updated_at
         else greatest($4::timestamptz, updated_at + interval '1 ms') end
     where id = $1 and updated_at = $3 returning id`,
    [id, cleanJson(highlights), seenAt, now],
    'set highlights',
  );
  return rows.length > 0;
}

/** Completed jobs without highlights, from releases that had none, ordered by id, after `afterId`. */
export async function jobsWithoutHighlights(
  db: Queryable,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from jobs where status = 'completed' and highlights is null and id > $1 order by id limit $2`,
    [afterId, limit],
    'jobs without highlights',
  );
  return rows.map(({ id }) => id);
}

export async function findListed(
  db: Queryable,
  id: string,
): Promise<Pick<JobRow, 'duration_seconds' | 'updated_at'> | undefined> {
  const rows = await db.query<Pick<JobRow, 'duration_seconds' | 'updated_at'>>(
    `select duration_seconds, updated_at from jobs where id = $1 and status = 'completed'`,
    [id],
  );
  return rows[0];
}
