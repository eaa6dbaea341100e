/** Which platforms are left alone at the moment: paused by an operator, or backing off after their own 429. */
import type { VideoUrl } from './video-url.ts';

export type Site = Pick<VideoUrl, 'platform' | 'url'>;

/** State of one site: a platform, or the host of a direct link. Shared by all processes. */
export interface PlatformStates {
  read(site: Site): Promise<{ readonly paused: boolean; readonly backOffUntil: Date | null }>;
  backOff(site: Site, until: Date): Promise<void>;
}

/** Known to this process alone. */
export function ownPlatformStates(): PlatformStates {
  const backOffs = new Map<string, Date>();
  const keyOf = ({ platform, url }: Site) => (platform === 'direct' ? new URL(url).host : platform);
  return {
    read: async (site) => ({ paused: false, backOffUntil: backOffs.get(keyOf(site)) ?? null }),
    backOff: async (site, until) => {
      backOffs.set(keyOf(site), until);
    },
  };
}
