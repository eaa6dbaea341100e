/** Queries over what videos look like, for search by sight. */
import type { Queryable } from '../database.ts';

export interface SightOfPart {
  readonly model: string;
  readonly pack: Uint8Array;
}

/**
 * Joins what the parts of the jobs described; must be called before the parts are removed. A job whose parts used
 * different models, because runners were being upgraded meanwhile, gets no row.
 */
export async function keepSightOfParts(tx: Queryable, jobIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, packed_at)
     select jobs.id, jobs.workspace_id, jobs.created_at, min(part.sight_model),
       string_agg(part.sight, ''::bytea order by part.first_cell), clock_timestamp()
     from job_parts part join jobs on jobs.id = part.job_id
     where part.job_id = any($1) and part.sight is not null and length(part.sight) > 0
     group by jobs.id having count(distinct part.sight_model) = 1
     on conflict (job_id) do nothing`,
    [jobIds],
    'keep sight of parts',
  );
}

export interface SightRow {
  readonly job_id: string;
  readonly made_at: Date;
  readonly version: number;
  readonly packed_at: Date;
}

/** Jobs of a workspace whose packs were written since a given time, the newest video first. */
export const sightJobs = (
  db: Queryable,
  workspaceId: string,
  { model, since }: { readonly model: string; readonly since: Date | null },
): Promise<SightRow[]> =>
  db.query<SightRow>(
    `select job_id, made_at, 1 as version, packed_at from sight_jobs
     where workspace_id = $1 and packed_at >= $3 and model = $2 order by job_id desc`,
    [workspaceId, model, since ?? new Date(0)],
    'sight jobs',
  );

export const findSightPacks = (
  db: Queryable,
  jobIds: readonly string[],
  model: string,
): Promise<{ readonly job_id: string; readonly version: number; readonly pack: Uint8Array }[]> =>
  db.query(
    'select job_id, 1 as version, pack from sight_jobs where job_id = any($1) and model = $2',
    [jobIds, model],
    'find sight packs',
  );

/** Jobs of a batch that can be found by sight. */
export async function sightJobsOfBatch(db: Queryable, batchId: string): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    'select job_id from jobs join sight_jobs on job_id = id where batch_id = $1',
    [batchId],
  );
  return rows.map(({ job_id }) => job_id);
}

export interface NamedSpan {
  readonly job_id: string;
  readonly starts: number;
  readonly ends: number;
}

/** Moments of the workspace's videos that have one of these words, the newest videos first. */
export const findNamedSpans = (
  db: Queryable,
  workspaceId: string,
  { words, limit }: { readonly words: readonly number[]; readonly limit: number },
): Promise<NamedSpan[]> =>
  db.query<NamedSpan>(
    `with found as materialized (
       select job_id, starts, ends from search_passages
       where words && $2::int[] and workspace_id = $1 and kind in ('brand', 'object'))
     select job_id, starts, ends from found order by job_id desc limit $3`,
    [workspaceId, words, limit],
    'find named spans',
  );

/** How many of the workspace's newest `count` completed jobs have no row. */
export async function countWithoutSight(
  db: Queryable,
  workspaceId: string,
  count: number,
): Promise<number> {
  const [row] = await db.query<{ missing: number }>(
    `select count(*)::int as missing from (
       select id from jobs where workspace_id = $1 and status = 'completed'
       order by created_at desc, id desc limit $2) newest
     where not exists (select 1 from sight_jobs where job_id = newest.id)`,
    [workspaceId, count],
    'count without sight',
  );
  return row?.missing ?? 0;
}
