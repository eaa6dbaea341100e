/** Runs yt-dlp as a process: clean environment, guarded network access, killed as a group. */
import { access, constants, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Lookup } from '../network/names.ts';
import { type Allows, isPublicAddress } from '../network/public-address.ts';
import { untilAborted } from '../network/until-aborted.ts';
import { EgressGuard } from './egress-guard.ts';
import {
  type FailureReason,
  failures,
  type Moment,
  reasonOf,
  type SourceFault,
  sourceFault,
} from './failure.ts';
import { type Ended, launcher, type Program } from './launcher.ts';
import type { VideoUrl } from './video-url.ts';
import { commonArguments, cookieArguments, type PlatformOptions } from './ytdlp-arguments.ts';

export type ProgramOrigin = 'setting' | 'data folder' | 'system';

export interface YtdlpProgram {
  /** Path, or a name to be found on `searchPath`. */
  readonly path: string;
  /** Arguments before those of yt-dlp: its file, if `path` is the Python that runs it. */
  readonly before: readonly string[];
  readonly origin: ProgramOrigin;
}

export interface YtdlpOptions {
  /** A path or name, or what is asked before each run, as it may change. */
  readonly program: string | (() => Promise<YtdlpProgram>);
  /** The `PATH` of the process. */
  readonly searchPath: string;
  readonly lookup: Lookup;
  /** Cookies of an account of the operator, in Netscape format; read, never written. */
  readonly cookiesFile?: string | null;
  /** The operator's proxy for platforms; direct links never use it, as behind it addresses can't be checked. */
  readonly proxy?: string | null;
  /** Folder where yt-dlp caches what it learned of the platforms' players; unset: none. */
  readonly cacheDir?: string;
  /** Further arguments of platforms; none when absent. */
  readonly platform?: PlatformOptions;
  /** Where direct links may lead, if also into networks of the operator. */
  readonly allowDirect?: Allows | null;
  /** Which addresses may be connected to; public ones when absent. For tests. */
  readonly allowAddress?: Allows;
  /** Further arguments, for tests. */
  readonly extraArguments?: readonly string[];
  /** Called with how each run ended, unless it was stopped. */
  readonly onEnded?: (run: EndedRun) => void;
}

export interface EndedRun {
  readonly program: YtdlpProgram;
  readonly version: string;
  readonly video: Pick<VideoUrl, 'platform' | 'url'>;
  readonly workspaceId: string;
  /** Whether it was a list. */
  readonly list: boolean;
  /** Null if it succeeded. */
  readonly failure: FailureReason | null;
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

const versionLimitMs = 15_000;
/** Of what it says of itself; it knows 1,900 extractors. */
const mostLines = 20_000;
const versionKeptMs = 10 * 60_000;

const noPlatformOptions: PlatformOptions = {
  extractorArguments: [],
  pluginsDir: null,
  tokenProvider: null,
};

export class Ytdlp {
  readonly #options: YtdlpOptions;
  readonly #choose: () => Promise<YtdlpProgram>;
  #version: { readonly of: string; readonly text: Promise<string>; readonly atMs: number } | null =
    null;

  constructor(options: YtdlpOptions) {
    const { program, cacheDir } = options;
    this.#options = { ...options, ...(cacheDir && { cacheDir: resolve(cacheDir) }) };
    this.#choose = typeof program === 'string' ? async () => programAt(program) : program;
  }

  /**
   * Runs to its end: without cookies, and once more with them if the platform shows a public video only to who has signed
   * in. Throws a Fault if it fails, `signal.reason` if it was stopped.
   */
  async run(run: YtdlpRun): Promise<void> {
    run.signal.throwIfAborted();
    const program = await this.#choose();
    const version = await untilAborted(this.#versionOf(program), run.signal);
    let failure = await this.#failureOf(run, program, version, null);
    const cookiesFile = failure && this.#cookiesFor(run, failure);
    if (cookiesFile) failure = await this.#failureOf(run, program, version, cookiesFile);
    this.#options.onEnded?.({
      ...{ program, version, video: run.video, workspaceId: run.workspaceId },
      list: run.list !== undefined,
      failure: failure?.reason ?? null,
    });
    if (failure) throw failure;
  }

