/** Queries over Follows and the videos each has seen. */
import type { CreateFollow, Follow, withoutNulls } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { Owned } from './owned.ts';
import { ownerGroupSql } from './workspaces/members.ts';
import { workspacesOfOwners } from './workspaces/owners.ts';

type Asked = ReturnType<typeof withoutNulls<CreateFollow>>;

/** The request for a Follow, as it was made: the source to watch, and the job to create for each new video. */
export type FollowRule = Omit<Asked, 'name' | 'source' | 'backfill' | 'every_minutes'> & {
  readonly source: {
    readonly platform: string;
    readonly kind: Follow['kind'];
    readonly url: string;
    /** Words of a search source. */
    readonly words?: string;
  };
  readonly every_minutes: number;
};

export interface FollowRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly rule: FollowRule;
  readonly status: 'active' | 'paused';
  readonly paused_reason: string | null;
  /** Consecutive runs that the platform refused. */
  readonly failures: number;
  readonly next_run_at: Date | null;
  readonly began_at: Date | null;
  readonly last_run_at: Date | null;
  readonly note: string | null;
  readonly resumed_at: Date | null;
  /** Id of the task of the run that is waiting; null if no run is waiting. */
  readonly run_task: string | null;
  /** How many of the newest videos the next run takes even if they are not new. */
  readonly backfill: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  /**
   * The key that created the Follow, last resumed it or last changed where it sends events; null if a person or the
   * operator did.
   */
  readonly key_id: string | null;
  /** The member of the workspace who did so in a session; null if a key or the operator did. */
  readonly user_id: string | null;
}

export interface FollowVideoRow {
  readonly video_id: string;
  readonly url: string | null;
  readonly job_id: string | null;
  readonly skipped: string | null;
  readonly seen_at: Date;
}

export async function insertFollow(
  db: Queryable,
  follow: Pick<
    FollowRow,
    'id' | 'workspace_id' | 'name' | 'rule' | 'next_run_at' | 'created_at' | 'key_id' | 'user_id'
  >,
): Promise<FollowRow> {
  const rows = await db.query<FollowRow>(
    `insert into follows (id, workspace_id, name, rule, next_run_at, resumed_at, created_at, updated_at, key_id, user_id)
     values ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8) returning *`,
    [
      follow.id,
      follow.workspace_id,
      follow.name,
      cleanJson(follow.rule),
      follow.next_run_at,
      follow.created_at,
      follow.key_id,
      follow.user_id,
    ],
  );
  return rows[0] as FollowRow;
}

/** Finds a Follow of the workspace; if `workspaceId` is null, of any workspace, for the operator. */
export async function findFollow(
  db: Queryable,
  workspaceId: string | null,
  id: string,
): Promise<Owned<FollowRow> | undefined> {
  const rows = await db.query<Owned<FollowRow>>(
    'select * from follows where id = $1 and ($2::text is null or workspace_id = $2)',
    [id, workspaceId],
  );
  return rows[0];
}

