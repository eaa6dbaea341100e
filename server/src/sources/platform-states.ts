/** Tracks which platforms must not be accessed at the moment, and how often each workspace may access each of them. */
import type { VideoUrl } from './video-url.ts';

export type Site = Pick<VideoUrl, 'platform' | 'url'>;

/** State of each site, that is, of a platform or of the host of a direct link. Shared by all processes. */
export interface PlatformStates {
  /** The state that applies to all workspaces: paused by an operator, or backing off after a 429. */
  read(site: Site): Promise<{ readonly paused: boolean; readonly backOffUntil: Date | null }>;
  /**
   * Takes one request from the workspace's share. Returns 0 if the request may be made now, or the time in ms after
   * which to call this again.
   */
  take(site: Site, workspaceId: string): Promise<number>;
  /** Those whose requests take turns as one: the owner of the workspace, who may have many. */
  groupOf(workspaceId: string): Promise<string>;
  /** Records that a request of the workspace was answered with a 429. */
  backOff(site: Site, workspaceId: string, until: Date): Promise<void>;
}

/** States known only to this process; workspaces have no limited shares. */
export function ownPlatformStates(): PlatformStates {
  const backOffs = new Map<string, Date>();
  const keyOf = ({ platform, url }: Site) => (platform === 'direct' ? new URL(url).host : platform);
  return {
    read: async (site) => ({ paused: false, backOffUntil: backOffs.get(keyOf(site)) ?? null }),
    take: async () => 0,
    groupOf: async (workspaceId) => workspaceId,
    backOff: async (site, _workspaceId, until) => {
      backOffs.set(keyOf(site), until);
    },
  };
}
