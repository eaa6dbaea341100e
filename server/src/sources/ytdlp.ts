/**
 * Runs yt-dlp as a process: in a sandbox, with a clean environment and guarded network access. The process is killed
 * as a group.
 */
import { access, constants, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Lookup } from '../network/names.ts';
import type { Allows } from '../network/public-address.ts';
import { untilAborted } from '../network/until-aborted.ts';
import {
  type FailureReason,
  failures,
  type Moment,
  reasonOf,
  SourceFault,
  sourceFault,
} from './failure.ts';
import { type Ended, launcher, type Program } from './launcher.ts';
import { type NetworkAccess, openAccess } from './network-access.ts';
import {
  findProgram,
  possibleSandboxes,
  programMissing,
  type Sandbox,
  sandboxed,
} from './sandbox.ts';
import type { VideoUrl } from './video-url.ts';
import { commonArguments, cookieArguments, type PlatformOptions } from './ytdlp-arguments.ts';

export type ProgramOrigin = 'setting' | 'data folder' | 'system';

export interface YtdlpProgram {
  /** Path of the program, or a name to be found on `searchPath`. */
  readonly path: string;
  /** Arguments before those for yt-dlp: the file of yt-dlp, if `path` is the Python that runs it. */
  readonly before: readonly string[];
  readonly origin: ProgramOrigin;
}

export interface YtdlpOptions {
  /** The path or name of yt-dlp, or a function that is called before each run because the program may change. */
  readonly program: string | (() => Promise<YtdlpProgram>);
  /** The `PATH` of the process. */
  readonly searchPath: string;
  /** `auto`: in the sandbox if that works; `required`: only in the sandbox; `off`: never in it. */
  readonly sandbox: 'auto' | 'required' | 'off';
  readonly lookup: Lookup;
  /** Cookies of one of the operator's accounts, in Netscape format; the file is only read. */
  readonly cookiesFile?: string | null;
  /**
   * The operator's proxy for platforms. Direct links never use it, because the addresses that it connects to can't be
   * checked.
   */
  readonly proxy?: string | null;
  /** Folder in which yt-dlp caches what it learned about the platforms' players; if absent, it caches nothing. */
  readonly cacheDir?: string;
  /** Additional arguments for platforms; none if absent. */
  readonly platform?: PlatformOptions;
  /** Which addresses direct links may reach, if they may also lead into the operator's networks. */
  readonly allowDirect?: Allows | null;
  /** For tests: which addresses may be connected to; only public ones if absent. */
  readonly allowAddress?: Allows;
  /** For tests: further arguments. */
  readonly extraArguments?: readonly string[];
  /** For tests: further files that are visible in the sandbox. */
  readonly extraReadable?: readonly string[];
  /** Called with the outcome of each run that was not stopped. */
  readonly onEnded?: (run: EndedRun) => void;
}

export interface EndedRun {
  readonly program: YtdlpProgram;
  readonly version: string;
  readonly video: Pick<VideoUrl, 'platform' | 'url'>;
  readonly workspaceId: string;
  /** True if the run read a list. */
  readonly list: boolean;
  /** Null if the run succeeded. */
  readonly failure: FailureReason | null;
}