/** Whether the workspace has the Follow, or had it and still has jobs that it made. */
export async function isFollowKnown(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from follows where id = $2 and workspace_id = $1
     union all select 1 from jobs where workspace_id = $1 and follow_id = $2 limit 1`,
    [workspaceId, id],
    'is Follow known',
  );
  return rows.length > 0;
}

export async function lockFollow(db: Queryable, id: string): Promise<FollowRow | undefined> {
  const rows = await db.query<FollowRow>('select * from follows where id = $1 for update', [id]);
  return rows[0];
}

export async function countFollows(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from follows where workspace_id = $1', [
    workspaceId,
  ]);
}

/** All Follows of a workspace, newest first, with what each has spent since `since`, as in `followSpent`. */
export async function listFollows(
  db: Queryable,
  workspaceId: string,
  since: Date,
): Promise<(FollowRow & { readonly spent: number })[]> {
  return db.query(
    `with charged as (
       select v.follow_id, -sum(l.amount) as credits
       from ledger l join follow_videos v on v.job_id = l.job_id
       where l.workspace_id = $1 and l.type = 'charge' and l.created_at >= $2 group by v.follow_id),
     estimated as (
       select follow_id, sum(credits_estimated) as credits from jobs
       where workspace_id = $1 and follow_id is not null
         and status in ('pending', 'processing', 'held') group by follow_id)
     select f.*, (coalesce(c.credits, 0) + coalesce(e.credits, 0))::bigint as spent
     from follows f left join charged c on c.follow_id = f.id
       left join estimated e on e.follow_id = f.id
     where f.workspace_id = $1 order by f.created_at desc, f.id desc limit 1000`,
    [workspaceId, since],
  );
}

/**
 * SQL condition: the task of the Follow's run is in the queue and has not begun. `run_task` alone is not enough,
 * because it may name a task that was lost.
 */
const runWaits = `exists (select 1 from pgboss.job t
  where t.name = 'follow' and t.id = f.run_task and t.state < 'active')`;

export async function hasWaitingRun(db: Queryable, followId: string): Promise<boolean> {
  const rows = await db.query(`select 1 from follows f where id = $1 and ${runWaits}`, [followId]);
  return rows.length > 0;
}

/** Number of runs that wait, in this workspace and in all others of its owners. */
export async function countWaitingRuns(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from follows
     where workspace_id in (${workspacesOfOwners('$1')}) and run_task is not null`,
    [workspaceId],
  );
}

const funded = 'not w.past_due and w.plan_credits + w.purchased_credits > 0';

/**
 * Locks active Follows that are due, whose workspace can pay and for which no run is waiting: the first of each
 * owner, then the second of each, and so on, because anybody may create many workspaces. Skips those locked by another
 * scheduler.
 */
export async function lockDueFollows(db: Queryable, now: Date): Promise<FollowRow[]> {
  return db.query<FollowRow>(
    `with due as (
       select f.id, row_number() over (partition by ${ownerGroupSql('f.workspace_id')} order by f.next_run_at, f.id) as place,
         f.next_run_at as due_at
       from follows f join workspaces w on w.id = f.workspace_id and w.deleted_at is null
       where f.status = 'active' and f.next_run_at <= $1 and ${funded} and not ${runWaits}
       order by place, due_at limit 200)
     select f.* from follows f join due on due.id = f.id
     where f.status = 'active' and f.next_run_at <= $1
     order by due.place, due.due_at for update of f skip locked`,
    [now],
  );
}

/** For each Follow that is due but whose workspace cannot pay, records why it waits. */
export async function noteUnfunded(db: Queryable, now: Date, note: string): Promise<void> {
  await db.query(
    `update follows f set note = $2 from workspaces w
     where w.id = f.workspace_id and w.deleted_at is null and f.status = 'active'
       and f.next_run_at <= $1 and not (${funded}) and f.note is distinct from $2`,
    [now, note],
  );
}

export type FollowChange = Partial<Omit<FollowRow, 'id' | 'workspace_id' | 'created_at'>>;

/** Builds the SQL from column names, which come only from the type `FollowChange` and never from a caller's input. */
export async function updateFollow(
  db: Queryable,
  id: string,
  change: FollowChange,
): Promise<FollowRow> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const assignments = entries.map(([column], index) => `${column} = $${index + 2}`).join(', ');
  const values = entries.map(([column, value]) => (column === 'rule' ? cleanJson(value) : value));
  const rows = await db.query<FollowRow>(
    `update follows set ${assignments} where id = $1 returning *`,
    [id, ...values],
  );

  return rows[0] as FollowRow;
}

/** Pauses the active Follows of a key; returns their ids. */
export async function pauseFollowsOfKey(
  db: Queryable,
  keyId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update follows set status = 'paused', paused_reason = $2, updated_at = $3
     where id in (select id from follows where key_id = $1 and status = 'active' order by id for update)
     returning id`,
    [keyId, reason, now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Pauses the active Follows of a member in one workspace; returns their ids. Who made those of earlier versions is in the
 * audit log alone.
 */
export async function pauseFollowsOfMember(
  db: Queryable,
  workspaceId: string,
  userId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update follows set status = 'paused', paused_reason = $3, updated_at = $4
     where id in (
       select id from follows f where workspace_id = $1 and status = 'active'
         and (user_id = $2 or user_id is null and key_id is null and exists (
           select from audit a where a.workspace_id = $1 and a.action = 'follow.created'
             and a.target ->> 'id' = f.id and a.actor ->> 'type' = 'user' and a.actor ->> 'id' = $2))
       order by id for update)
     returning id`,
    [workspaceId, userId, reason, now],
  );
  return rows.map(({ id }) => id);
}

