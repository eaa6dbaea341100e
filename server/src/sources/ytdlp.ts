/** Runs yt-dlp as a process: clean environment, guarded network access, killed as a group. */
import { access, constants, copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Lookup } from '../network/names.ts';
import { type Allows, isPublicAddress } from '../network/public-address.ts';
import { untilAborted } from '../network/until-aborted.ts';
import { EgressGuard } from './egress-guard.ts';
import { failures, type Moment, reasonOf, SourceFault, sourceFault } from './failure.ts';
import { Launcher, type Program } from './launcher.ts';
import type { SourcePlatform, VideoUrl } from './video-url.ts';

export interface YtdlpOptions {
  /** Path, or a name to be found on `searchPath`. */
  readonly program: string;
  /** The `PATH` of the process. */
  readonly searchPath: string;
  readonly lookup: Lookup;
  /** Cookies of an account of the operator, in Netscape format; read, never written. */
  readonly cookiesFile?: string | null;
  /** The operator's proxy for platforms; direct links never use it, as behind it addresses can't be checked. */
  readonly proxy?: string | null;
  /** Folder where yt-dlp caches what it learned of the platforms' players; unset: none. */
  readonly cacheDir?: string;
  /** Where direct links may lead, if also into networks of the operator. */
  readonly allowDirect?: Allows | null;
  /** Which addresses may be connected to; public ones when absent. For tests. */
  readonly allowAddress?: Allows;
  /** Further arguments, for tests. */
  readonly extraArguments?: readonly string[];
}

export interface YtdlpRun {
  readonly video: Pick<VideoUrl, 'platform' | 'url'>;
  /** Who asks: workspaces take turns at look-ups of names. */
  readonly workspaceId: string;
  /** Entries of a list to read; absent if the link is one video. */
  readonly list?: number;
  readonly arguments: readonly string[];
  /** Existing folder for relative output. */
  readonly folder: string;
  readonly moment: Moment;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** Only these of its 1,800 extractors may run, whatever a link turns out to lead to. */
const extractorsByPlatform: Readonly<Record<SourcePlatform, string>> = {
  youtube: 'youtube',
  tiktok: 'tiktok,vm.tiktok',
  instagram: 'instagram',
  direct: 'generic',
};

/** Extractors of public pages that list videos: none of those that show what its reader watched, liked or follows. */
const listers: Readonly<Record<SourcePlatform, string>> = {
  youtube: 'youtube:tab,youtube:playlist,youtube:search:date',
  tiktok: 'tiktok:user,tiktok:tag',
  instagram: 'instagram:user,instagram:tag',
  direct: 'generic',
};

// Since this version YouTube needs a JavaScript runtime beside yt-dlp; ours will do.
const needsJavascript = '2025.11.12';
const versionLimitMs = 15_000;
const versionKeptMs = 10 * 60_000;

export class Ytdlp {
  readonly #options: YtdlpOptions;
  readonly #launcher = new Launcher();
  #version: { readonly text: Promise<string>; readonly atMs: number } | null = null;

  constructor(options: YtdlpOptions) {
    const { program, cacheDir } = options;
    this.#options = {
      ...options,
      // It runs in its own folders, from which relative paths would lead elsewhere.
      program: program.includes('/') ? resolve(program) : program,
      ...(cacheDir && { cacheDir: resolve(cacheDir) }),
    };
  }

  /**
   * Runs to its end: without cookies, and once more with them if the platform shows a public video only to who has signed
   * in. Throws a Fault if it fails, `signal.reason` if it was stopped.
   */
  async run(run: YtdlpRun): Promise<void> {
    try {
      await this.#once(run, null);
    } catch (error) {
      const cookiesFile = this.#cookiesFor(run, error);
      if (!cookiesFile) throw error;
      await this.#once(run, cookiesFile);
    }
  }

