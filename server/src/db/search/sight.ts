/** Queries over what videos look like, for search by sight. */
import type { Queryable } from '../database.ts';

export interface SightOfPart {
  readonly model: string;
  readonly pack: Uint8Array;
}

/**
 * Joins what the parts of the jobs described; must be called before the parts are removed. A job whose parts used
 * different models, because runners were being upgraded meanwhile, gets no row. It gets no vectors for words unless all
 * of its parts have them, of one model.
 */
export async function keepSightOfParts(tx: Queryable, jobIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, words_model, words_pack, packed_at)
     select id, workspace_id, created_at, model, pack, case when words_complete then words_model end,
       case when words_complete then words_pack end, clock_timestamp()
     from (
       select jobs.id, jobs.workspace_id, jobs.created_at, min(part.sight_model) as model,
         string_agg(part.sight, ''::bytea order by part.first_cell) as pack, min(part.words_model) as words_model,
         string_agg(part.words_sight, ''::bytea order by part.first_cell) as words_pack,
         count(part.words_sight) = count(*) and count(distinct part.words_model) = 1 as words_complete
       from job_parts part join jobs on jobs.id = part.job_id
       where part.job_id = any($1) and part.sight is not null and length(part.sight) > 0
       group by jobs.id having count(distinct part.sight_model) = 1) joined
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

/** What vectors are compared with, and which model made those that can be compared. */
export interface SightVectors {
  readonly comparedWith: 'pictures' | 'words';
  readonly model: string;
}

const columnsOf = {
  pictures: { pack: 'pack', model: 'model' },
  words: { pack: 'words_pack', model: 'words_model' },
} as const satisfies Record<SightVectors['comparedWith'], object>;

/** Jobs of a workspace whose packs were written since a given time, the newest video first. */
export const sightJobs = (
  db: Queryable,
  workspaceId: string,
  { comparedWith, model }: SightVectors,
  since: Date | null,
): Promise<SightRow[]> =>
  db.query<SightRow>(
    `select job_id, made_at, 1 as version, packed_at from sight_jobs
     where workspace_id = $1 and packed_at >= $3 and ${columnsOf[comparedWith].model} = $2 order by job_id desc`,
    [workspaceId, model, since ?? new Date(0)],
    `sight jobs by ${comparedWith}`,
  );

export const findSightPacks = (
  db: Queryable,
  jobIds: readonly string[],
  { comparedWith, model }: SightVectors,
): Promise<{ readonly job_id: string; readonly version: number; readonly pack: Uint8Array }[]> =>
  db.query(
    `select job_id, 1 as version, ${columnsOf[comparedWith].pack} as pack from sight_jobs
     where job_id = any($1) and ${columnsOf[comparedWith].model} = $2`,
    [jobIds, model],
    `find sight packs by ${comparedWith}`,
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

export interface CountsWithout {
  /** Jobs of which no vectors are kept. */
  readonly sight: number;
  /** Jobs of which no vectors are kept that this model can compare with words. */
  readonly words: number;
}

/** How many of the workspace's newest `count` completed jobs can't be found. */
export async function countWithoutSight(
  db: Queryable,
  workspaceId: string,
  { count, wordsModel }: { readonly count: number; readonly wordsModel: string | null },
): Promise<CountsWithout> {
  const [row] = await db.query<CountsWithout>(
    `select count(*) filter (where sight_jobs.job_id is null)::int as sight,
       count(*) filter (where words_model is distinct from $3)::int as words
     from (
       select id from jobs where workspace_id = $1 and status = 'completed'
       order by created_at desc, id desc limit $2) newest
     left join sight_jobs on job_id = newest.id`,
    [workspaceId, count, wordsModel],
    'count without sight',
  );
  return row ?? { sight: 0, words: 0 };
}
