/** One test run, from its plan to its last line. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { trimPartCache } from '../../server/testing/part-cache/part-cache.ts';
import { checkCoverage, mergedCoverage, writeFloors } from '../coverage.ts';
import { changedPaths } from './changed-paths.ts';
import { commitDurations, durationKey, keepDurations, readDurations } from './durations.ts';
import { endLeftovers, processesUsing } from './leftovers.ts';
import type { EndedTest } from './messages.ts';
import {
  expectedLoad,
  leftOut,
  planRuns,
  type SuiteRun,
  suitesOfTiers,
  type TestDatabase,
} from './plan.ts';
import { Report } from './report.ts';
import { root } from './root.ts';
import { endRunningSuites, killRunningSuites, runSuites } from './run-suites.ts';
import { runScheduled } from './schedule.ts';
import { soak } from './soak.ts';
import type { SuiteOutcome } from './suite-outcomes.ts';
import { findSuites, type Suite } from './suites.ts';
import { TemporaryFolder } from './temporary-folder.ts';
import { TestServer } from './test-server.ts';
import { searchPathWithPython } from './unwrapped-programs.ts';

export interface SessionOptions {
  /** Parts of suite paths; if empty, the whole tier runs. */
  readonly chosen: readonly string[];
  readonly all: boolean;
  readonly both: boolean;
  readonly coverage: boolean;
  readonly writesFloors: boolean;
  readonly keepsOrder: boolean;
  readonly usesPartCache: boolean;
  readonly allowsSkips: boolean;
  readonly since: string | undefined;
  /** Paths that are treated as changed. */
  readonly changed: readonly string[];
}

/** With up to this many suites, every test is shown as it ends; with more, one line per suite. */
const shownInFull = 3;

