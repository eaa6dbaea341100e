/** Stores the numbers of a video that trends are computed from (migration 0048). */
import type { TrendFacts } from '../../exposure/trend-facts.ts';
import type { Database, Queryable } from '../database.ts';
import { analysedSecondsSql } from '../jobs/job-facts.ts';

/**
 * Stores the facts of a job in place of earlier ones, and removes them if the facts are null. Of several analyses of one
 * video the newest with brands counts. Runs in a transaction; does nothing if the job was deleted meanwhile.
 */
export async function keepTrends(
  tx: Queryable,
  jobId: string,
  facts: TrendFacts | null,
): Promise<void> {
  if (!facts) {
    await tx.query('delete from trend_videos where job_id = $1', [jobId], 'drop trends');
    return;
  }

  await inheritPublication(tx, jobId);
  await lockAnalyses(tx, jobId);
  const stored = await keepVideo(tx, jobId, facts);
  if (stored) await keepBrands(tx, jobId, facts);
}

/**
 * Takes over the date that a person set for an earlier analysis of the same video, when this one first counts. Later it
 * is left alone, so a date that was removed stays removed.
 */
async function inheritPublication(tx: Queryable, jobId: string): Promise<void> {
  await tx.query(
    `update jobs set published_by_hand = earlier.published_by_hand from (
       select other.published_by_hand
       from (select id, workspace_id, ${videoKey} as video_key from jobs where id = $1) own
       join trend_videos v using (workspace_id, video_key) join jobs other on other.id = v.job_id
       where other.published_by_hand is not null and v.job_id <> own.id
       order by v.job_id desc limit 1
     ) earlier
     where id = $1 and jobs.published_by_hand is null
       and not exists (select 1 from trend_videos where job_id = $1)`,
    [jobId],
    'inherit publication',
  );
}

async function keepVideo(
  tx: Queryable,
  jobId: string,
  { brands, author, author_url, published_at }: TrendFacts,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into trend_videos (job_id, workspace_id, video_key, newest, dated_at, published, platform, author, author_url,
       seconds, appearances, seen_seconds, equivalent_seconds, mentions, paid, disclosed, paid_seen_seconds,
       paid_mentions, moment)
     select id, workspace_id, ${videoKey}, true, coalesce(published_by_hand, published_at, $4::timestamptz, created_at),
       coalesce(published_by_hand, published_at, $4::timestamptz) is not null, platform, coalesce(author, $2), coalesce(author_url, $3),
       coalesce(${analysedSecondsSql}, 0), total.*
     from jobs, lateral (
       select coalesce(sum(appearances), 0), coalesce(sum(seen_seconds), 0), coalesce(sum(equivalent_seconds), 0),
         coalesce(sum(mentions), 0), bool_or(paid), bool_or(disclosed), sum(paid_seen_seconds), sum(paid_mentions),
         (array_agg(moment order by equivalent_seconds desc, seen_seconds desc))[1]
       from ${brandRows('$5')}
     ) total
     where id = $1
     on conflict (job_id) do update set (dated_at, published, author, author_url, seconds, appearances, seen_seconds,
         equivalent_seconds, mentions, paid, disclosed, paid_seen_seconds, paid_mentions, moment)
       = (excluded.dated_at, excluded.published, excluded.author, excluded.author_url, excluded.seconds,
         excluded.appearances, excluded.seen_seconds, excluded.equivalent_seconds, excluded.mentions, excluded.paid,
         excluded.disclosed, excluded.paid_seen_seconds, excluded.paid_mentions, excluded.moment)
     returning job_id`,
    [jobId, author, author_url, published_at, JSON.stringify(brands)],
    'keep trend video',
  );

  return rows.length > 0;
}

/** The brands of a parameter with JSON, as rows of a table `b`. */
const brandRows = (
  parameter: string,
): string => `jsonb_to_recordset(${parameter}::jsonb) as b (name_key text, name text, appearances int,
       seen_seconds double precision, equivalent_seconds double precision, mentions int, moment double precision,
       paid boolean, disclosed boolean, paid_seen_seconds double precision, paid_mentions int)`;

/** Analyses without the id of a video, such as those of a short link that never resolved, are videos of their own. */
const videoKey = `case when video_id is null then id else platform || ' ' || video_id end`;

async function keepBrands(tx: Queryable, jobId: string, { brands }: TrendFacts): Promise<void> {
  const keys = brands.map(({ name_key: key }) => key);
  await tx.query(
    'delete from trend_brands where job_id = $1 and not (name_key = any($2))',
    [jobId, keys],
    'drop trend brands',
  );
  await tx.query(
    `insert into trend_brands (job_id, name_key, name, workspace_id, newest, dated_at, appearances, seen_seconds,
       equivalent_seconds, mentions, moment, paid, disclosed, paid_seen_seconds, paid_mentions)
     select v.job_id, b.name_key, b.name, v.workspace_id, v.newest, v.dated_at, b.appearances, b.seen_seconds,
       b.equivalent_seconds, b.mentions, b.moment, b.paid, b.disclosed, b.paid_seen_seconds, b.paid_mentions
     from trend_videos v, ${brandRows('$2')}
     where v.job_id = $1
     on conflict (job_id, name_key) do update set name = excluded.name, dated_at = excluded.dated_at,
       appearances = excluded.appearances, seen_seconds = excluded.seen_seconds,
       equivalent_seconds = excluded.equivalent_seconds, mentions = excluded.mentions, moment = excluded.moment,
       paid = excluded.paid, disclosed = excluded.disclosed, paid_seen_seconds = excluded.paid_seen_seconds,
       paid_mentions = excluded.paid_mentions`,
    [jobId, JSON.stringify(brands)],
    'keep trend brands',
  );
  await chooseNewest(tx, jobId);
}

/** The date of publication that the results hold, of a job whose own row has none; null if there is none. */
export async function publishedInResults(tx: Queryable, jobId: string): Promise<string | null> {
  const rows = await tx.query<{ published_at: string | null }>(
    `select results #>> '{metadata,published_at}' as published_at from job_results where job_id = $1`,
    [jobId],
    'published in results',
  );
  return rows[0]?.published_at ?? null;
}

