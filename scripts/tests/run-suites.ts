/** Runs suites in a process of their own, watches it, and says what became of each suite. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SuiteMessage } from './messages.ts';
import type { SuiteRun } from './plan.ts';
import { root } from './root.ts';
import { type SuiteOutcome, SuiteRecord } from './suite-outcomes.ts';

/** Longest that a suite may take, and a test inside it. */
const suiteLimitMs = 600_000;
/** Longest that a process may go on after its last suite: what is open then was left open. */
const leavingMs = 20_000;
/** How long an ended process may take to end what it started. */
const graceMs = 5000;
/** Characters of output that are kept for the case of a failure. */
const keptOutput = 100_000;

export interface RunReport {
  /** Of the suites that began, in their order. */
  readonly outcomes: readonly SuiteOutcome[];
  /** Suites that did not begin, as the process ended before. */
  readonly notBegun: readonly string[];
  /** What the process printed. */
  readonly output: string;
}

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Called as soon as a test has ended. */
  readonly onTest?: (test: Extract<SuiteMessage, { kind: 'test' }>) => void;
}

const running = new Set<ChildProcess>();

export async function runSuites(run: SuiteRun, options: RunOptions): Promise<RunReport> {
  const process = new SuiteProcess(run, options);
  return process.report();
}

/** Ends the processes of suites and waits until they are gone. */
export async function endRunningSuites(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

class SuiteProcess {
  readonly #run: SuiteRun;
  readonly #options: RunOptions;
  readonly #child: ChildProcess;
  readonly #records: SuiteRecord[] = [];
  readonly #outcomes: SuiteOutcome[] = [];
  /** The suite that runs. */
  #current: SuiteRecord | null = null;
  #ended = 0;
  #output = '';
  #timer: NodeJS.Timeout | undefined;
  /** Why the run ended the process itself. */
  #verdict: string | null = null;

  constructor(run: SuiteRun, options: RunOptions) {
    this.#run = run;
    this.#options = options;
    this.#child = spawn(process.execPath, argumentsFor(run), {
      cwd: root,
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own, so that what it started can be ended with it.
      detached: true,
    });
    running.add(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#keepOutput(text));
    this.#child.on('message', (message: SuiteMessage) => this.#take(message));
    this.#endAfter(suiteLimitMs, `took longer than ${suiteLimitMs / 1000} s`);
  }

  async report(): Promise<RunReport> {
    const [code, signal] = (await once(this.#child, 'close')) as [number | null, string | null];
    clearTimeout(this.#timer);
    running.delete(this.#child);
    this.#judgeEnd(code, signal);

    const began = new Set(this.#records.map(({ path }) => path));
    const notBegun = this.#run.suites.map(({ path }) => path).filter((path) => !began.has(path));
    return { outcomes: this.#outcomes, notBegun, output: this.#output };
  }

  #take(message: SuiteMessage): void {
    switch (message.kind) {
      case 'began':
        this.#close(message.cpuSeconds);
        // What its imports took is the first suite's.
        this.#current = new SuiteRecord(
          message.suite,
          this.#records.length === 0 ? 0 : message.cpuSeconds,
        );
        this.#records.push(this.#current);
        this.#endAfter(suiteLimitMs, `took longer than ${suiteLimitMs / 1000} s`);
        break;
      case 'test':
        this.#current?.addTest(message);
        this.#options.onTest?.(message);
        break;
      case 'ended':
        this.#end(message);
        break;
      case 'left':
        this.#close(message.cpuSeconds);
        break;
    }
  }

  #end({ suite, seconds, error }: Extract<SuiteMessage, { kind: 'ended' }>): void {
    this.#ended += 1;
    // A suite that could not be imported, or whose tests are all skipped, did not begin.
    if (this.#current?.path !== suite) {
      this.#close(0);
      this.#current = new SuiteRecord(suite, 0);
      this.#records.push(this.#current);
    }
    this.#current.end(seconds);
    if (error !== undefined) this.#current.fail('outside of its tests', error);
    if (this.#ended < this.#run.suites.length) return;
    this.#endAfter(
      leavingMs,
      `left something open that kept the process for ${leavingMs / 1000} s`,
    );
  }

  #close(cpuSeconds: number): void {
    if (this.#current) this.#outcomes.push(this.#current.outcome(cpuSeconds));
    this.#current = null;
  }

  /** Whatever runs when a process ends too early, or does not end, has failed. */
  #judgeEnd(code: number | null, signal: string | null): void {
    const isComplete = this.#ended === this.#run.suites.length;
    const hasFailures = this.#outcomes.some(({ failures }) => failures.length > 0);
    if (this.#verdict === null && isComplete && (code === 0 || hasFailures)) return;

    const how = this.#verdict ?? `its process ended by ${signal ?? `exit code ${code}`}`;
    const culprit =
      this.#current ?? new SuiteRecord(this.#records.at(-1)?.path ?? this.#firstPath, 0);
    if (!this.#records.includes(culprit)) this.#records.push(culprit);
    culprit.fail(how, this.#output.slice(-5000));
    this.#current = null;
    this.#outcomes.push(culprit.outcome(0));
  }

  get #firstPath(): string {
    return this.#run.suites[0]?.path ?? '';
  }

  #keepOutput(text: string): void {
    this.#output = (this.#output + text).slice(-keptOutput);
  }

  #endAfter(limitMs: number, verdict: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#verdict = verdict;
      void endGroup(this.#child);
    }, limitMs);
  }
}

function argumentsFor({ suites }: SuiteRun): string[] {
  const here = import.meta.dirname;
  return [
    `--test-reporter=${join(here, 'ipc-reporter.ts')}`,
    '--test-reporter-destination=stdout',
    `--test-timeout=${suiteLimitMs}`,
    join(here, 'suite-process.ts'),
    ...suites.map(({ path }) => path),
  ];
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
  // What it started and did not end itself is of its group still.
  signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