  /** Never for a list, which could be the account's own, nor for a link to any other host. */
  #cookiesFor({ video, list }: YtdlpRun, { reason }: SourceFault): string | null {
    if (!failures[reason].signedIn) return null;
    if (list !== undefined || video.platform === 'direct') return null;
    return this.#options.cookiesFile ?? null;
  }

  /** Why a run failed; null if it did not. */
  async #failureOf(
    run: YtdlpRun,
    program: YtdlpProgram,
    version: string,
    cookiesFile: string | null,
  ): Promise<SourceFault | null> {
    await using home = await mkdtempDisposable(join(tmpdir(), 'reelsight-ytdlp-'));
    await using guard = await this.#guard(run);
    const { cacheDir, platform = noPlatformOptions, proxy: own, extraArguments } = this.#options;
    // Through the guard, which knows the provider; without one, yt-dlp reaches it by itself.
    const tokenProvider = platform.tokenProvider && (guard?.url ?? platform.tokenProvider);
    const args = [
      ...commonArguments({ ...run, version, cacheDir, platform: { ...platform, tokenProvider } }),
      ...(await cookieArguments(cookiesFile, home.path)),
      ...run.arguments,
      ...(extraArguments ?? []),
      '--',
      run.video.url,
    ];
    const proxy = guard?.url ?? own ?? '';
    const ended = await launcher.run(this.#command(program, run, args, home.path, proxy), run);
    if (ended.code === 0 && !ended.broken) return null;
    if (ended.missing) return sourceFault('toolMissing', run.moment, ended.stderr);
    const refused = guard?.refusedHost;
    if (refused) return sourceFault('privateAddress', run.moment, refused);
    if (ended.broken) return sourceFault('unknown', run.moment, ended.broken);
    return sourceFault(reasonOf(ended.stderr), run.moment, ended.stderr);
  }

  /** The program the next run takes. */
  program(): Promise<YtdlpProgram> {
    return this.#choose();
  }

  /** For example `2026.10.31`. Throws a Fault if the program is missing or broken. */
  async version(): Promise<string> {
    return this.#versionOf(await this.#choose());
  }

  #versionOf(program: YtdlpProgram): Promise<string> {
    const nowMs = performance.now();
    const of = JSON.stringify(program);
    if (this.#version?.of !== of || nowMs - this.#version.atMs > versionKeptMs) {
      const asked = { of, text: this.#askVersion(program), atMs: nowMs };
      this.#version = asked;
      // What is missing may be installed the next minute.
      asked.text.catch(() => {
        if (this.#version === asked) this.#version = null;
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

  async #askVersion(program: YtdlpProgram): Promise<string> {
    const { ended, lines } = await this.#ask(
      program,
      ['--version'],
      AbortSignal.timeout(versionLimitMs),
    );
    const version = lines[0]?.trim() ?? '';
    if (ended.code === 0 && !ended.broken && /^\d{4}\.\d{2}\.\d{2}/.test(version)) return version;
    throw sourceFault('toolMissing', 'job', ended.stderr || `version is ${version}`);
  }

  /**
   * Asks the program about itself; nothing of it needs the network. Throws `signal.reason`, also when it is that a limit is
   * over.
   */
  async ask(
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<{ ended: Ended; lines: string[] }> {
    return this.#ask(await this.#choose(), args, signal);
  }

  async #ask(program: YtdlpProgram, args: readonly string[], signal: AbortSignal) {
    const lines: string[] = [];
    const here = { folder: tmpdir(), moment: 'submit' } as const;
    const command = this.#command(program, here, ['--ignore-config', ...args], tmpdir(), '');
    const ended = await launcher.run(command, {
      signal,
      onLine: (line) => {
        if (lines.length < mostLines) lines.push(line);
      },
    });
    return { ended, lines };
  }

  async #guard({ video, workspaceId }: YtdlpRun): Promise<EgressGuard | null> {
    const { proxy, lookup, allowAddress = isPublicAddress, allowDirect, platform } = this.#options;
    if (proxy && video.platform !== 'direct') return null;
    const tokenProvider = video.platform === 'youtube' ? (platform?.tokenProvider ?? null) : null;
    const own = video.platform === 'direct' ? allowDirect : null;
    const ownNames = Boolean(own);
    const allow = own ?? allowAddress;
    return EgressGuard.open({ allow, lookup, workspaceId, ownNames, tokenProvider });
  }

  #command(
    { path, before }: YtdlpProgram,
    { folder, moment }: Pick<YtdlpRun, 'folder' | 'moment'>,
    args: readonly string[],
    home: string,
    proxy: string,
  ): Program {
    return {
      ...{ path, args: [...before, ...args], cwd: folder, niceness: niceness[moment] },
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

/** It runs in its own folders, from which relative paths would lead elsewhere. */
export const programAt = (path: string, origin: ProgramOrigin = 'setting'): YtdlpProgram => ({
  path: path.includes('/') ? resolve(path) : path,
  before: [],
  origin,
});

/**
 * Its start alone takes a core for a second, so answers to others go first, and before all but what somebody waits for
 * also the work on videos that are here already.
 */
const niceness: Readonly<Record<Moment, number>> = { submit: 5, job: 10 };
