/** Parses links, previews them at submission, and resolves and downloads them for jobs. */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { FairTurns } from '../network/fair-turns.ts';
import { sharedLook } from '../network/shared-look.ts';
import { type DownloadedVideo, type DownloadOptions, downloadVideo } from './download.ts';
import { reasonName, SourceFault } from './failure.ts';
import { type FollowSource, parseFollowSource } from './follow-source.ts';
import { ownPlatformStates, type PlatformStates, type Site } from './platform-states.ts';
import { type SourceStatus, type StatusOptions, sourceStatus } from './source-status.ts';
import { resolveVideo, type VideoInfo } from './video-info.ts';
import { type ListedVideo, listVideos } from './video-list.ts';
import { parseVideoUrl, type VideoUrl } from './video-url.ts';
import { Ytdlp, type YtdlpOptions } from './ytdlp.ts';

/**
 * `platform`: one of `sourcePlatforms`. `reason`: `ok`, or the cause of the failure as listed in metric-families.ts.
 */
export type OnLinkRequest = (platform: string, reason: string) => void;

export interface SourcesOptions extends YtdlpOptions, StatusOptions {
  /** Hosts allowed in direct links; empty if direct links are off. */
  readonly directHosts: readonly string[];
  readonly pausedPlatforms: readonly string[];
  /** States shared by all processes of a service; if absent, this process keeps its own. */
  readonly states?: PlatformStates;
  /** Longest time that a submission waits for a platform, 2 s if absent. */
  readonly previewMs?: number;
  /** Longest time for reading a feed, 30 s if absent. */
  readonly feedMs?: number;
  /** Called with the outcome of each request for a link's description and of each download. */
  readonly onRequest?: OnLinkRequest;
}

// A run costs about 60 MB and half a second of a core, and a batch previews 50 links at once. Therefore one owner
// gets half of the cores for previews, and another half for Follows, their previews, and metadata that is fetched
// again. A run that takes long is waiting for the network and needs no core.
const cores = Math.max(2, availableParallelism());
const runsAtOnce = {
  atOnce: cores,
  perGroup: Math.floor(cores / 2),
  slowWork: { afterMs: 1000, extraPlaces: 8 * cores },
};
/**
 * Longest time for listing videos, which for a platform takes many requests; for reading a feed, which is one file of
 * a server that a stranger may run; and for describing a single video.
 */
const listLimitMs = 120_000;
const feedLimitMs = 30_000;
const lookLimitMs = 30_000;
const backOffMs = 10 * 60_000;
/** Longest time that a request to a platform waits for its workspace's turn. */
const soonMs = 60_000;
/**
 * How long a status is cached: computing it checks the program's file for changes, and after a change, reading the
 * version takes a core for a second.
 */
const statusAgeMs = 5_000;

/** The workspace on whose behalf a platform is queried, and the signal that ends the wait for its answer. */
export interface Asking {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

export class Sources {
  readonly #options: SourcesOptions;
  readonly #ytdlp: Ytdlp;
  readonly #states: PlatformStates;
  readonly #status: () => Promise<SourceStatus>;
  readonly #previews = new FairTurns(runsAtOnce);
  readonly #looks = new FairTurns(runsAtOnce);

  constructor(options: SourcesOptions) {
    this.#options = options;
    this.#ytdlp = new Ytdlp(options);
    this.#states = options.states ?? ownPlatformStates();
    this.#status = sharedLook(statusAgeMs, () => sourceStatus(this.#ytdlp, options));
  }

