/** What lists show of jobs beside their state: tags and highlights. */
import type { JobHighlights } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import type { Queryable } from './database.ts';
import { type JobRow, jobColumns } from './jobs.ts';

export async function setTags(
  tx: Queryable,
  id: string,
  tags: readonly string[],
  now: Date,
): Promise<JobRow> {
  const [row] = await tx.query<JobRow>(
    `update jobs set tags = $2, updated_at = $3 where id = $1 returning ${jobColumns}`,
    [id, tags, now],
  );
  return row as JobRow;
}

/** False if the job was deleted. */
export async function setHighlights(
  db: Queryable,
  id: string,
  highlights: JobHighlights,
  now: Date | null,
): Promise<boolean> {
  const rows = await db.query(
    `update jobs set highlights = $2, updated_at = coalesce($3::timestamptz, updated_at)
     where id = $1 returning id`,
    [id, cleanJson(highlights), now],
    'set highlights',
  );
  return rows.length > 0;
}

/** Completed jobs without highlights: of code that knew none. */
export async function jobsWithoutHighlights(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from jobs where status = 'completed' and highlights is null order by id limit $1`,
    [limit],
    'jobs without highlights',
  );
  return rows.map(({ id }) => id);
}

export async function durationOf(db: Queryable, id: string): Promise<number | null> {
  const [row] = await db.query<{ duration_seconds: number | null }>(
    'select duration_seconds from jobs where id = $1',
    [id],
  );
  return row?.duration_seconds ?? null;
}
