/** The output of a run: one line per suite, failures in full, and the totals at the end. */
import type { EndedTest } from './messages.ts';
import type { TestDatabase } from './plan.ts';
import type { SuiteOutcome } from './suite-outcomes.ts';
import type { SecondTier } from './tiers.ts';

export interface PlacedOutcome {
  readonly outcome: SuiteOutcome;
  readonly database: TestDatabase;
}

const slowestShown = 20;
/** Maximum number of lines of a suite's output that are shown with its failures. */
const shownOutputLines = 60;

export class Report {
  readonly #allowsSkips: boolean;
  readonly #startedMs = performance.now();
  readonly #outcomes: PlacedOutcome[] = [];
  readonly #otherFailures: string[] = [];
  #total = 0;

  constructor({ allowsSkips }: { readonly allowsSkips: boolean }) {
    this.#allowsSkips = allowsSkips;
  }

  get outcomes(): readonly PlacedOutcome[] {
    return this.#outcomes;
  }

  get hasSkipped(): boolean {
    return this.#outcomes.some(({ outcome }) => outcome.skipped.length > 0);
  }

  leftOut(tiers: readonly SecondTier[]): void {
    if (tiers.length === 0) return;
    const names = tiers.map(({ what: label }) => label).join('; ');
    console.log(`Left to npm run test:all, as no change asks for them: ${names}.`);
  }

  begin(plan: {
    readonly suites: number;
    readonly processes: number;
    readonly cores: number;
  }): void {
    this.#total = plan.suites;
    console.log(
      `${countText(plan.suites, 'suite')} in ${countText(plan.processes, 'process', 'processes')} on ${countText(plan.cores, 'core')}`,
    );
  }

  showTest(test: EndedTest): void {
    const took = `${Math.round(test.milliseconds)} ms`;
    const note = test.outcome === 'skipped' ? `skipped: ${test.reason ?? ''}` : took;
    console.log(`  ${signs[test.outcome]} ${test.name} (${note})`);
  }

  addOutcomes(outcomes: readonly SuiteOutcome[], database: TestDatabase, output: string): void {
    for (const outcome of outcomes) {
      this.#outcomes.push({ outcome, database });
      this.#showSuite(outcome, database);
    }
    if (output.trim() === '' || outcomes.every(({ failures }) => failures.length === 0)) return;
    const lines = output.trimEnd().split('\n').slice(-shownOutputLines);
    console.log(`  Its process printed:\n${lines.map((line) => `  | ${line}`).join('\n')}`);
  }

  /** Reports a process that is still running after the suites. */
  addLeftover(command: string): void {
    this.#otherFailures.push(`left running: ${command}`);
  }

  addStep(name: string, passed: boolean): void {
    console.log(`${passed ? signs.passed : signs.failed} ${name}`);
    if (!passed) this.#otherFailures.push(name);
  }

  addError(error: unknown): void {
    this.#otherFailures.push(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  }

  /** True if nothing failed and something passed. */
  end(): boolean {
    this.#showSlowest();

    const missed = this.#allowsSkips ? [] : this.#missedTests();
    if (missed.length > 0)
      console.log(`\nSkipped, although everything they need should be here:\n${missed.join('\n')}`);

    this.#showFailures();

    const passed = this.#sum(({ passed }) => passed);
    const failed =
      this.#sum(({ failures }) => failures.length) + this.#otherFailures.length + missed.length;
    const skipped = this.#sum((outcome) => outcome.skipped.length) - missed.length;
    if (passed + failed === 0) console.log('No test ran.');

    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
    return failed === 0 && passed > 0;
  }

  #showSuite(outcome: SuiteOutcome, database: TestDatabase): void {
    const { path, passed, failures, skipped, seconds } = outcome;
    const sign = failures.length > 0 ? signs.failed : passed > 0 ? signs.passed : signs.skipped;
    const counts = [
      `${passed} passed`,
      ...(failures.length > 0 ? [`${failures.length} failed`] : []),
      ...(skipped.length > 0 ? [`${skipped.length} skipped: ${reasonsOf(skipped)}`] : []),
    ].join(', ');
    const place = database === 'embedded' ? ', embedded database' : '';
    const progress = `${this.#outcomes.length}/${this.#total}`;

    console.log(`${sign} ${progress} ${path} (${counts}, ${seconds.toFixed(1)} s${place})`);
    for (const { what: problem, detail } of failures)
      console.log(indented(`${problem}\n${detail}`));
  }

  #showSlowest(): void {
    const slowest = this.#outcomes
      .toSorted((left, right) => right.outcome.seconds - left.outcome.seconds)
      .slice(0, slowestShown);
    const cpuSeconds = this.#sum((outcome) => outcome.cpuSeconds);
    const seconds = (performance.now() - this.#startedMs) / 1000;

    if (slowest.length > 1) {
      const rows = slowest.map(
        ({ outcome, database }) =>
          `${column(outcome.seconds)}${column(outcome.cpuSeconds)}  ${outcome.path}${database === 'embedded' ? ' (embedded database)' : ''}`,
      );
      console.log(`\nSlowest suites: seconds, CPU seconds\n${rows.join('\n')}`);
    }

    console.log(
      `\n${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} CPU seconds in suites and what they waited for`,
    );
  }

  #showFailures(): void {
    const ofSuites = this.#outcomes.flatMap(({ outcome, database }) =>
      outcome.failures.map(
        ({ what: problem }) =>
          `${outcome.path}${database === 'embedded' ? ' (embedded database)' : ''}: ${problem}`,
      ),
    );
    const failures = [...ofSuites, ...this.#otherFailures];
    if (failures.length > 0) console.log(`\nFailed\n${failures.map(indented).join('\n')}`);
  }

  /**
   * Skipped tests, except those skipped because shared media or a newer system is missing, which no package can
   * provide.
   */
  #missedTests(): string[] {
    return this.#outcomes.flatMap(({ outcome }) =>
      outcome.skipped
        .filter(({ reason }) => !/\bshared\b|\bolder than\b/.test(reason))
        .map(({ name, reason }) => `${outcome.path}: ${name} (${reason})`),
    );
  }

  #sum(count: (outcome: SuiteOutcome) => number): number {
    return this.#outcomes.reduce((sum, { outcome }) => sum + count(outcome), 0);
  }
}

const signs = { passed: '✔', failed: '✖', skipped: '﹣' } as const;

const countText = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

const column = (seconds: number) => seconds.toFixed(1).padStart(8);

const indented = (text: string) => text.replace(/^/gm, '  ');

const reasonsOf = (skipped: SuiteOutcome['skipped']) =>
  [...new Set(skipped.map(({ reason }) => reason || 'no reason given'))].join('; ');