  /**
   * Throws `Fault('INVALID_URL')` for a malformed link or for a host that is not a supported platform. Needs no
   * network.
   */
  parse(text: string): VideoUrl {
    return parseVideoUrl(text, { directHosts: this.#options.directHosts });
  }

  /** Like `parse`, but for the source that a Follow watches. */
  parseFollow(text: string): FollowSource {
    return parseFollowSource(text, { directHosts: this.#options.directHosts });
  }

  /**
   * Makes its best effort within 2 s; null if the platform did not answer in time, or gave no useful answer. Throws
   * INVALID_URL if the platform says that there is no such public video, PLATFORM_UNAVAILABLE while the operator has
   * paused the platform, and PLATFORM_RATE_LIMITED for 10 minutes after the platform limited requests. A workspace
   * that has used up its share gets null.
   */
  async preview(video: VideoUrl, workspaceId: string): Promise<VideoInfo | null> {
    await this.#refuseClosed(video);
    const signal = AbortSignal.timeout(this.#options.previewMs ?? 2_000);
    const look = async () => {
      if ((await this.#states.take(video, workspaceId)) > 0) return null;
      const options = { ...this.#resolveOptions('submit', signal), workspaceId };
      return this.#told(video, signal, () => resolveVideo(this.#ytdlp, video, options));
    };

    try {
      const group = await this.#states.groupOf(workspaceId);
      return await this.#previews.run(group, signal, look);
    } catch (error) {
      await this.#backOff(video, workspaceId, error);
      const final = ['INVALID_URL', 'PLATFORM_RATE_LIMITED'];
      if (error instanceof Fault && final.includes(error.code)) throw error;
      return null;
    }
  }

  /**
   * Describes the video without downloading it. Throws a Fault with the code that a job would fail with. While the
   * platform is paused or limits requests, throws the same faults as `preview`.
   */
  async resolve(video: VideoUrl, { workspaceId, signal }: Asking): Promise<VideoInfo> {
    return this.#look(video, { workspaceId, signal }, lookLimitMs, (limited) => {
      const options = { ...this.#resolveOptions('job', limited), workspaceId };
      return resolveVideo(this.#ytdlp, video, options);
    });
  }

  /**
   * Describes the video like `resolve`, for work that nobody waits for: takes nothing of the workspace's share and turns,
   * and a 429 is only reported, so that jobs are not affected.
   */
  async describeAside(video: VideoUrl, { workspaceId, signal }: Asking): Promise<VideoInfo> {
    await this.#refuseClosed(video);
    return this.#told(video, signal, () =>
      within(lookLimitMs, signal, (limited) => {
        const options = { ...this.#resolveOptions('job', limited), workspaceId };
        return resolveVideo(this.#ytdlp, video, options);
      }),
    );
  }

  /** Lists the newest videos of the followed source. Throws the same faults as `resolve`. */
  async list(
    source: FollowSource,
    count: number,
    { workspaceId, signal }: Asking,
  ): Promise<ListedVideo[]> {
    const { feedMs = feedLimitMs } = this.#options;
    const limitMs = source.kind === 'feed' ? feedMs : listLimitMs;
    const parse = (url: string) => this.parse(url);
    return this.#look(source, { workspaceId, signal }, limitMs, (limited) =>
      listVideos(this.#ytdlp, source, { count, parse, signal: limited, workspaceId }),
    );
  }

  /**
   * Like the function `downloadVideo`. This takes no request from the workspace's share, because that was done when
   * the job was claimed.
   */
  async download(options: Omit<DownloadOptions, 'now'>): Promise<DownloadedVideo> {
    try {
      return await this.#told(options.video, options.signal, () =>
        downloadVideo(this.#ytdlp, { ...options, now: this.#options.now }),
      );
    } catch (error) {
      await this.#backOff(options.video, options.workspaceId, error);
      throw error;
    }
  }

  /** The status for /readyz, the console and the doctor; cached. */
  status(): Promise<SourceStatus> {
    return this.#status();
  }

  #resolveOptions(moment: 'submit' | 'job', signal: AbortSignal) {
    return { moment, signal, now: this.#options.now };
  }

  async #refuseClosed(site: Site): Promise<void> {
    const { paused, backOffUntil } = await this.#states.read(site);
    if (paused || this.#options.pausedPlatforms.includes(site.platform)) {
      throw new Fault('PLATFORM_UNAVAILABLE', `${site.platform} is paused`, {
        text: 'The operator has paused this platform. Upload the file instead, or try again later.',
      });
    }

    if (backOffUntil && this.#options.now() < backOffUntil) {
      throw new Fault('PLATFORM_RATE_LIMITED', `backing off from ${site.platform}`);
    }
  }

  /**
   * Runs `work` once it is the turn of the workspace's owner and the workspace may send a request to the platform; the
   * time limit starts only then.
   */
  async #look<T>(
    site: Site,
    { workspaceId, signal }: Asking,
    limitMs: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    await this.#share(site, workspaceId, signal);
    const group = await this.#states.groupOf(workspaceId);
    try {
      return await this.#looks.run(group, signal, () =>
        this.#told(site, signal, () => within(limitMs, signal, work)),
      );
    } catch (error) {
      await this.#backOff(site, workspaceId, error);
      throw error;
    }
  }

  /**
   * Waits for the workspace's next turn if it comes soon; otherwise throws Fault PLATFORM_RATE_LIMITED. Also throws
   * while the platform is paused or limits requests.
   */
  async #share(site: Site, workspaceId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#refuseClosed(site);
      const waitMs = await this.#states.take(site, workspaceId);
      if (waitMs <= 0) return;
      if (waitMs > soonMs)
        throw new Fault('PLATFORM_RATE_LIMITED', `${workspaceId} is slowed for ${waitMs} ms`);
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Runs `work`, and reports how the request to the platform ended. */
  async #told<T>({ platform }: Site, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const tell = (reason: string) => this.#options.onRequest?.(platform, reason);
    try {
      const value = await work();
      tell('ok');
      return value;
    } catch (error) {
      tell(signal.aborted ? 'stopped' : toldReason(error));
      throw error;
    }
  }

  async #backOff(site: Site, workspaceId: string, error: unknown): Promise<void> {
    // Backs off only after a limit that the platform itself reported, not after a refusal during an earlier back-off.
    if (!(error instanceof SourceFault) || error.code !== 'PLATFORM_RATE_LIMITED') return;
    const until = new Date(this.#options.now().getTime() + backOffMs);
    await this.#states.backOff(site, workspaceId, until);
  }
}

/** The reason's name in metrics. */
function toldReason(error: unknown): string {
  if (error instanceof SourceFault) return reasonName(error.reason);
  const isAway = error instanceof Fault && error.code === 'PLATFORM_UNAVAILABLE';
  return isAway ? 'unreachable' : 'other';
}

/** Limits the time of `work`; a platform that does not answer in time counts as unreachable. */
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