/** Pauses the active Follows of the workspaces a person owns; returns their ids. */
export async function pauseFollowsOfOwner(
  db: Queryable,
  userId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update follows set status = 'paused', paused_reason = $2, updated_at = $3
     where id in (
       select id from follows where status = 'active'
         and workspace_id in (select workspace_id from members where user_id = $1 and role = 'owner')
       order by id for update)
     returning id`,
    [userId, reason, now],
  );
  return rows.map(({ id }) => id);
}

export async function removeFollow(db: Queryable, id: string): Promise<void> {
  await db.query('delete from follows where id = $1', [id]);
}

/**
 * The given videos that the Follow has found before, with the reason why each got no job; an empty reason means that
 * the video did get a job.
 */
export async function knownVideos(
  db: Queryable,
  followId: string,
  videoIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ video_id: string; skipped: string | null }>(
    'select video_id, skipped from follow_videos where follow_id = $1 and video_id = any($2)',
    [followId, [...videoIds]],
  );
  return new Map(rows.map((row) => [row.video_id, row.skipped ?? '']));
}

export interface NewFollowVideo {
  readonly followId: string;
  readonly videoId: string;
  readonly url: string;
  readonly jobId: string | null;
  readonly skipped: string | null;
  readonly seenAt: Date;
}

/**
 * Records a video that the Follow has found; false if the video is recorded already. With `mayRetake`, a recorded video
 * that has no job is taken again.
 */
export async function takeVideo(
  db: Queryable,
  video: NewFollowVideo,
  mayRetake: boolean,
): Promise<boolean> {
  const rows = await db.query(
    `insert into follow_videos (follow_id, video_id, url, job_id, skipped, seen_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (follow_id, video_id) do update
       set job_id = excluded.job_id, skipped = excluded.skipped, seen_at = excluded.seen_at
       where $7 and follow_videos.job_id is null
     returning video_id`,
    [video.followId, video.videoId, video.url, video.jobId, video.skipped, video.seenAt, mayRetake],
  );
  return rows.length > 0;
}

/** The last 200 videos found, newest first. */
export async function followVideos(db: Queryable, followId: string): Promise<FollowVideoRow[]> {
  return db.query<FollowVideoRow>(
    `select video_id, url, job_id, skipped, seen_at from follow_videos where follow_id = $1
     order by seen_at desc, video_id limit 200`,
    [followId],
  );
}

/** Credits charged since `since` for the Follow's jobs, including deleted ones, plus the estimates of its open jobs. */
export async function followSpent(
  db: Queryable,
  follow: Pick<FollowRow, 'id' | 'workspace_id'>,
  since: Date,
): Promise<number> {
  const rows = await db.query<{ spent: number }>(
    `select
       (select coalesce(-sum(l.amount), 0) from follow_videos v join ledger l on l.job_id = v.job_id
         where v.follow_id = $1 and l.type = 'charge' and l.created_at >= $3)
       + (select coalesce(sum(credits_estimated), 0) from jobs where workspace_id = $2 and follow_id = $1
           and status in ('pending', 'processing', 'held')) as spent`,
    [follow.id, follow.workspace_id, since],
  );
  return rows[0]?.spent ?? 0;
}

/** Error codes of the Follow's most recently ended jobs, newest first; null for a job that did not fail. */
export async function lastFollowErrors(
  db: Queryable,
  follow: Pick<FollowRow, 'id' | 'workspace_id'>,
  { since, limit }: { since: Date; limit: number },
): Promise<(string | null)[]> {
  const rows = await db.query<{ error_code: string | null }>(
    `select error_code from jobs where workspace_id = $2 and follow_id = $1 and created_at >= $3
       and status in ('completed', 'failed') order by created_at desc, id desc limit $4`,
    [follow.id, follow.workspace_id, since, limit],
  );
  return rows.map((row) => row.error_code);
}
