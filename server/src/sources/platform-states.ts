/** Which platforms are left alone at the moment, and how often each workspace may ask them. */
import type { VideoUrl } from './video-url.ts';

export type Site = Pick<VideoUrl, 'platform' | 'url'>;

/** State of one site: a platform, or the host of a direct link. Shared by all processes. */
export interface PlatformStates {
  /** What holds for everybody: paused by an operator, or backing off after a 429. */
  read(site: Site): Promise<{ readonly paused: boolean; readonly backOffUntil: Date | null }>;
  /** Takes one request of the workspace's share; 0, or the time in ms after which to ask again. */
  take(site: Site, workspaceId: string): Promise<number>;
  /** Notes a 429 that a request of the workspace got. */
  backOff(site: Site, workspaceId: string, until: Date): Promise<void>;
}

/** Known to this process alone, without shares. */
export function ownPlatformStates(): PlatformStates {
  const backOffs = new Map<string, Date>();
  const keyOf = ({ platform, url }: Site) => (platform === 'direct' ? new URL(url).host : platform);
  return {
    read: async (site) => ({ paused: false, backOffUntil: backOffs.get(keyOf(site)) ?? null }),
    take: async () => 0,
    backOff: async (site, _workspaceId, until) => {
      backOffs.set(keyOf(site), until);
    },
  };
}
