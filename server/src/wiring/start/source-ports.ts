/** Gives the domain and the jobs access to links through the interfaces that they use. */
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import { findPlatformState } from '../../db/jobs/platform-states.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import { publicationOf } from '../../domain/audience/watched-videos.ts';
import type { Asking, Domain, Ports, VideoLook, ViewsAnswer } from '../../domain/domain.ts';
import { noteRefusal, takeShare } from '../../domain/jobs/platform-rate.ts';
import type { LinkSource } from '../../jobs/ingestion/source.ts';
import { type Lookup, type NamesOptions, openNames } from '../../network/names.ts';
import { allowsNetworks } from '../../network/public-address.ts';
import { type FailureReason, failures, SourceFault } from '../../sources/failure.ts';
import type { PlatformStates } from '../../sources/platform-states.ts';
import { Keeper, type KeeperOptions } from '../../sources/releases/keeper.ts';
import { Releases } from '../../sources/releases/releases.ts';
import { type OnLinkRequest, Sources } from '../../sources/sources.ts';
import { YoutubeLabels, type YoutubeLabelsOptions } from '../../sources/youtube-label.ts';
import type { EndedRun, YtdlpProgram } from '../../sources/ytdlp.ts';
import type { Config } from '../settings/config.ts';

type LinkConfig = Pick<Config, 'sources' | 'worker' | 'http' | 'uploads'>;

export interface SourceSurroundings {
  readonly states?: PlatformStates;
  /** The releases of yt-dlp that the service manages; null if the operator has chosen a program. */
  readonly releases: Releases | null;
  /** If given, this yt-dlp is run instead of the current release. */
  readonly program?: YtdlpProgram;
  readonly onEnded?: (run: EndedRun) => void;
  readonly onRequest?: OnLinkRequest;
}

/** Settings for every run of yt-dlp, whichever release is used. */
function runSettings({ sources, worker }: Pick<Config, 'sources' | 'worker'>, lookup: Lookup) {
  const { extractorArguments, pluginsDir, tokenProvider, ...rest } = sources;
  const { searchPath, proxy, cacheDir } = rest;
  const platform = { extractorArguments, pluginsDir, tokenProvider };
  const sandbox = sandboxes[worker.sandbox.wanted];
  return { searchPath, proxy, cacheDir, platform, lookup, sandbox };
}

/** The meaning of each value of REELSIGHT_SANDBOX for yt-dlp, which has no system user of its own. */
const sandboxes = {
  auto: 'auto',
  bwrap: 'required',
  user: 'off',
  landlock: 'off',
  none: 'off',
} as const;

/** Opens the releases of yt-dlp in the data folder; null if the operator has chosen a program. */
export function openReleases(
  config: Pick<Config, 'sources' | 'worker'>,
  lookup: Lookup,
): Releases | null {
  const { program, releasesDir, releases } = config.sources;
  if (program !== null) return null;

  return new Releases({
    ...runSettings(config, lookup),
    folder: releasesDir,
    mirror: releases.mirror,
    canary: releases.canary,
    keyFile: releases.keyFile,
    now: () => new Date(),
  });
}

export function openSources(
  config: LinkConfig,
  lookup: Lookup,
  { states, releases, program: programOverride, onEnded, onRequest }: SourceSurroundings,
): Sources {
  const { sources, http, uploads } = config;
  const { allowDirect, directHosts, privateNetworks, program, cookiesFile } = sources;
  const ownPorts = [http.port, uploads.port];
  const listed = privateNetworks.length > 0;

  return new Sources({
    ...runSettings(config, lookup),
    cookiesFile,
    pausedPlatforms: sources.pausedPlatforms,
    program: programOverride
      ? async () => programOverride
      : releases
        ? () => releases.inUse()
        : (program ?? 'yt-dlp'),
    releases: releases?.folder ?? null,
    updates: sources.releases.updates,
    allowDirect: listed ? allowsNetworks(privateNetworks, ownPorts) : null,
    directHosts: allowDirect ? directHosts : [],
    ...(states && { states }),
    ...(onEnded && { onEnded }),
    ...(onRequest && { onRequest }),
    now: () => new Date(),
  });
}

export interface KeptSources {
  readonly sources: Sources;
  /** Keeps yt-dlp up to date; null if the operator has chosen a program. */
  readonly keeper: Keeper | null;
}