/** Counts a video on another day; `published` says whether it was published then. */
export async function moveInTrends(
  tx: Queryable,
  jobId: string,
  { datedAt, published }: { readonly datedAt: Date; readonly published: boolean },
): Promise<void> {
  await tx.query(
    'update trend_videos set dated_at = $2, published = $3 where job_id = $1',
    [jobId, datedAt, published],
    'move video in trends',
  );
  await tx.query(
    'update trend_brands set dated_at = $2 where job_id = $1',
    [jobId, datedAt],
    'move brands in trends',
  );
}

/**
 * Locks what is stored of all analyses of the job's video, always in the same order and before anything of one is
 * changed: whoever marks the newest changes the others too, so that two callers could deadlock, or one could choose an
 * analysis that the other one removes.
 */
async function lockAnalyses(tx: Queryable, jobId: string): Promise<void> {
  await tx.query(
    `select 1 from (select workspace_id, ${videoKey} as video_key from jobs where id = $1) own
     join trend_videos v using (workspace_id, video_key) order by v.job_id for update of v`,
    [jobId],
    'lock analyses of video',
  );
}

/**
 * Marks the newest analysis of the job's video; ids of jobs are in the order of their creation. The caller must have
 * locked the analyses.
 */
async function chooseNewest(tx: Queryable, jobId: string): Promise<void> {
  await tx.query(
    `with same as (
       select v.job_id, v.newest, v.job_id = max(v.job_id) over () as is_newest
       from trend_videos v join trend_videos changed using (workspace_id, video_key)
       where changed.job_id = $1
     ), marked as (
       update trend_videos v set newest = same.is_newest from same
       where v.job_id = same.job_id and v.newest <> same.is_newest
     )
     update trend_brands b set newest = same.is_newest from same
     where b.job_id = same.job_id and b.newest <> same.is_newest`,
    [jobId],
    'choose newest trends',
  );
}

/** Lets the newest of the other analyses of its video count. Runs in the transaction that deletes the job, before it. */
export async function leaveTrends(tx: Queryable, jobId: string): Promise<void> {
  await lockAnalyses(tx, jobId);
  const [successor] = await tx.query<{ job_id: string }>(
    `select v.job_id from trend_videos v join trend_videos leaving using (workspace_id, video_key)
     where leaving.job_id = $1 and v.job_id <> $1 order by v.job_id desc limit 1`,
    [jobId],
    'successor in trends',
  );
  await tx.query('delete from trend_videos where job_id = $1', [jobId], 'leave trends');
  if (successor) await chooseNewest(tx, successor.job_id);
}

/**
 * Chooses among the analyses of videos of which several count, because they ended at the same moment and neither saw the
 * other.
 */
export async function settleTies(db: Database): Promise<void> {
  const ties = await db.query<{ job_id: string }>(
    `select max(job_id) as job_id from trend_videos where newest
     group by workspace_id, video_key having count(*) > 1 limit 1000`,
    [],
    'ties in trends',
  );
  for (const { job_id: jobId } of ties)
    await db.transaction(async (tx) => {
      await lockAnalyses(tx, jobId);
      await chooseNewest(tx, jobId);
    });
}
