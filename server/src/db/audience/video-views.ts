/** Queries over the views of videos, and over when they are read (migration 0050). */
import { storableText } from '@reelsight/contract/clean-text';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import { ownerGroupSql } from '../workspaces/members.ts';

export const readingStates = ['scheduled', 'finished', 'not_given', 'vanished', 'failed'] as const;
export type ReadingState = (typeof readingStates)[number];

export interface ReadingRow {
  readonly job_id: string;
  readonly platform: string;
  readonly link: string;
  readonly published_at: Date | null;
  readonly analysed_at: Date;
  readonly due_at: Date | null;
  readonly next_at: Date | null;
  readonly tries: number;
  readonly state: ReadingState;
  readonly note: string | null;
}

const columns =
  'job_id, platform, link, published_at, analysed_at, due_at, next_at, tries, state, note';

export interface ViewsRow {
  readonly read_at: Date;
  readonly views: number;
}

/** Does nothing if the job has a row already, or was deleted meanwhile. Returns whether there was none. */
export async function insertReading(
  db: Queryable,
  row: Omit<ReadingRow, 'tries' | 'note'>,
): Promise<boolean> {
  const rows = await db.query(
    `insert into view_readings (job_id, platform, link, published_at, analysed_at, due_at, next_at, state)
     select id, $2, $3, $4, $5, $6, $7, $8 from jobs where id = $1 for key share
     on conflict (job_id) do nothing returning 1`,
    [
      ...[row.job_id, row.platform, row.link, row.published_at, row.analysed_at],
      ...[row.due_at, row.next_at, row.state],
    ],
  );
  return rows.length > 0;
}

/** Adds a row to each of the jobs that still exist. */
export async function insertViews(
  db: Queryable,
  jobIds: readonly string[],
  { read_at, views }: ViewsRow,
): Promise<void> {
  await db.query(
    `insert into video_views (job_id, read_at, views)
     select id, $2, $3 from jobs where id = any($1) for key share
     on conflict (job_id, read_at) do nothing`,
    [jobIds, read_at, views],
  );
}

/** A completed job with a link that no reading is planned for, and what its results say about views. */
export interface UnwatchedJob {
  readonly id: string;
  readonly platform: string;
  readonly video_id: string | null;
  readonly url: string;
  readonly completed_at: Date;
  readonly views: string | null;
  readonly published_at: string | null;
  readonly fetched_at: string | null;
}

/**
 * Jobs that completed after `since` in a version that read no views, or whose process was killed. No platform is asked
 * about the videos of test workspaces.
 */
export const jobsWithoutReading = (
  db: Queryable,
  since: Date,
  limit: number,
): Promise<UnwatchedJob[]> =>
  db.query<UnwatchedJob>(
    `select j.id, j.platform, j.video_id, j.url, j.completed_at,
       r.results #>> '{metadata,view_count}' as views,
       r.results #>> '{metadata,published_at}' as published_at,
       r.results #>> '{metadata,fetched_at}' as fetched_at
     from jobs j left join job_results r on r.job_id = j.id
     where j.status = 'completed' and j.status in ('completed', 'failed', 'cancelled')
       and j.completed_at > $1 and j.url is not null and not j.ask ? 'test'
       and not exists (select 1 from view_readings v where v.job_id = j.id)
     order by j.completed_at desc limit $2`,
    [since, limit],
  );

/** A job whose views are due, and what is needed to read them. */
export interface DueReading extends ReadingRow {
  readonly workspace_id: string;
  readonly url: string;
  /** Place of the video among those of its platform: the first videos of all owners come before any second one. */
  readonly place: number;
}

export interface Claim {
  readonly now: Date;
  /** Maximum number of videos per platform. */
  readonly perPlatform: number;
  /** When a claimed reading is tried again if this process ends before it has stored the outcome. */
  readonly againAt: Date;
}

/**
 * Claims readings that are due, one video at a time by turns of owners, with all jobs that have the same video. Of
 * owners whose turns are equal, those come first who were served longest ago; if the oldest reading came first, the
 * backlog of others would hold up a newcomer for hours. A claimed reading is due again only at `againAt`, so another
 * process does not repeat it. Readings of jobs that did not complete are removed.
 */
export async function claimReadings(
  db: Queryable,
  { now, perPlatform, againAt }: Claim,
): Promise<DueReading[]> {
  await db.query(
    `delete from view_readings v using jobs j
     where j.id = v.job_id and v.next_at <= $1 and j.status in ('failed', 'cancelled')`,
    [now],
  );
  await db.query(`delete from view_turns where served_at < $1::timestamptz - interval '1 day'`, [
    now,
  ]);
  return db.query<DueReading>(
    `with due as (
       select v.platform, v.link, ${ownerGroupSql('j.workspace_id')} collate "C" as owner, min(v.next_at) as next_at
       from view_readings v join jobs j on j.id = v.job_id
       where v.next_at <= $1 and j.status = 'completed'
       group by 1, 2, 3),
     turns as (
       select due.*, s.served_at,
         row_number() over (partition by due.platform, due.owner order by due.next_at, due.link) as turn
       from due left join view_turns s on s.platform = due.platform and s.owner = due.owner),
     videos as (
       select distinct on (platform, link) * from turns
       order by platform, link, turn, served_at nulls first, next_at, owner),
     places as (
       select *, row_number() over (
         partition by platform order by turn, served_at nulls first, next_at, link)::int as place
       from videos),
     served as (
       insert into view_turns (platform, owner, served_at)
       select distinct platform, owner, $1::timestamptz from places where place <= $2
       on conflict (platform, owner) do update set served_at = excluded.served_at)
     update view_readings v set next_at = $3, tries = v.tries + 1
     from places p, jobs j
     where p.place <= $2 and v.platform = p.platform and v.link = p.link and v.next_at <= $1
       and j.id = v.job_id and j.status = 'completed'
     returning ${columns
       .split(', ')
       .map((name) => `v.${name}`)
       .join(', ')}, j.workspace_id, j.url, p.place`,
    [now, perPlatform, againAt],
  );
}

export type ReadingChange = Pick<ReadingRow, 'due_at' | 'next_at' | 'tries' | 'state' | 'note'> &
  Partial<Pick<ReadingRow, 'published_at'>>;

export async function updateReading(
  db: Queryable,
  jobId: string,
  { due_at, next_at, tries, state, note, published_at = null }: ReadingChange,
): Promise<void> {
  await db.query(
    `update view_readings set due_at = $2, next_at = $3, tries = $4, state = $5, note = $6,
       published_at = coalesce(published_at, $7)
     where job_id = $1`,
    [jobId, due_at, next_at, tries, state, note && storableText(note), published_at],
  );
}

/** A reading as its workspace may see it: everything but its link to jobs of others. */
export async function findReading(
  db: Queryable,
  { id }: Owned<{ readonly id: string }>,
): Promise<ReadingRow | undefined> {
  const rows = await db.query<ReadingRow>(
    `select ${columns} from view_readings where job_id = $1`,
    [id],
  );
  return rows[0];
}

/** All rows of a job, the oldest first. */
export const viewsOfJob = (
  db: Queryable,
  { id }: Owned<{ readonly id: string }>,
): Promise<ViewsRow[]> =>
  db.query<ViewsRow>('select read_at, views from video_views where job_id = $1 order by read_at', [
    id,
  ]);
