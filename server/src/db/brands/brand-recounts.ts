/** Queries over recounts: a brand of the library is looked for in the results of jobs that ended before it was there. */
import type { Actor } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import { conditionSql, type WordsCondition } from '../search/search.ts';
import { ownerGroupSql } from '../workspaces/members.ts';

export interface RecountRow {
  readonly brand_id: string;
  readonly workspace_id: string;
  readonly state: 'counting' | 'counted' | 'undoing';
  /** Who asked for it. */
  readonly actor: Actor;
  readonly videos: number;
  readonly videos_read: number;
  readonly videos_changed: number;
  readonly videos_skipped: number;
  readonly appearances: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns =
  'brand_id, workspace_id, state, actor, cardinality(job_ids) as videos, videos_read, videos_changed, videos_skipped, appearances, created_at, ended_at';

export async function findRecount(
  db: Queryable,
  workspaceId: string,
  brandId: string,
): Promise<Owned<RecountRow> | undefined> {
  const rows = await db.query<Owned<RecountRow>>(
    `select ${columns} from brand_recounts where workspace_id = $1 and brand_id = $2`,
    [workspaceId, brandId],
    'find recount',
  );
  return rows[0];
}

export interface NewRecount extends Pick<RecountRow, 'brand_id' | 'workspace_id' | 'actor'> {
  readonly job_ids: readonly string[];
  readonly now: Date;
}

/** Begins a recount, or begins it anew. */
export async function putRecount(tx: Queryable, recount: NewRecount): Promise<void> {
  await tx.query(
    `insert into brand_recounts (brand_id, workspace_id, state, actor, job_ids, created_at)
     values ($1, $2, 'counting', $3, $4, $5)
     on conflict (brand_id) do update set state = 'counting', actor = excluded.actor, job_ids = excluded.job_ids,
       videos_read = 0, videos_changed = 0, videos_skipped = 0, appearances = 0, created_at = excluded.created_at, ended_at = null,
       taken_until = null`,
    [
      recount.brand_id,
      recount.workspace_id,
      cleanJson(recount.actor),
      recount.job_ids,
      recount.now,
    ],
  );
}

export async function setRecountUndoing(tx: Queryable, brandId: string): Promise<void> {
  await tx.query(
    `update brand_recounts set state = 'undoing', ended_at = null, taken_until = null where brand_id = $1`,
    [brandId],
  );
}

export interface TakenRecount extends RecountRow {
  /** The next jobs to read; empty if all are read, and for one that is undone. */
  readonly next: readonly string[];
  /** The person whose turn it is: the first owner of the workspace, or the workspace if it has none. */
  readonly owner_group: string;
}

/** How long a recount stays reserved after a process took it. */
const takenMinutes = 10;

const ownerGroup = `${ownerGroupSql('brand_recounts.workspace_id')} collate "C"`;

/**
 * Takes a recount that is not done, of the next owner after `afterOwner`, so that an owner with many does not hold up
 * the others.
 */
export async function takeRecount(
  db: Queryable,
  afterOwner: string,
  jobsAtOnce: number,
): Promise<TakenRecount | undefined> {
  const take = async (side: '>' | '<='): Promise<TakenRecount | undefined> => {
    const [row] = await db.query<TakenRecount>(
      `update brand_recounts set taken_until = now() + interval '${takenMinutes} minutes'
       where brand_id = (select brand_id from brand_recounts
         where state <> 'counted' and (taken_until is null or taken_until < now()) and ${ownerGroup} ${side} $1
         order by ${ownerGroup}, brand_id limit 1 for update skip locked)
       returning ${columns}, ${ownerGroup} as owner_group,
         case state when 'counting' then job_ids[videos_read + 1 : videos_read + $2] else '{}' end as next`,
      [afterOwner, jobsAtOnce],
      `take recount ${side}`,
    );
    return row;
  };
  return (await take('>')) ?? (await take('<='));
}

/**
 * Whether the recount is still going on as it was taken, rather than begun anew or undone. It stays so until the
 * transaction ends.
 */
export async function isStillCounting(
  tx: Queryable,
  { brand_id, created_at }: Pick<RecountRow, 'brand_id' | 'created_at'>,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from brand_recounts where brand_id = $1 and created_at = $2 and state = 'counting' for share`,
    [brand_id, created_at],
  );
  return rows.length > 0;
}

export interface RecountStep {
  readonly read: number;
  readonly changed: number;
  readonly skipped: number;
  readonly appearances: number;
  readonly now: Date;
}

/**
 * Records what was read, ends the recount once all is, and releases it. Does nothing if it was begun anew or undone
 * meanwhile.
 */
export async function noteRecountStep(
  db: Queryable,
  { brand_id, created_at }: RecountRow,
  { read, changed, skipped, appearances, now }: RecountStep,
): Promise<void> {
  await db.query(
    `update brand_recounts set videos_read = videos_read + $3, videos_changed = videos_changed + $4,
       appearances = appearances + $5, videos_skipped = videos_skipped + $7, taken_until = null,
       state = case when videos_read + $3 >= cardinality(job_ids) then 'counted' else state end,
       ended_at = case when videos_read + $3 >= cardinality(job_ids) then $6::timestamptz end
     where brand_id = $1 and created_at = $2 and state = 'counting'`,
    [brand_id, created_at, read, changed, appearances, now, skipped],
  );
}

/** Releases a recount, so that it goes on after `seconds`: at once if more is left to undo, later after a failure. */
export async function releaseRecount(
  db: Queryable,
  { brand_id }: RecountRow,
  seconds: number,
): Promise<void> {
  await db.query(
    `update brand_recounts set taken_until = now() + $2 * interval '1 second' where brand_id = $1`,
    [brand_id, seconds],
  );
}

/** Removes a recount whose corrections are all undone, unless it was begun anew meanwhile. */
export async function removeRecount(db: Queryable, { brand_id }: RecountRow): Promise<void> {
  await db.query(`delete from brand_recounts where brand_id = $1 and state = 'undoing'`, [
    brand_id,
  ]);
}

/** Some jobs that still have corrections of this recount. */
export async function jobsOfRecount(
  db: Queryable,
  { workspace_id, brand_id }: RecountRow,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct job_id as id from corrections where workspace_id = $1 and recount_of = $2 limit $3`,
    [workspace_id, brand_id, limit],
  );
  return rows.map(({ id }) => id);
}

