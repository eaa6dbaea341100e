/**
 * Limits how often workspaces may send requests to a platform. All requests come from the service's one address, so a
 * limit set by the platform affects everybody. Therefore each owner has a rate, which all their workspaces share, and
 * an owner whose requests get a 429 stays away longer than the others.
 */
import type { Queryable } from '../../db/database.ts';
import {
  awayUntil,
  countRefusal,
  findPlatformState,
  noteBackOff,
  type PlatformUser,
  type Site,
  takePlatformTurn,
} from '../../db/jobs/platform-states.ts';
import { oldestOfOwner } from '../../db/workspaces/owners.ts';
import type { Domain } from '../domain.ts';

type Shares = Pick<Domain, 'now'> & {
  readonly settings: Pick<Domain['settings'], 'platformPerMinute' | 'platformAwayMs'>;
};

const minuteMs = 60_000;
/**
 * For how long after a back-off only small bursts may reach a platform, so that requests delayed meanwhile do not
 * arrive all at once.
 */
const careMs = 10 * minuteMs;
const carefulBurst = 5;
/**
 * The burst of an owner: as many requests may be sent at once as the rate allows within this time, for example for a
 * batch, in which each video needs one request when it is submitted and one for its download.
 */
const burstMs = 2 * minuteMs;

/**
 * Counts one request of the workspace's owner to the platform and returns 0; if no request is allowed yet, returns the
 * ms after which to try again.
 */
export async function takeShare(
  { now: clock, settings }: Shares,
  db: Queryable,
  site: Site,
  workspaceId: string,
): Promise<number> {
  const now = clock();
  const { backoff_until: until } = await findPlatformState(db, site);
  const sinceMs = until ? now.getTime() - until.getTime() : Number.POSITIVE_INFINITY;
  if (sinceMs < 0) return -sinceMs;

  // Requests to hosts of direct links are not limited, because the operator has chosen these hosts.
  const everyMs = site.platform === 'direct' ? 0 : minuteMs / settings.platformPerMinute;
  const earlyMs = sinceMs < careMs && everyMs > 0 ? (carefulBurst - 1) * everyMs : burstMs;

  const user = await userOf(db, workspaceId, { site, now });
  return takePlatformTurn(db, user, { everyMs, earlyMs });
}

/** The workspace's owner as a user of the platform, for whom the oldest of their workspaces stands. */
const userOf = async (
  db: Queryable,
  workspaceId: string,
  use: Pick<PlatformUser, 'site' | 'now'>,
): Promise<PlatformUser> => ({ ...use, workspaceId: await oldestOfOwner(db, workspaceId) });

/** The time until which the workspace must not send requests to the platform; null if it may do so now. */
export async function closedUntil(
  { now: clock }: Pick<Domain, 'now'>,
  db: Queryable,
  site: Site,
  workspaceId: string,
): Promise<Date | null> {
  const now = clock();
  const { backoff_until: until } = await findPlatformState(db, site);
  const user = await userOf(db, workspaceId, { site, now });
  const away = await awayUntil(db, user);
  const ends = [until, away].filter((end) => end !== null && end > now) as Date[];
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/**
 * Records that a platform answered a request of the workspace with 429: no workspace sends the platform requests until
 * `until`.
 */
export async function noteRefusal(
  { now: clock, settings }: Shares,
  db: Queryable,
  { site, workspaceId, until }: { site: Site; workspaceId: string; until: Date },
): Promise<void> {
  await noteBackOff(db, site, until);
  const now = clock();
  const backOffMs = until.getTime() - now.getTime();
  const longestMs = Math.max(settings.platformAwayMs, backOffMs);
  const user = await userOf(db, workspaceId, { site, now });
  await countRefusal(db, user, { backOffMs, longestMs });
}

/** How long no views are read on a platform after it answered a reading with 429. */
const readingsBackOffMs = 60 * minuteMs;

/**
 * Readings of views have a back-off of their own: a 429 to a reading must not hold up jobs, although one to a job holds
 * up readings too.
 */
const readingsOf = ({ platform, url }: Site): Site => ({ platform: `views:${platform}`, url });

/** Whether the workspace's videos must not be read now, because the platform limits requests or an operator paused it. */
export async function closedForReadings(
  domain: Pick<Domain, 'now'>,
  db: Queryable,
  site: Site,
  workspaceId: string,
): Promise<boolean> {
  const { paused } = await findPlatformState(db, site);
  if (paused || (await closedUntil(domain, db, site, workspaceId))) return true;
  return (await closedUntil(domain, db, readingsOf(site), workspaceId)) !== null;
}

/** Records that a platform answered a reading with 429. */
export async function noteReadingRefused(
  { now }: Pick<Domain, 'now'>,
  db: Queryable,
  site: Site,
): Promise<void> {
  await noteBackOff(db, readingsOf(site), new Date(now().getTime() + readingsBackOffMs));
}
