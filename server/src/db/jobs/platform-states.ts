/**
 * Queries over platforms that get no requests for a while, and over how often each owner sends requests to them. For a
 * direct link, its host counts as the platform.
 */
import type { Queryable } from '../database.ts';

export interface PlatformState {
  readonly paused: boolean;
  readonly backoff_until: Date | null;
}

const idleState: PlatformState = { paused: false, backoff_until: null };

const keyOf = ({ platform, url }: Site): string =>
  platform === 'direct' ? `direct:${URL.parse(url ?? '')?.host ?? ''}` : platform;

/** A site to which requests can be stopped: a platform, or the host of a direct link. */
export interface Site {
  readonly platform: string;
  readonly url: string | null;
}

export async function findPlatformState(db: Queryable, site: Site): Promise<PlatformState> {
  const rows = await db.query<PlatformState>(
    'select paused, backoff_until from platform_states where platform = $1',
    [keyOf(site)],
    'find platform state',
  );
  return rows[0] ?? idleState;
}

/** Records the time until which the site gets no requests. Never shortens a time that another process recorded. */
export async function noteBackOff(db: Queryable, site: Site, until: Date): Promise<void> {
  await db.query(
    `insert into platform_states (platform, backoff_until) values ($1, $2)
     on conflict (platform) do update set backoff_until = greatest(platform_states.backoff_until, $2)`,
    [keyOf(site), until],
  );
}

/** How an owner's requests to one platform are spread out, in ms. */
export interface PlatformShare {
  /** Interval between two requests; 0 if requests are not spread out. */
  readonly everyMs: number;
  /** Milliseconds by which requests may come early, which allows a burst. */
  readonly earlyMs: number;
}

export interface PlatformUser {
  readonly site: Site;
  /** The workspace that stands for all of its owner, as by `oldestOfOwner`. */
  readonly workspaceId: string;
  readonly now: Date;
}

/**
 * SQL condition: `even_at` is further in the future than any request sets it, so it was written by a process whose
 * clock is ahead of this one's.
 */
const ahead = `platform_uses.even_at > $3::timestamptz + make_interval(secs => 60 + ($4::float8 + $5::float8) / 1000)`;

/**
 * Counts one request of the owner to the site and returns 0 if a request is allowed now; otherwise returns the ms
 * to wait (generic cell rate algorithm). While the owner is kept away because of their own 429, no request is
 * allowed.
 */
export async function takePlatformTurn(
  db: Queryable,
  { site, workspaceId, now }: PlatformUser,
  { everyMs, earlyMs }: PlatformShare,
): Promise<number> {
  const params = [keyOf(site), workspaceId, now];
  const rows = await db.query<{ taken: boolean; wait_ms: number }>(
    `with taken as (
       insert into platform_uses (platform, workspace_id, even_at)
       values ($1, $2, $3::timestamptz + make_interval(secs => $4::float8 / 1000))
       on conflict (platform, workspace_id) do update
         set even_at = case when ${ahead} then $3 else greatest(platform_uses.even_at, $3) end
           + make_interval(secs => $4::float8 / 1000)
         where (platform_uses.even_at <= $3::timestamptz + make_interval(secs => $5::float8 / 1000) or ${ahead})
           and coalesce(platform_uses.away_until, $3) <= $3
       returning 1)
     select exists (select 1 from taken) as taken, coalesce((
       select 1000 * extract(epoch from greatest(away_until - $3::timestamptz,
         even_at - $3::timestamptz - make_interval(secs => $5::float8 / 1000)))::float8
       from platform_uses where platform = $1 and workspace_id = $2), 0) as wait_ms`,
    [...params, everyMs, earlyMs],
    'take platform turn',
  );
  const [row] = rows;

  // If no request was allowed although the wait is 0 or less, a concurrent request came first, so a wait of 1 ms is
  // enough.
  return !row || row.taken ? 0 : Math.max(1, Math.ceil(row.wait_ms));
}

/** The time until which the owner is kept away from the site because of their own 429s; null if they are not. */
export async function awayUntil(
  db: Queryable,
  { site, workspaceId, now }: PlatformUser,
): Promise<Date | null> {
  const rows = await db.query<{ away_until: Date }>(
    'select away_until from platform_uses where platform = $1 and workspace_id = $2 and away_until > $3',
    [keyOf(site), workspaceId, now],
  );
  return rows[0]?.away_until ?? null;
}

/**
 * Counts a 429 against the owner whose request got it. The first 429 keeps the owner away for as long as all others,
 * and each further 429 for twice as long as the one before, up to `longestMs`. A 429 is forgotten after `longestMs`.
 * Simultaneous 429s count as one.
 */
export async function countRefusal(
  db: Queryable,
  { site, workspaceId, now }: PlatformUser,
  { backOffMs, longestMs }: { readonly backOffMs: number; readonly longestMs: number },
): Promise<void> {
  await db.query(
    `insert into platform_uses as u (platform, workspace_id, even_at, refusals, refused_at, away_until)
     values ($1, $2, $3, 1, $3, $3::timestamptz + make_interval(secs => $4::float8 / 1000))
     on conflict (platform, workspace_id) do update set (refusals, refused_at, away_until) = (
       select n, $3::timestamptz, $3::timestamptz + make_interval(
         secs => least($5::float8, $4::float8 * power(2, n - 1)) / 1000)
       from (select 1 + greatest(0, u.refusals - floor(
         1000 * extract(epoch from $3::timestamptz - coalesce(u.refused_at, $3)) / $5::float8)::int)) as counted (n))
     where u.refused_at is null or u.refused_at + make_interval(secs => $4::float8 / 1000) <= $3`,
    [keyOf(site), workspaceId, now, backOffMs, longestMs],
  );
}

export async function listPlatformStates(
  db: Queryable,
): Promise<(PlatformState & { readonly platform: string })[]> {
  return db.query('select platform, paused, backoff_until from platform_states order by platform');
}