export interface YtdlpRun {
  readonly video: Pick<VideoUrl, 'platform' | 'url'>;
  /** The workspace for which yt-dlp runs; workspaces take turns at DNS look-ups. */
  readonly workspaceId: string;
  /** Number of entries to read if the link is a list; absent if the link is one video. */
  readonly list?: number;
  readonly arguments: readonly string[];
  /** Existing folder for output with relative paths; if absent, a folder that is removed after the run. */
  readonly folder?: string;
  readonly moment: Moment;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/**
 * Time limit for reading the version: this takes many seconds on a busy machine, and a trial that timed out would
 * prove nothing.
 */
const versionLimitMs = 60_000;
/** Maximum number of lines that yt-dlp may print about itself; it has 1,900 extractors. */
const mostLines = 20_000;
/** Part of a fault's detail: the program does not run in the sandbox, and must not run outside it. */
export const confinedOnly = 'in the sandbox';
const trialKeptMs = 10 * 60_000;

/** A program that does nothing, so that a sandbox blocks nothing it needs. */
const neutralProgram: YtdlpProgram = {
  path: process.execPath,
  before: ['--eval', '0'],
  origin: 'system',
};

/** The version of a program, and how it is started on this machine. */
export interface Tried {
  readonly version: string;
  /** The sandbox in which the program runs; null if it runs without one. */
  readonly sandbox: Sandbox | null;
  /** Tells the operator why there is no sandbox; null if there is one. */
  readonly openBecause: string | null;
}

const noPlatformOptions: PlatformOptions = {
  extractorArguments: [],
  pluginsDir: null,
  tokenProvider: null,
};

export class Ytdlp {
  readonly #options: YtdlpOptions;
  readonly #choose: () => Promise<YtdlpProgram>;
  /**
   * The sandbox that works on this machine. It is remembered, so that a later failure does not let a program run
   * outside it.
   */
  #sandbox: Sandbox | null = null;
  #trial: { readonly of: string; readonly tried: Promise<Tried>; readonly atMs: number } | null =
    null;

  constructor(options: YtdlpOptions) {
    const { program, cacheDir } = options;
    this.#options = { ...options, ...(cacheDir && { cacheDir: resolve(cacheDir) }) };
    this.#choose = typeof program === 'string' ? async () => programAt(program) : program;
  }

  /**
   * Runs yt-dlp to its end, at first without cookies. If the platform shows a public video only to people who are
   * signed in, runs it again with cookies. Throws a Fault if the run fails, or `signal.reason` if it was stopped.
   */
  async run(run: YtdlpRun): Promise<void> {
    run.signal.throwIfAborted();
    const program = await this.#choose();
    const trial = await untilAborted(this.#triedOf(program), run.signal);
    let failure = await this.#failureOf(run, program, trial, null);
    const cookiesFile = failure && this.#cookiesFor(run, failure);
    if (cookiesFile) failure = await this.#failureOf(run, program, trial, cookiesFile);

    this.#options.onEnded?.({
      program,
      version: trial.version,
      video: run.video,
      workspaceId: run.workspaceId,
      list: run.list !== undefined,
      failure: failure?.reason ?? null,
    });
    if (failure) throw failure;
  }

