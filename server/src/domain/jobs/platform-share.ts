/**
 * Limits how often workspaces may ask a platform. The service has one address, so a limit set by the platform hits
 * everybody. Therefore each workspace has its own rate, and one whose requests get a 429 stays away longer than the
 * others.
 */
import type { Queryable } from '../../db/database.ts';
import {
  awayUntil,
  countRefusal,
  findPlatformState,
  noteBackOff,
  type Site,
  takePlatformTurn,
} from '../../db/jobs/platform-states.ts';
import type { Domain } from '../domain.ts';

type Shares = Pick<Domain, 'now'> & {
  readonly settings: Pick<Domain['settings'], 'platformPerMinute' | 'platformAwayMs'>;
};

const minuteMs = 60_000;
/**
 * How long a platform is treated with care after a back-off, so that requests held up meanwhile do not arrive all at
 * once.
 */
const careMs = 10 * minuteMs;
const carefulBurst = 5;
/**
 * Requests worth this much time may come at once, such as a batch: each video is asked for at submit and for its
 * download.
 */
const burstMs = 2 * minuteMs;

/** Takes the workspace's next request to the platform; 0, or the ms after which to ask again. */
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

  // Hosts of direct links are the operator's own choice.
  const everyMs = site.platform === 'direct' ? 0 : minuteMs / settings.platformPerMinute;
  const earlyMs = sinceMs < careMs && everyMs > 0 ? (carefulBurst - 1) * everyMs : burstMs;

  return takePlatformTurn(db, { site, workspaceId, now }, { everyMs, earlyMs });
}

/** Until when the workspace must not ask the platform anything; null if it may ask now. */
export async function closedUntil(
  { now: clock }: Pick<Domain, 'now'>,
  db: Queryable,
  site: Site,
  workspaceId: string,
): Promise<Date | null> {
  const now = clock();
  const { backoff_until: until } = await findPlatformState(db, site);
  const away = await awayUntil(db, { site, workspaceId, now });
  const ends = [until, away].filter((end) => end !== null && end > now) as Date[];
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/** A platform answered the workspace's request with 429: every workspace leaves it alone until then. */
export async function noteRefusal(
  { now: clock, settings }: Shares,
  db: Queryable,
  { site, workspaceId, until }: { site: Site; workspaceId: string; until: Date },
): Promise<void> {
  await noteBackOff(db, site, until);
  const now = clock();
  const backOffMs = until.getTime() - now.getTime();
  const longestMs = Math.max(settings.platformAwayMs, backOffMs);
  await countRefusal(db, { site, workspaceId, now }, { backOffMs, longestMs });
}
