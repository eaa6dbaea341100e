/** Runs suites in a separate process, monitors it, and reports the result of each suite. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { EndedTest, SuiteMessage } from './messages.ts';
import type { SuiteRun } from './plan.ts';
import { root } from './root.ts';
import type { Failure, SuiteOutcome } from './suite-outcomes.ts';

/**
 * Time limit of a suite, and of each test in it. Only what hangs should reach it: beside others on a slow machine, a
 * suite with a minute of CPU time has taken more than ten.
 */
const suiteLimitMs = 1_200_000;
/** How long a process may run after its last suite; beyond that, a suite left something open. */
const defaultLeavingMs = 20_000;
/** How long a process may take to end its own children after it was asked to end. */
const graceMs = 5000;
/** Maximum number of output characters kept in case of a failure. */
const keptOutput = 100_000;
/** Maximum number of output characters shown when a process dies. */
const shownOutput = 5000;

export interface RunReport {
  /** In the order in which the suites ended. */
  readonly outcomes: readonly SuiteOutcome[];
  /** Suites without a result, because the process ended before they did. */
  readonly untold: readonly string[];
  /** Output of the process. */
  readonly output: string;
}

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** How long the process may run after its last suite. */
  readonly leavingMs?: number;
  /** Called as soon as a test has ended. */
  readonly onTest?: (test: EndedTest) => void;
}

const running = new Set<ChildProcess>();

export async function runSuites(run: SuiteRun, options: RunOptions): Promise<RunReport> {
  const process = new SuiteProcess(run, options);
  return process.report();
}

