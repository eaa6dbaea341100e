/** Queries over platforms that are left alone for a while; a direct link's platform is its host. */
import type { Queryable } from './database.ts';

export interface PlatformState {
  readonly paused: boolean;
  readonly backoff_until: Date | null;
}

const nothing: PlatformState = { paused: false, backoff_until: null };

const keyOf = ({ platform, url }: Site): string =>
  platform === 'direct' ? `direct:${URL.parse(url ?? '')?.host ?? ''}` : platform;

/** What is left alone: a platform, or the host of a direct link. */
export interface Site {
  readonly platform: string;
  readonly url: string | null;
}

export async function findPlatformState(db: Queryable, site: Site): Promise<PlatformState> {
  const rows = await db.query<PlatformState>(
    'select paused, backoff_until from platform_states where platform = $1',
    [keyOf(site)],
  );
  return rows[0] ?? nothing;
}

/** Never shortens what another process noted. */
export async function noteBackOff(db: Queryable, site: Site, until: Date): Promise<void> {
  await db.query(
    `insert into platform_states (platform, backoff_until) values ($1, $2)
     on conflict (platform) do update set backoff_until = greatest(platform_states.backoff_until, $2)`,
    [keyOf(site), until],
  );
}

export async function listPlatformStates(
  db: Queryable,
): Promise<(PlatformState & { readonly platform: string })[]> {
  return db.query('select platform, paused, backoff_until from platform_states order by platform');
}