/** Opens the link sources of a service, together with the keeper that updates yt-dlp. */
export function openKeptSources(
  config: LinkConfig,
  lookup: Lookup,
  {
    states,
    onRequest,
    log,
  }: {
    readonly states: PlatformStates;
    readonly onRequest?: OnLinkRequest;
    readonly log: KeeperOptions['log'];
  },
): KeptSources {
  const releases = openReleases(config, lookup);
  const around = { states, releases, ...(onRequest && { onRequest }) };
  if (releases === null) return { sources: openSources(config, lookup, around), keeper: null };

  const keeper = new Keeper({
    releases,
    log,
    now: () => new Date(),
    interval: config.sources.releases.updates,
    reads: (program, { url, workspaceId }, signal) => {
      const otherSources = openSources(config, lookup, { states, releases, program });
      return otherSources.resolve(otherSources.parse(url), { workspaceId, signal }).then(
        () => true,
        () => false,
      );
    },
  });
  const onEnded = (run: EndedRun) => keeper.noteRun(run);

  return { sources: openSources(config, lookup, { ...around, onEnded }), keeper };
}

/** Stores the state of each platform in the database, which all processes of the service share. */
export function sharedPlatformStates(db: Queryable, settings: Domain['settings']): PlatformStates {
  const shares = { settings, now: () => new Date() };
  return {
    read: async (site) => {
      const { paused, backoff_until: backOffUntil } = await findPlatformState(db, site);
      return { paused, backOffUntil };
    },
    take: (site, workspaceId) => takeShare(shares, db, site, workspaceId),
    groupOf: (workspaceId) => ownerGroup(db, workspaceId),
    backOff: (site, workspaceId, until) => noteRefusal(shares, db, { site, workspaceId, until }),
  };
}

/** Opens look-ups of names, in which the workspaces of one owner take turns as one. */
export function openNamesByOwner(options: NamesOptions, db: Queryable): Lookup {
  const lookup = openNames(options);
  return async (hostname, asker) => {
    const owner = await ownerGroup(db, asker.workspaceId);
    return lookup(hostname, { ...asker, workspaceId: owner });
  };
}

type SourcePorts = Pick<Ports, 'parseVideoUrl' | 'resolveVideo' | 'follow' | 'readViews'>;

export function submitPorts(sources: Sources): SourcePorts {
  return {
    parseVideoUrl: (url) => sources.parse(url),
    resolveVideo: (link, workspaceId) => sources.preview(sources.parse(link.url), workspaceId),
    follow: {
      parseSource: (url) => sources.parseFollow(url),
      list: ({ url }, count, asking) => sources.list(sources.parseFollow(url), count, asking),
      look: ({ url }, asking) => look(sources, url, asking),
    },
    readViews: (url, asking) => readViews(sources, url, asking),
  };
}

/** Checks a link, and distinguishes a problem with a single video from a problem with its platform. */
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

/** Reasons that say for certain that the public can't see the video any more. */
const goneReasons: readonly FailureReason[] = ['gone', 'private', 'members', 'noVideo'];

async function readViews(sources: Sources, url: string, asking: Asking): Promise<ViewsAnswer> {
  try {
    const { metadata } = await sources.describeAside(sources.parse(url), asking);
    const { view_count: views, published_at } = metadata;
    return { kind: 'read', views, publishedAt: publicationOf(published_at, new Date()) };
  } catch (error) {
    if (!(error instanceof Fault)) {
      return { kind: 'refused', reason: 'The program that reads links failed.' };
    }
    const { message: reason } = error;
    if (!(error instanceof SourceFault)) {
      const kind = error.code === 'PLATFORM_RATE_LIMITED' ? 'closed' : 'refused';
      return { kind, reason };
    }
    if (goneReasons.includes(error.reason)) return { kind: 'gone', reason };
    return { kind: error.reason === 'rateLimited' ? 'limited' : 'refused', reason };
  }
}

/** Null without the operator's key. */
export function openYoutubeLabels(
  { proxy, youtube: { key, address } }: Config['sources'],
  log: YoutubeLabelsOptions['log'],
): YoutubeLabels | null {
  if (key === null) return null;
  return new YoutubeLabels({ key, address, proxy, log, now: () => new Date() });
}

/** YouTube is asked for its label once for each download from there, while the download runs. */
export function downloadPort(
  settings: Config['sources'],
  sources: Sources,
  log: YoutubeLabelsOptions['log'],
): LinkSource {
  const labels = openYoutubeLabels(settings, log);
  return {
    download: async ({ url, onProgress, ...link }) => {
      let label: Promise<boolean | null> | undefined;
      const { path, info, captions } = await sources.download({
        video: sources.parse(url),
        ...link,
        ...settings.download,
        // yt-dlp describes the video again if it is run again with cookies.
        onInfo: ({ youtubeId }) => {
          if (youtubeId !== null) label ??= labels?.ask(youtubeId, link);
        },
        onProgress: ({ fraction }) => onProgress(fraction ?? 0),
      });
      const metadata = label ? { ...info.metadata, paid_promotion: await label } : info.metadata;

      return { path, metadata, videoId: info.videoId, captions };
    },
    describe: async (url, asking) => (await sources.resolve(sources.parse(url), asking)).metadata,
  };
}
