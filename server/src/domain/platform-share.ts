/**
 * How often workspaces may ask a platform. The service asks from one address: what a platform limits, it limits for
 * everybody. So each workspace has a rate of its own, and the one whose requests get a 429 stays away longer than the others.
 */
import type { Queryable } from '../db/database.ts';
import {
  awayUntil,
  countRefusal,
  findPlatformState,
  noteBackOff,
  type Site,
  takePlatformTurn,
} from '../db/platform-states.ts';
import type { Domain } from './domain.ts';

type Shares = Pick<Domain, 'now'> & {
  readonly settings: Pick<Domain['settings'], 'platformPerMinute' | 'platformAwayMs'>;
};

const minuteMs = 60_000;
/** After a back-off a platform is tried with care for so long: what was held up does not come all at once. */
const careMs = 10 * minuteMs;
const carefulBurst = 5;
/** Requests of so long may come at once, such as a batch: each video is asked for at submit and for its download. */
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

/** Until when the workspace can ask nothing of the platform; null if it can now. */
export async function closedUntil(
  { now: clock }: Pick<Domain, 'now'>,
  db: Queryable,
  site: Site,
  workspaceId: string,
): Promise<Date | null> {
  const now = clock();
  const { backoff_until: until } = await findPlatformState(db, site);
  const away = await awayUntil(db, { site, workspaceId, now });
  const ends = [until, away].filter((one) => one !== null && one > now) as Date[];
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/** A platform answered a request of the workspace with 429: it is left alone by all until then. */
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