export async function removeRecountCorrections(
  tx: Queryable,
  jobId: string,
  brandId: string,
): Promise<boolean> {
  const rows = await tx.query(
    'delete from corrections where job_id = $1 and recount_of = $2 returning id',
    [jobId, brandId],
  );
  return rows.length > 0;
}

export interface RecountableJobs {
  readonly workspaceId: string;
  /** A passage of the job must meet one of these conditions. */
  readonly words: readonly WordsCondition[];
  /** Only jobs created before: later ones used the library as it is. */
  readonly before: Date;
  readonly limit: number;
  /** Whether jobs are included whose texts are not in the index of search yet. */
  readonly unindexed: boolean;
  /** Leaves out jobs in which the brand counts already under one of these names; null: all jobs. */
  readonly uncounted: readonly CountedName[] | null;
}

export interface CountedName {
  readonly name: string;
  /** Ids of the words of the name in their order; empty if the index of search lacks one. */
  readonly words: readonly number[];
}

/** SQL for the jobs in which the brand counts; the parameters are added to `values`. */
function countedSql(names: readonly CountedName[], values: unknown[]): string {
  values.push(names.map(({ name }) => name.toLowerCase()));
  // Index and results lag behind a correction by a moment, so that corrections are read as well.
  const corrected = `select job_id from corrections where workspace_id = $1 and target <> 'paid_segment'
    and kind in ('add', 'confirm', 'recount', 'rename', 'merge')
    and lower(coalesce(new_name, name)) = any($${values.length}::text[])`;
  const indexed = names
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => {
      values.push([...words, 0]);
      const list = `$${values.length}::int[]`;
      return `words @> ${list} and words[1:${words.length + 1}] = ${list}`;
    });
  if (indexed.length === 0) return corrected;

  // A brand's passage has the words of its name alone, then 0. Passages of a job that waits to be indexed again may be
  // of a correction that was undone, such as a recount: the job would not be offered.
  return `${corrected} union select job_id from search_passages where workspace_id = $1 and kind = 'brand'
    and (${indexed.join(' or ')})
    and job_id not in (select job_id from search_jobs where workspace_id = $1 and done < wanted)`;
}

/**
 * Completed jobs that looked for all known brands and in which the words were read or said, newest first. Jobs that
 * named their brands looked for these alone, so a new name is nothing to them.
 */
export async function recountableJobs(
  db: Queryable,
  { workspaceId, words, before, limit, unindexed, uncounted }: RecountableJobs,
): Promise<string[]> {
  const values: unknown[] = [workspaceId, before, limit];
  const conditions = words.map((condition) => conditionSql(condition, values));
  const named =
    conditions.length > 0
      ? [
          `select job_id from search_passages where workspace_id = $1 and kind in ('text', 'speech')
             and (${conditions.join(' or ')})`,
        ]
      : [];
  const waiting = unindexed
    ? ['select job_id from search_jobs where workspace_id = $1 and done < wanted']
    : [];
  const candidates = [...named, ...waiting];
  if (candidates.length === 0) return [];

  const rows = await db.query<{ id: string }>(
    `select j.id from jobs j where j.workspace_id = $1 and j.status = 'completed' and j.created_at < $2
       and j.ask -> 'capabilities' ? 'brands' and j.ask -> 'brands' = '[]'
       and j.id in (${candidates.join(' union ')})
       ${uncounted ? `and j.id not in (${countedSql(uncounted, values)})` : ''}
     order by j.created_at desc, j.id desc limit $3`,
    values,
  );
  return rows.map(({ id }) => id);
}
