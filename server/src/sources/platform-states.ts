/** Tells which platforms must not be asked at the moment, and how often each workspace may ask each of them. */
import type { VideoUrl } from './video-url.ts';

export type Site = Pick<VideoUrl, 'platform' | 'url'>;

/** State of one site: a platform, or the host of a direct link. Shared by all processes. */
export interface PlatformStates {
  /** The state that applies to everybody: paused by an operator, or backing off after a 429. */
  read(site: Site): Promise<{ readonly paused: boolean; readonly backOffUntil: Date | null }>;
  /**
   * Takes one request from the workspace's share; returns 0 if it may be made now, or the time in ms after which to ask
   * again.
   */
  take(site: Site, workspaceId: string): Promise<number>;
  /** Records a 429 received for a request of the workspace. */
  backOff(site: Site, workspaceId: string, until: Date): Promise<void>;
}

/** States known only to this process; workspaces have no shares. */
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
