/** Links, as the domain and the jobs ask for them. */
import { Fault } from '@reelsight/contract';
import pLimit from 'p-limit';
import type { Queryable } from '../db/database.ts';
import { findPlatformState, noteBackOff } from '../db/platform-states.ts';
import type { Ports, VideoLook } from '../domain/domain.ts';
import type { LinkSource } from '../jobs/source.ts';
import { failures, SourceFault } from '../sources/failure.ts';
import { inTurn } from '../sources/in-turn.ts';
import type { PlatformStates } from '../sources/platform-states.ts';
import { Sources } from '../sources/sources.ts';
import type { Config } from './config.ts';

/** Longest a list of videos may take, and a look at one. */
const listLimitMs = 120_000;
const lookLimitMs = 30_000;
/** Runs of Follows and previews of them share these; each is a process of yt-dlp. */
const followAtOnce = 4;

export function openSources(
  { allowDirect, directHosts, ...settings }: Config['sources'],
  states?: PlatformStates,
): Sources {
  return new Sources({
    ...settings,
    directHosts: allowDirect ? directHosts : [],
    ...(states && { states }),
    now: () => new Date(),
  });
}

/** What every process of the service knows of a platform. */
export function sharedPlatformStates(db: Queryable): PlatformStates {
  return {
    read: async (site) => {
      const { paused, backoff_until: backOffUntil } = await findPlatformState(db, site);
      return { paused, backOffUntil };
    },
    backOff: (site, until) => noteBackOff(db, site, until),
  };
}

type SourcePorts = Pick<Ports, 'parseVideoUrl' | 'resolveVideo' | 'follow'>;

export function submitPorts(sources: Sources): SourcePorts {
  const limit = pLimit(followAtOnce);
  return {
    parseVideoUrl: (url) => sources.parse(url),
    resolveVideo: (link) => sources.preview(sources.parse(link.url)),
    follow: {
      parseSource: (url) => sources.parseFollow(url),
      list: ({ url }, count, signal) =>
        inTurn(limit, signal, () =>
          within(listLimitMs, signal, (limited) =>
            sources.list(sources.parseFollow(url), count, limited),
          ),
        ),
      look: ({ url }, signal) =>
        inTurn(limit, signal, () =>
          within(lookLimitMs, signal, (limited) => look(sources, url, limited)),
        ),
    },
  };
}

/** A platform that does not answer in time can't be reached. */
async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    throw new Fault('PLATFORM_UNAVAILABLE', `no answer within ${limitMs} ms`);
  }
}

/** Tells what is wrong with this one video from what is wrong with its platform. */
async function look(sources: Sources, url: string, signal: AbortSignal): Promise<VideoLook> {
  try {
    const info = await sources.resolve(sources.parse(url), signal);
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
    download: async ({ url, folder, looks, signal, onProgress }) => {
      const { path, info } = await sources.download({
        video: sources.parse(url),
        folder,
        looks,
        ...limits,
        signal,
        onProgress: ({ fraction }) => onProgress(fraction ?? 0),
      });
      return { path, metadata: info.metadata, videoId: info.videoId };
    },
    describe: async (url, signal) => (await sources.resolve(sources.parse(url), signal)).metadata,
  };
}