export class TestSession {
  readonly #options: SessionOptions;
  readonly #runId = randomBytes(4).toString('hex');
  readonly #report: Report;
  readonly #durations = readDurations();
  #folder: TemporaryFolder | null = null;
  #searchPath = process.env.PATH ?? '';
  #server: TestServer | null = null;
  #isBrokenOff = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#report = new Report({ allowsSkips: options.allowsSkips });
  }

  /** Runs the suites and reports the results. Returns false if anything failed. */
  async run(): Promise<boolean> {
    const suites = this.#chooseSuites();
    const cores = availableParallelism();
    const runs = planRuns({ suites, durations: this.#durations, both: this.#options.both });

    this.#folder = new TemporaryFolder(this.#runId);
    this.#searchPath = searchPathWithPython(process.env.PATH ?? '', this.#folder.path);
    this.#report.begin({
      suites: runs.reduce((sum, run) => sum + run.suites.length, 0),
      processes: runs.length,
      cores,
    });

    try {
      if (runs.some(needsServer)) this.#server = await TestServer.start(this.#runId);

      await runScheduled({
        runs,
        cores,
        loadOf: (run) => expectedLoad(run, this.#durations),
        start: (run) => this.#runAll(run, suites.length <= shownInFull),
      });

      if (this.#isBrokenOff) return false;
      if (this.#options.all && this.#options.chosen.length === 0)
        this.#report.addStep('a soak of three minutes', await soak(this.#folder.path));
    } catch (error) {
      // Ctrl-C also ends programs that the run waits for, and their errors may arrive before the signal. So the signal
      // is handled first.
      await nextTurn();
      if (!this.#isBrokenOff) this.#report.addError(error);
    } finally {
      await this.#close();
    }

    if (this.#isBrokenOff) return false;
    trimPartCache();
    this.#keepMeasured();

    return this.#report.end();
  }

  /**
   * Interrupts the run: ends its processes and removes the files that they left. A second call kills the processes
   * without waiting.
   */
  async breakOff(): Promise<void> {
    if (this.#isBrokenOff) {
      killRunningSuites();
      endLeftovers(processesUsing(this.#runId));
      process.exit(130);
    }

    this.#isBrokenOff = true;
    console.error('\nEnding the suites that run; once more to leave at once …');
    await endRunningSuites();
    await this.#close();
  }

  #chooseSuites(): Suite[] {
    const { chosen, all: includeAll, since, changed: extraPaths } = this.#options;
    const suites = findSuites();
    // Suites that are named explicitly run, whatever their tier.
    if (chosen.length > 0)
      return suites.filter(({ path }) => chosen.some((part) => path.includes(part)));

    const omitted = leftOut(includeAll ? [] : [...changedPaths(since), ...extraPaths], includeAll);
    this.#report.leftOut(omitted);

    return suitesOfTiers(suites, omitted);
  }

  /** Runs the suites of a process. If a suite ends the process, the suites without a result run again in a new one. */
  async #runAll(run: SuiteRun, inFull: boolean): Promise<void> {
    let pending = run;
    while (pending.suites.length > 0 && !this.#isBrokenOff) {
      const { outcomes, untold, output } = await runSuites(pending, {
        environment: this.#environmentOf(pending.database),
        ...(inFull && { onTest: (test) => this.#showTest(test) }),
      });
      if (this.#isBrokenOff) return;

      this.#report.addOutcomes(outcomes, pending.database, output);
      // No suite began, so the process itself could not start, and would not start the next time
      // either.
      if (outcomes.length === 0) break;

      const suites = pending.suites.filter(({ path }) => untold.includes(path));
      pending = { ...pending, suites };
    }
  }

  /** Hides tests that fail only because the run was interrupted. */
  #showTest(test: EndedTest): void {
    if (!this.#isBrokenOff) this.#report.showTest(test);
  }

  #environmentOf(database: TestDatabase): NodeJS.ProcessEnv {
    const folder = this.#folder?.path ?? '';
    const { NODE_COMPILE_CACHE, ...inherited } = process.env;
    const compiled = NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/reelsight/compiled');
    const coverage = join(folder, 'coverage');
    if (this.#options.coverage) mkdirSync(coverage, { recursive: true });

    return {
      ...inherited,
      TMPDIR: folder,
      PATH: this.#searchPath,
      REELSIGHT_TEST_RUN: this.#runId,
      REELSIGHT_TEST_DATABASE: database === 'postgres' ? (this.#server?.url ?? '') : 'pglite',
      REELSIGHT_TEST_PARTS: this.#options.usesPartCache ? 'cached' : 'computed',
      // Cached code halves the time to start a process, but makes V8's coverage less precise.
      ...(this.#options.coverage
        ? { NODE_V8_COVERAGE: coverage }
        : { NODE_COMPILE_CACHE: compiled }),
    };
  }

  async #close(): Promise<void> {
    const folder = this.#folder;
    if (!folder) return;

    this.#folder = null;
    await this.#server?.stop();

    const leftovers = processesUsing(folder.path);
    endLeftovers(leftovers);

    if (!this.#isBrokenOff) {
      for (const { command } of leftovers) this.#report.addLeftover(command);
      if (this.#options.coverage) await this.#judgeCoverage(join(folder.path, 'coverage'));
    }

    folder.remove();
  }

  async #judgeCoverage(folder: string): Promise<void> {
    const files = await mergedCoverage(folder);
    if (this.#options.writesFloors) return writeFloors(files);
    const isEnough = checkCoverage(files);
    // Only a run of all tests can reach the minimum coverage.
    const isWhole = this.#options.all && this.#options.chosen.length === 0;
    if (isWhole && !this.#report.hasSkipped) this.#report.addStep('coverage', isEnough);
  }

  #keepMeasured(): void {
    const measured = Object.fromEntries(
      this.#report.outcomes.map(({ outcome, database }) => [
        durationKey(outcome.path, database),
        rounded(outcome),
      ]),
    );
    const trouble = keepDurations(measured);

    if (trouble !== null) console.log(`\n${trouble}`);
    if (this.#options.keepsOrder) commitDurations(measured);
  }
}

const needsServer = ({ suites, database }: SuiteRun): boolean =>
  database === 'postgres' && suites.some(({ usesDatabase }) => usesDatabase);

const rounded = ({ seconds, cpuSeconds }: SuiteOutcome) => ({
  seconds: Math.round(seconds * 10) / 10,
  cpuSeconds: Math.round(cpuSeconds * 10) / 10,
});