  /** Never for a list, which could be the account's own, nor for a link to any other host. */
  #cookiesFor({ video, list }: YtdlpRun, error: unknown): string | null {
    if (!(error instanceof SourceFault) || !failures[error.reason].signedIn) return null;
    if (list !== undefined || video.platform === 'direct') return null;
    return this.#options.cookiesFile ?? null;
  }

  async #once(run: YtdlpRun, cookiesFile: string | null): Promise<void> {
    run.signal.throwIfAborted();
    const version = await untilAborted(this.version(), run.signal);
    await using home = await mkdtempDisposable(join(tmpdir(), 'reelsight-ytdlp-'));
    await using guard = await this.#guard(run);
    const proxy = guard?.url ?? this.#options.proxy ?? '';
    const args = [
      ...this.#arguments(run, version),
      ...(await cookieArguments(cookiesFile, home.path)),
      ...run.arguments,
      ...(this.#options.extraArguments ?? []),
      '--',
      run.video.url,
    ];
    const ended = await this.#launcher.run(this.#program(run, args, home.path, proxy), run);
    if (ended.code === 0 && !ended.broken) return;
    if (ended.missing) throw sourceFault('toolMissing', run.moment, ended.stderr);
    const refused = guard?.refusedHost;
    if (refused) throw sourceFault('privateAddress', run.moment, refused);
    if (ended.broken) throw sourceFault('unknown', run.moment, ended.broken);
    throw sourceFault(reasonOf(ended.stderr), run.moment, ended.stderr);
  }

  /** For example `2026.10.31`. Throws a Fault if the program is missing or broken. */
  version(): Promise<string> {
    const nowMs = performance.now();
    if (!this.#version || nowMs - this.#version.atMs > versionKeptMs) {
      this.#version = { text: this.#askVersion(), atMs: nowMs };
      // What is missing may be installed the next minute.
      this.#version.text.catch(() => {
        this.#version = null;
      });
    }
    return this.#version.text;
  }

  /** True if separate video and audio can be merged. */
  async canMerge(): Promise<boolean> {
    const folders = this.#options.searchPath.split(delimiter);
    const found = folders.map((folder) => access(join(folder, 'ffmpeg'), constants.X_OK));
    return (await Promise.allSettled(found)).some(({ status }) => status === 'fulfilled');
  }

  async #askVersion(): Promise<string> {
    const args = ['--ignore-config', '--version'];
    const here = { folder: tmpdir(), moment: 'submit' } as const;
    let version = '';
    const ended = await this.#launcher.run(this.#program(here, args, tmpdir(), ''), {
      signal: AbortSignal.timeout(versionLimitMs),
      onLine: (line) => {
        version ||= line.trim();
      },
    });
    if (ended.code === 0 && !ended.broken && /^\d{4}\.\d{2}\.\d{2}/.test(version)) return version;
    throw sourceFault('toolMissing', 'job', ended.stderr || `version is ${version}`);
  }

  async #guard({ video, workspaceId }: YtdlpRun): Promise<EgressGuard | null> {
    const { proxy, lookup, allowAddress = isPublicAddress, allowDirect } = this.#options;
    if (proxy && video.platform !== 'direct') return null;
    const own = video.platform === 'direct' ? allowDirect : null;
    const ownNames = Boolean(own);
    return EgressGuard.open({ allow: own ?? allowAddress, lookup, workspaceId, ownNames });
  }

  #arguments({ video, list }: YtdlpRun, version: string): string[] {
    // Links shared from Instagram's app are redirects that only the generic extractor follows.
    const shared = video.platform === 'instagram' && video.url.includes('/share/');
    const { cacheDir } = this.#options;
    return [
      '--ignore-config',
      ...(cacheDir ? ['--cache-dir', cacheDir] : ['--no-cache-dir']),
      ...(version >= needsJavascript ? ['--js-runtimes', `node:${process.execPath}`] : []),
      ...(list === undefined
        ? ['--use-extractors', `${extractorsByPlatform[video.platform]}${shared ? ',generic' : ''}`]
        : ['--use-extractors', listers[video.platform], '--flat-playlist']),
      ...(list === undefined ? ['--no-playlist'] : ['--yes-playlist']),
      ...['--playlist-items', `1:${list ?? 1}`, '--no-exec', '--no-colors', '--no-warnings'],
      ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3'],
      ...['--abort-on-unavailable-fragments', '--no-mtime'],
    ];
  }

  #program(
    { folder, moment }: Pick<YtdlpRun, 'folder' | 'moment'>,
    args: readonly string[],
    home: string,
    proxy: string,
  ): Program {
    return {
      ...{ path: this.#options.program, args, cwd: folder, niceness: niceness[moment] },
      // Proxies go by the environment, as arguments can be read by every user of the machine.
      env: {
        PATH: this.#options.searchPath,
        HOME: home,
        LANG: 'C.UTF-8',
        ...(proxy && { http_proxy: proxy, https_proxy: proxy }),
      },
    };
  }
}

/**
 * Its start alone takes a core for a second, so answers to others go first, and before all but what somebody waits for
 * also the work on videos that are here already.
 */
const niceness: Readonly<Record<Moment, number>> = { submit: 5, job: 10 };

/** A copy: yt-dlp writes cookies back, and several runs would write at once. */
async function cookieArguments(cookiesFile: string | null, home: string): Promise<string[]> {
  if (cookiesFile === null) return [];
  const cookies = join(home, 'cookies.txt');
  await copyFile(cookiesFile, cookies);
  return ['--cookies', cookies];
}