  /**
   * Returns the cookie file for a second run, or null. Cookies are never used for a list, which could be the account's
   * own, or for a link to a host that is not a platform.
   */
  #cookiesFor({ video, list }: YtdlpRun, { reason }: SourceFault): string | null {
    if (!failures[reason].signedIn) return null;
    if (list !== undefined || video.platform === 'direct') return null;
    return this.#options.cookiesFile ?? null;
  }

  /** Runs yt-dlp once; returns why the run failed, or null if it succeeded. */
  async #failureOf(
    run: YtdlpRun,
    program: YtdlpProgram,
    { version, sandbox }: Tried,
    cookiesFile: string | null,
  ): Promise<SourceFault | null> {
    await using home = await mkdtempDisposable(join(tmpdir(), 'reelsight-ytdlp-'));
    const { video, workspaceId, moment, folder = home.path } = run;
    const socketFolder = sandbox && home.path;
    await using access = await openAccess(this.#options, { video, workspaceId, socketFolder });
    const { platform = noPlatformOptions, extraArguments = [], extraReadable = [] } = this.#options;
    // Answers of an untrusted server must not be cached for runs of other users.
    const cacheDir = video.platform === 'direct' ? undefined : this.#options.cacheDir;
    if (cacheDir) await mkdir(cacheDir, { recursive: true });

    const { tokenProvider } = access;
    const args = [
      ...commonArguments({ ...run, version, cacheDir, platform: { ...platform, tokenProvider } }),
      ...(await cookieArguments(cookiesFile, home.path)),
      ...run.arguments,
      ...extraArguments,
      '--',
      video.url,
    ];

    const plain = this.#program(program, args, { home: home.path, folder, moment, access });
    const writable = [home.path, ...(cacheDir ? [cacheDir] : []), folder];
    const plugins = platform.pluginsDir === null ? [] : [platform.pluginsDir];
    const readable = [...program.before, ...plugins, ...extraReadable];
    const command = sandbox
      ? sandboxed(sandbox, { program: plain, doors: access.doors, readable, writable })
      : plain;
    const exit = await launcher.run(command, run);

    const { code, missing, stderr, broken } = exit;
    if (code === 0 && !broken) return null;
    if (missing || (sandbox && code === programMissing))
      return sourceFault('toolMissing', moment, stderr);

    const { refusal } = access;
    if (refusal) return sourceFault(refusal.reason, moment, refusal.target);

    const reason = broken ? 'unknown' : reasonOf(stderr);
    return new SourceFault(reason, moment, broken ?? stderr, run.list !== undefined);
  }

  /** The program that the next run uses. */
  program(): Promise<YtdlpProgram> {
    return this.#choose();
  }

  /** For example `2026.10.31`. Throws a Fault if the program is missing or broken. */
  async version(): Promise<string> {
    return (await this.tried()).version;
  }

  /** The version and sandbox that the next run would use. Throws a Fault if the program is missing or broken. */
  async tried(): Promise<Tried> {
    return this.#triedOf(await this.#choose());
  }

  #triedOf(program: YtdlpProgram): Promise<Tried> {
    const nowMs = performance.now();
    const of = JSON.stringify(program);
    if (this.#trial?.of !== of || nowMs - this.#trial.atMs > trialKeptMs) {
      const trial = { of, tried: this.#try(program), atMs: nowMs };
      this.#trial = trial;
      // A failed trial is not kept, because a missing program may be installed a minute later.
      trial.tried.catch(() => {
        if (this.#trial === trial) this.#trial = null;
      });
    }

    return this.#trial.tried;
  }

  /**
   * Starts the program without a sandbox only if no sandbox works on this machine, never because the program itself
   * fails in the sandbox.
   */
  async #try(program: YtdlpProgram): Promise<Tried> {
    const { sandbox: sandboxMode, searchPath } = this.#options;
    if (sandboxMode === 'off')
      return { ...(await this.#open(program)), openBecause: 'REELSIGHT_SANDBOX is not bwrap' };

    const refusal = await this.#findSandbox();
    const sandbox = this.#sandbox;
    if (sandbox) {
      const { version, said: lastOutput } = await this.#askVersion(program, sandbox);
      if (version !== null) return { version, sandbox, openBecause: null };
      const isThere = findProgram(program.path, searchPath) !== undefined;
      throw sourceFault(
        'toolMissing',
        'job',
        isThere ? `${confinedOnly}: ${lastOutput}` : lastOutput,
      );
    }

    if (sandboxMode === 'auto') return { ...(await this.#open(program)), openBecause: refusal };
    throw sourceFault('toolMissing', 'job', `${confinedOnly}: ${refusal}`);
  }

  /**
   * Uses a program of the service itself to test which sandbox works on this machine. Returns why none does; empty if
   * one does.
   */
  async #findSandbox(): Promise<string> {
    if (this.#sandbox) return '';

    let refusal = 'bubblewrap is not installed';

    for (const sandbox of possibleSandboxes(this.#options.searchPath)) {
      const limit = AbortSignal.timeout(versionLimitMs);
      const { ended: exit } = await this.#ask(neutralProgram, sandbox, [], limit);
      if (exit.code === 0 && !exit.broken) {
        this.#sandbox = sandbox;
        return '';
      }

      refusal = exit.stderr.trim().split('\n').at(-1) || `bubblewrap ended with ${exit.code}`;
    }

    return refusal;
  }

  async #open(program: YtdlpProgram): Promise<{ version: string; sandbox: null }> {
    const { version, said: lastOutput } = await this.#askVersion(program, null);
    if (version === null) throw sourceFault('toolMissing', 'job', lastOutput);
    return { version, sandbox: null };
  }

  /** True if separate video and audio can be merged, that is, if ffmpeg is installed. */
  async canMerge(): Promise<boolean> {
    const folders = this.#options.searchPath.split(delimiter);
    const checks = folders.map((folder) => access(join(folder, 'ffmpeg'), constants.X_OK));
    return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
  }

  /** Asks the program for its version, which is null if the program does not work; `said` is its last message. */
  async #askVersion(
    program: YtdlpProgram,
    sandbox: Sandbox | null,
  ): Promise<{ version: string | null; said: string }> {
    const limit = AbortSignal.timeout(versionLimitMs);
    const about = ['--ignore-config', '--version'];
    const { ended: exit, lines } = await this.#ask(program, sandbox, about, limit);
    const version = lines[0]?.trim() ?? '';
    const isWorking = exit.code === 0 && !exit.broken && /^\d{4}\.\d{2}\.\d{2}/.test(version);
    const lastOutput = exit.stderr.trim().split('\n').at(-1) || `version is ${version}`;
    return { version: isWorking ? version : null, said: lastOutput };
  }

  /**
   * Runs the program to get information about itself, which needs no network. Throws `signal.reason`, even if the
   * signal aborted because of a time limit.
   */
  async ask(
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<{ ended: Ended; lines: string[] }> {
    const program = await this.#choose();
    const { sandbox } = await untilAborted(this.#triedOf(program), signal);
    return this.#ask(program, sandbox, ['--ignore-config', ...args], signal);
  }

  async #ask(
    program: YtdlpProgram,
    sandbox: Sandbox | null,
    args: readonly string[],
    signal: AbortSignal,
  ) {
    await using home = await mkdtempDisposable(join(tmpdir(), 'reelsight-ytdlp-'));
    const plain = this.#program(program, args, {
      home: home.path,
      folder: home.path,
      moment: 'submit',
      access: null,
    });
    const command = sandbox
      ? sandboxed(sandbox, {
          program: plain,
          doors: {},
          readable: program.before,
          writable: [home.path],
        })
      : plain;

    const lines: string[] = [];
    const exit = await launcher.run(command, {
      signal,
      onLine: (line) => {
        if (lines.length < mostLines) lines.push(line);
      },
    });

    return { ended: exit, lines };
  }

  #program(
    { path, before: leadingArgs }: YtdlpProgram,
    args: readonly string[],
    { home, folder, moment, access }: Surroundings,
  ): Program {
    return {
      path,
      args: [...leadingArgs, ...args],
      cwd: folder,
      niceness: niceness[moment],
      // Proxies are passed in the environment, because every user of the machine can read the arguments of a process.
      env: {
        PATH: this.#options.searchPath,
        HOME: home,
        LANG: 'C.UTF-8',
        ...access?.environment,
      },
    };
  }
}

interface Surroundings {
  /** Folder that exists only for this run. */
  readonly home: string;
  readonly folder: string;
  readonly moment: Moment;
  /** Network access of the run; null if it needs none. */
  readonly access: NetworkAccess | null;
}

/** Makes the path absolute, because the program runs in its own folders, where relative paths would lead elsewhere. */
export const programAt = (path: string, origin: ProgramOrigin = 'setting'): YtdlpProgram => ({
  path: path.includes('/') ? resolve(path) : path,
  before: [],
  origin,
});

/**
 * Merely starting yt-dlp takes a core for a second, so it has a lower priority than answering requests. A run that
 * nobody waits for also has a lower priority than work on videos that are already downloaded.
 */
const niceness: Readonly<Record<Moment, number>> = { submit: 5, job: 10 };
