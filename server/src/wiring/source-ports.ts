/** Links, as the domain and the jobs ask for them. */
import type { Queryable } from '../db/database.ts';
import { findPlatformState } from '../db/platform-states.ts';
import type { Asking, Domain, Ports, VideoLook } from '../domain/domain.ts';
import { noteRefusal, takeShare } from '../domain/platform-share.ts';
import type { LinkSource } from '../jobs/source.ts';
import type { Lookup } from '../network/names.ts';
import { allowsNetworks } from '../network/public-address.ts';
import { failures, SourceFault } from '../sources/failure.ts';
import type { PlatformStates } from '../sources/platform-states.ts';
import { type OnLinkRequest, Sources } from '../sources/sources.ts';
import type { Config } from './config.ts';

export function openSources(
  { sources, http, uploads }: Pick<Config, 'sources' | 'http' | 'uploads'>,
  lookup: Lookup,
  states?: PlatformStates,
  onRequest?: OnLinkRequest,
): Sources {
  const { allowDirect, directHosts, privateNetworks, ...settings } = sources;
  const ownPorts = [http.port, uploads.port];
  const listed = privateNetworks.length > 0;
  return new Sources({
    ...settings,
    lookup,
    allowDirect: listed ? allowsNetworks(privateNetworks, ownPorts) : null,
    directHosts: allowDirect ? directHosts : [],
    ...(states && { states }),
    ...(onRequest && { onRequest }),
    now: () => new Date(),
  });
}

/** What every process of the service knows of a platform. */
export function sharedPlatformStates(db: Queryable, settings: Domain['settings']): PlatformStates {
  const shares = { settings, now: () => new Date() };
  return {
    read: async (site) => {
      const { paused, backoff_until: backOffUntil } = await findPlatformState(db, site);
      return { paused, backOffUntil };
    },
    take: (site, workspaceId) => takeShare(shares, db, site, workspaceId),
    backOff: (site, workspaceId, until) => noteRefusal(shares, db, { site, workspaceId, until }),
  };
}

type SourcePorts = Pick<Ports, 'parseVideoUrl' | 'resolveVideo' | 'follow'>;

export function submitPorts(sources: Sources): SourcePorts {
  return {
    parseVideoUrl: (url) => sources.parse(url),
    resolveVideo: (link, workspaceId) => sources.preview(sources.parse(link.url), workspaceId),
    follow: {
      parseSource: (url) => sources.parseFollow(url),
      list: ({ url }, count, asking) => sources.list(sources.parseFollow(url), count, asking),
      look: ({ url }, asking) => look(sources, url, asking),
    },
  };
}

/** Tells what is wrong with this one video from what is wrong with its platform. */
async function look(sources: Sources, url: string, asking: Asking): Promise<VideoLook> {
  try {
    const info = await sources.resolve(sources.parse(url), asking);
    const published = info.metadata.published_at;
    return { ...info, publishedAt: published === null ? null : new Date(published) };
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    if (error.reason === 'live') return null;
    if (failures[error.reason].about === 'video') return { unfit: error.message };
    throw error;
  }
}

export function downloadPort(limits: Config['sources']['download'], sources: Sources): LinkSource {
  return {
    download: async ({ url, workspaceId, folder, looks, signal, onProgress }) => {
      const { path, info } = await sources.download({
        video: sources.parse(url),
        workspaceId,
        folder,
        looks,
        ...limits,
        signal,
        onProgress: ({ fraction }) => onProgress(fraction ?? 0),
      });
      return { path, metadata: info.metadata, videoId: info.videoId };
    },
    describe: async (url, asking) => (await sources.resolve(sources.parse(url), asking)).metadata,
  };
}
