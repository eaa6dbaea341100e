/** Queries over the videos that alerts found. */
import { testTitle } from '@reelsight/contract/testing-words';
import type { Queryable } from '../database.ts';

export interface MatchRow {
  readonly id: string;
  readonly job_id: string;
  readonly title: string | null;
  readonly brand: string;
  readonly brands: readonly string[];
  readonly seconds: number;
  readonly moment: number | null;
  readonly frame_url: string | null;
}

export interface ListedMatch extends MatchRow {
  readonly found_at: Date;
  readonly message_id: string | null;
  readonly sends_at: Date | null;
  readonly sent_at: Date | null;
  readonly withdrawn_at: Date | null;
}

/** The title as messages show it, which says so if the video was not analysed but is one of a test. */
const markedTitle = `case when j.ask ? 'test' then '${testTitle('')}' else '' end || coalesce(j.title, j.filename) as title`;
/** Of `alert_matches m` and `jobs j`. */
export const matchColumns = `m.id, m.job_id, ${markedTitle}, m.brand, m.brands, m.seconds, m.moment, m.frame_url`;

/** A page of matches, the newest first. */
export async function matchPage(
  db: Queryable,
  alertId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<ListedMatch[]> {
  return db.query<ListedMatch>(
    `select ${matchColumns}, m.found_at, m.message_id, m.sent_at, m.withdrawn_at,
       case when g.closed_at is null and m.withdrawn_at is null then g.due_at end as sends_at
     from alert_matches m join jobs j on j.id = m.job_id left join alert_messages g on g.id = m.message_id
     where m.alert_id = $1 and ($2::text is null or m.id < $2) order by m.id desc limit $3`,
    [alertId, before, limit],
    'page of matches',
  );
}

/** The workspace of a completed job. */
export async function workspaceOfJob(db: Queryable, jobId: string): Promise<string | undefined> {
  const rows = await db.query<{ workspace_id: string }>(
    `select workspace_id from jobs where id = $1 and status = 'completed'`,
    [jobId],
    'workspace of job',
  );
  return rows[0]?.workspace_id;
}

/** Alerts that found this analysis. */
export async function matchedAlerts(db: Queryable, jobId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ alert_id: string }>(
    'select alert_id from alert_matches where job_id = $1',
    [jobId],
    'alerts that matched',
  );
  return new Set(rows.map(({ alert_id: id }) => id));
}

/** The analysis that trends count, and what it has in common with others of its video. */
export interface CheckedVideo {
  readonly workspace_id: string;
  readonly video_key: string;
  readonly newest: boolean;
  readonly dated_at: Date;
  readonly completed_at: Date;
}

export async function findCheckedVideo(
  db: Queryable,
  jobId: string,
): Promise<CheckedVideo | undefined> {
  const rows = await db.query<CheckedVideo>(
    `select v.workspace_id, v.video_key, v.newest, v.dated_at, j.completed_at
     from trend_videos v join jobs j on j.id = v.job_id where v.job_id = $1 and j.completed_at is not null`,
    [jobId],
    'find checked video',
  );
  return rows[0];
}

/** The id of what the alert found in this analysis. */
export async function matchOfJob(
  tx: Queryable,
  alertId: string,
  jobId: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    'select id from alert_matches where alert_id = $1 and job_id = $2',
    [alertId, jobId],
    'match of job',
  );
  return rows[0]?.id;
}

export interface NewMatch extends Omit<MatchRow, 'title'> {
  readonly alertId: string;
  readonly workspaceId: string;
  readonly videoKey: string;
  readonly foundAt: Date;
  readonly messageId: string | null;
}

/** Notes that the alert has found the video; false if it had before. */
export async function noteVideo(
  tx: Queryable,
  alertId: string,
  videoKey: string,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into alert_videos (alert_id, video_hash) values ($1, md5($2)) on conflict do nothing returning 1`,
    [alertId, videoKey],
    'note video of alert',
  );
  return rows.length > 0;
}

export async function insertMatch(tx: Queryable, match: NewMatch): Promise<void> {
  await tx.query(
    `insert into alert_matches (id, alert_id, workspace_id, job_id, video_key, brand, brands, seconds, moment, frame_url,
       found_at, message_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      match.id,
      match.alertId,
      match.workspaceId,
      match.job_id,
      match.videoKey,
      match.brand,
      match.brands,
      match.seconds,
      match.moment,
      match.frame_url,
      match.foundAt,
      match.messageId,
    ],
    'insert match',
  );
}

/** Updates what is shown of a match, as corrections say, and takes back that it was withdrawn. */
export async function updateMatch(
  tx: Queryable,
  match: Pick<NewMatch, 'id' | 'brand' | 'brands' | 'seconds' | 'moment' | 'frame_url'>,
): Promise<void> {
  await tx.query(
    `update alert_matches set brand = $2, brands = $3, seconds = $4, moment = $5, frame_url = $6, withdrawn_at = null,
       withdrawn_in = null where id = $1`,
    [match.id, match.brand, match.brands, match.seconds, match.moment, match.frame_url],
    'update match',
  );
}

/** Takes back that a match was withdrawn. */
export async function restoreMatch(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'update alert_matches set withdrawn_at = null, withdrawn_in = null where id = $1 and withdrawn_at is not null',
    [id],
    'restore match',
  );
}

export async function withdrawMatch(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(
    'update alert_matches set withdrawn_at = $2 where id = $1 and withdrawn_at is null',
    [id, now],
    'withdraw match',
  );
}

/** Number of matches of the alert that were found since then, counted up to a limit, and when the first was. */
export async function recentMatches(
  tx: Queryable,
  alertId: string,
  since: Date,
  limit: number,
): Promise<{ readonly matches: number; readonly first: Date | null }> {
  const rows = await tx.query<{ matches: number; first: Date | null }>(
    `select count(*)::int as matches, min(found_at) as first
     from (select found_at from alert_matches where alert_id = $1 and found_at > $2 order by found_at desc limit $3) recent`,
    [alertId, since, limit],
    'recent matches',
  );
  return rows[0] ?? { matches: 0, first: null };
}

export async function standingsOf(
  tx: Queryable,
  alertId: string,
  period: string,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.query<{ rival_key: string; ahead: boolean }>(
    'select rival_key, ahead from alert_standings where alert_id = $1 and period = $2',
    [alertId, period],
    'standings',
  );
  return new Map(rows.map(({ rival_key: key, ahead }) => [key, ahead]));
}

/** Stores who is ahead in the period, and forgets those of periods before `oldest`. */
export async function keepStandings(
  tx: Queryable,
  alertId: string,
  {
    period,
    oldest,
    standings,
  }: {
    readonly period: string;
    readonly oldest: string;
    readonly standings: ReadonlyMap<string, boolean>;
  },
): Promise<void> {
  await tx.query(
    `insert into alert_standings (alert_id, period, rival_key, ahead)
     select $1, $2, rival, ahead from unnest($3::text[], $4::boolean[]) as s (rival, ahead)
     on conflict (alert_id, period, rival_key) do update set ahead = excluded.ahead`,
    [alertId, period, [...standings.keys()], [...standings.values()]],
    'keep standings',
  );
  await tx.query(
    'delete from alert_standings where alert_id = $1 and period < $2',
    [alertId, oldest],
    'forget standings',
  );
}

export async function forgetStandings(tx: Queryable, alertId: string): Promise<void> {
  await tx.query('delete from alert_standings where alert_id = $1', [alertId]);
}