/** Ends the processes that run suites, and waits until they have ended. */
export async function endRunningSuites(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

/** Kills the processes without waiting. Processes that they started outside their group are not ended. */
export function killRunningSuites(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

type EndedSuite = Extract<SuiteMessage, { kind: 'ended' }>;

class SuiteProcess {
  readonly #run: SuiteRun;
  readonly #options: RunOptions;
  readonly #child: ChildProcess;
  readonly #startedMs = performance.now();
  /**
   * Suites that have begun, with the processor time used before each. Needed because the process may crash before the
   * tests of a suite are reported.
   */
  readonly #begun: { readonly suite: string; readonly cpuSeconds: number }[] = [];
  readonly #outcomes: SuiteOutcome[] = [];
  /** Tests of the suite whose end is reported next. */
  #tests: EndedTest[] = [];
  #cpuSeconds = 0;
  #output = '';
  #timer: NodeJS.Timeout | undefined;
  /** Why the run ended the process; null if it did not. */
  #verdict: string | null = null;

  constructor(run: SuiteRun, options: RunOptions) {
    this.#run = run;
    this.#options = options;
    this.#child = spawn(process.execPath, argumentsFor(run), {
      cwd: root,
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Starts a separate process group, so that the process's children can be ended with it.
      detached: true,
    });
    running.add(this.#child);

    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#keepOutput(text));

    this.#child.on('message', (message: SuiteMessage) => this.#take(message));
    this.#limitSuite();
  }

  async report(): Promise<RunReport> {
    const [code, signal] = (await once(this.#child, 'close')) as [number | null, string | null];
    clearTimeout(this.#timer);
    running.delete(this.#child);
    this.#judgeEnd(code, signal);

    const reportedPaths = new Set(this.#outcomes.map(({ path }) => path));
    return {
      outcomes: this.#outcomes.map((outcome) => ({
        ...outcome,
        cpuSeconds: this.#cpuSecondsOf(outcome.path),
      })),
      untold: this.#run.suites.map(({ path }) => path).filter((path) => !reportedPaths.has(path)),
      output: this.#output,
    };
  }

  #take(message: SuiteMessage): void {
    switch (message.kind) {
      case 'began':
        this.#begun.push(message);
        this.#limitSuite();
        break;
      case 'test':
        this.#tests.push(message);
        this.#options.onTest?.(message);
        break;
      case 'ended':
        this.#endSuite(message);
        break;
      case 'left':
        this.#cpuSeconds = message.cpuSeconds;
        break;
    }
  }

  #endSuite({ suite, seconds, error }: EndedSuite): void {
    const errors = error === undefined ? [] : [{ what: 'outside of its tests', detail: error }];
    // The first suite's time includes the process's imports.
    const isFirst = this.#outcomes.length === 0;
    const took = isFirst ? (performance.now() - this.#startedMs) / 1000 : seconds;
    this.#addOutcome(suite, took, errors);

    if (this.#outcomes.length < this.#run.suites.length) return;
    const { leavingMs = defaultLeavingMs } = this.#options;
    this.#endAfter(
      leavingMs,
      `left something open that kept the process for ${leavingMs / 1000} s`,
    );
  }

  #addOutcome(path: string, seconds: number, errors: readonly Failure[]): void {
    const tests = this.#tests;
    this.#tests = [];

    const ofOutcome = (outcome: EndedTest['outcome']) =>
      tests.filter((test) => test.outcome === outcome);
    const failures = ofOutcome('failed').map(({ name, error }) => ({
      what: name,
      detail: error ?? '',
    }));

    this.#outcomes.push({
      path,
      passed: ofOutcome('passed').length,
      failures: [...failures, ...errors],
      skipped: ofOutcome('skipped').map(({ name, reason }) => ({ name, reason: reason ?? '' })),
      seconds,
      cpuSeconds: 0,
    });
  }

  /** If a process ends too early or not at all, the suite that is running has failed. */
  #judgeEnd(code: number | null, signal: string | null): void {
    const isComplete = this.#outcomes.length === this.#run.suites.length;
    const hasFailures = this.#outcomes.some(({ failures }) => failures.length > 0);
    if (this.#verdict === null && isComplete && (code === 0 || hasFailures)) return;

    const problem = this.#verdict ?? `its process ended by ${signal ?? `exit code ${code}`}`;
    const failure = { what: problem, detail: this.#output.slice(-shownOutput) };
    const last = this.#outcomes.at(-1);
    if (isComplete && last) {
      this.#outcomes.splice(-1, 1, { ...last, failures: [...last.failures, failure] });
      return;
    }

    const startedSuite = this.#begun.at(-1)?.suite;
    const culprit = startedSuite ?? this.#run.suites[0]?.path ?? '';
    this.#addOutcome(culprit, (performance.now() - this.#startedMs) / 1000, [failure]);
  }

  #cpuSecondsOf(path: string): number {
    const index = this.#begun.findIndex(({ suite }) => suite === path);
    const next = this.#begun[index + 1]?.cpuSeconds ?? this.#cpuSeconds;
    const startSeconds = index <= 0 ? 0 : (this.#begun[index]?.cpuSeconds ?? 0);
    return index < 0 ? 0 : Math.max(0, next - startSeconds);
  }

  #keepOutput(text: string): void {
    this.#output = (this.#output + text).slice(-keptOutput);
  }

  #limitSuite(): void {
    this.#endAfter(suiteLimitMs, `took longer than ${suiteLimitMs / 1000} s`);
  }

  #endAfter(limitMs: number, verdict: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#verdict = verdict;
      void endGroup(this.#child);
    }, limitMs);
  }
}

function argumentsFor({ suites, database }: SuiteRun): string[] {
  const folder = import.meta.dirname;
  return [
    // V8 would spend 4 s of processor time optimising the embedded database, which is more than a
    // suite gains from it.
    ...(database === 'embedded' ? ['--liftoff-only'] : []),
    `--test-reporter=${join(folder, 'ipc-reporter.ts')}`,
    '--test-reporter-destination=stdout',
    `--test-timeout=${suiteLimitMs}`,
    join(folder, 'suite-process.ts'),
    ...suites.map(({ path }) => path),
  ];
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;

  const exit = once(child, 'exit');
  signalGroup(child, 'SIGTERM');

  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  await exit;
  clearTimeout(timer);
  // Children that the process did not end are still in its group.
  signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // No process in the group is left.
  }
}
