/**
 * Keeps yt-dlp up to date while the service runs: checks for new releases, and reverts a release with which a platform
 * stopped working.
 */
import type { EndedRun, YtdlpProgram } from '../ytdlp.ts';
import { type Breakage, type BrokenLink, BrokenLinks } from './broken-links.ts';
import { ReleaseFault } from './release-fault.ts';
import type { ReleaseState } from './release-folder.ts';
import type { Releases } from './releases.ts';
import { outcomeOf } from './usage.ts';

export type UpdateInterval = 'daily' | 'weekly' | 'off';

export interface KeeperOptions {
  readonly releases: Releases;
  readonly interval: UpdateInterval;
  /** Checks whether a program can read a link now, using the same request as for a user of the service. */
  readonly reads: (
    program: YtdlpProgram,
    link: BrokenLink,
    signal: AbortSignal,
  ) => Promise<boolean>;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  readonly now: () => Date;
  /** From 0 to 1; spreads requests over time, so that many machines do not send them at the same moment. */
  readonly random?: () => number;
}

const hourMs = 3_600_000;
const intervalMs = { daily: 24 * hourMs, weekly: 7 * 24 * hourMs } as const;
/** Delay before the first check: this may be one of many machines that start together, or a process that ends soon. */
const firstMs = 60_000;
const afterFailureMs = 6 * hourMs;
const updateLimitMs = 10 * 60_000;
/** Minimum time between two comparisons of releases for a failing platform. */
const judgeEveryMs = hourMs / 2;
const linksCompared = 3;
const linksThatTell = 2;

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #broken = new BrokenLinks();
  readonly #judgedAtMs = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #startedMs: number;
  readonly #random: number;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#startedMs = options.now().getTime();
    this.#random = (options.random ?? Math.random)();
  }

  /** Starts checking for releases, unless that is switched off. */
  start(): void {
    if (this.#options.interval !== 'off') this.#again(0);
  }

  /** Aborts the work in progress and waits for its end. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the service stops'));
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** Counts a run of yt-dlp, and compares releases for its platform if too many failed. */
  noteRun(run: EndedRun): void {
    const outcome = outcomeOf(run);
    if (outcome === null) return;
    const { releases, now } = this.#options;
    releases.usage.note(now(), run.version, run.video.platform, outcome);
    const breakage = this.#broken.note(run);
    if (breakage && this.#mayJudge(breakage)) this.#do(() => this.#judge(breakage));
  }

  /** Runs pieces of work one after the other; no failure in them may end the service. */
  #do(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(async () => {
      if (this.#stop.signal.aborted) return;
      await work().catch((error: Error) => {
        if (!this.#stop.signal.aborted) this.#options.log('warn', `yt-dlp: ${error.message}`);
      });
    });
  }

  #again(ms: number): void {
    this.#timer = setTimeout(() => this.#do(() => this.#look()), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const state = await this.#options.releases.folder.state();
      if (this.#dueMs(state) <= this.#options.now().getTime()) await this.#update('');
    } finally {
      const waitMs = this.#dueMs(await this.#options.releases.folder.state());
      const remainingMs = waitMs - this.#options.now().getTime();
      // Waits at most an hour, because another process may update the folder in the meantime, and clocks may jump.
      if (!this.#stop.signal.aborted) this.#again(Math.min(Math.max(remainingMs, firstMs), hourMs));
    }
  }

  /** The time, in ms since 1970, at which to check for a release next. */
  #dueMs({ checkedAt, triedAt, failure }: ReleaseState): number {
    const { interval } = this.#options;
    if (interval === 'off') return Number.POSITIVE_INFINITY;
    const later = (ms: number): number => ms * (1 + this.#random / 10);
    if (triedAt === null) return this.#startedMs + firstMs * (1 + this.#random);
    if (failure !== null) return Date.parse(triedAt) + later(afterFailureMs);
    return Date.parse(checkedAt ?? triedAt) + later(intervalMs[interval]);
  }

  /** Updates yt-dlp; resolves to true if another version is in use afterwards. */
  async #update(because: string): Promise<boolean> {
    const { releases, log } = this.#options;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(updateLimitMs)]);
    try {
      const { outcome, version, before: previousVersion } = await releases.update(signal);
      if (outcome !== 'updated') return false;

      log(
        'info',
        `Links are read by yt-dlp ${version} now${previousVersion ? `, not ${previousVersion}` : ''}${because}.`,
      );

      return true;
    } catch (error) {
      if (this.#stop.signal.aborted || isBusy(error)) return false;
      log('warn', `yt-dlp could not be updated: ${(error as Error).message}`);
      return false;
    }
  }

  #mayJudge({ platform }: Breakage): boolean {
    const nowMs = this.#options.now().getTime();
    const lastJudgedMs = this.#judgedAtMs.get(platform) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - lastJudgedMs < judgeEveryMs) return false;
    this.#judgedAtMs.set(platform, nowMs);
    return true;
  }

  /**
   * Returns to the previous release if that can still read links that the current release can't; otherwise tries to
   * update.
   */
  async #judge(breakage: Breakage): Promise<void> {
    const { version, platform, runs, broken } = breakage;
    const { releases, interval, log } = this.#options;
    const finding = `${broken} of the last ${runs} links of ${platform} failed with yt-dlp ${version}`;

    if (await this.#beforeIsBetter(breakage)) {
      const reason = `${finding}, and the one before reads them.`;
      const went = await releases.rollback(this.#stop.signal, reason, version);
      if (went)
        log('warn', `Links are read by yt-dlp ${went.to} again, not ${went.from}: ${reason}`);
      return this.#broken.forget(platform);
    }

    if (interval !== 'off' && (await this.#update(`, as ${finding}`)))
      return this.#broken.forget(platform);

    log(
      'warn',
      `${finding}, and there is no version that works better. \`reelsight doctor <link>\` shows what it says; docs/links.md tells what helps besides an update.`,
    );
  }

  async #beforeIsBetter({ version, links }: Breakage): Promise<boolean> {
    const { releases, reads } = this.#options;
    const { current, previous } = await releases.folder.state();
    if (!previous || current?.version !== version) return false;

    const [now, previousProgram] = await Promise.all([
      releases.programOf(current),
      releases.programOf(previous),
    ]);
    if (!now || !previousProgram) return false;
    let better = 0;

    for (const link of links.slice(0, linksCompared)) {
      const { signal } = this.#stop;
      if (!(await reads(previousProgram, link, signal))) continue;
      // If the current release can read the link now, the earlier failure may have had a different reason.
      if (await reads(now, link, signal)) return false;
      better += 1;
    }

    return better >= linksThatTell;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof ReleaseFault && error.trouble === 'busy';
