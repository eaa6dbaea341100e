/** What became of suites, and how it is told. */
import type { SuiteMessage } from './messages.ts';

export interface Failure {
  /** Name of a test, or what the process of the suite did. */
  readonly what: string;
  readonly detail: string;
}

export interface SkippedTest {
  readonly name: string;
  readonly reason: string;
}

export interface SuiteOutcome {
  readonly path: string;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly SkippedTest[];
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Gathers the messages of one suite. */
export class SuiteRecord {
  readonly path: string;
  readonly #cpuBefore: number;
  readonly #failures: Failure[] = [];
  readonly #skipped: SkippedTest[] = [];
  readonly #startedMs = performance.now();
  #passed = 0;
  #seconds: number | null = null;

  constructor(path: string, cpuBefore: number) {
    this.path = path;
    this.#cpuBefore = cpuBefore;
  }

  addTest(test: Extract<SuiteMessage, { kind: 'test' }>): void {
    if (test.outcome === 'passed') this.#passed += 1;
    else if (test.outcome === 'skipped')
      this.#skipped.push({ name: test.name, reason: test.reason ?? '' });
    else this.fail(test.name, test.error ?? '');
  }

  fail(what: string, detail: string): void {
    this.#failures.push({ what, detail });
  }

  end(seconds: number): void {
    this.#seconds = seconds;
  }

  outcome(cpuAfter: number): SuiteOutcome {
    return {
      path: this.path,
      passed: this.#passed,
      failures: this.#failures,
      skipped: this.#skipped,
      seconds: this.#seconds ?? (performance.now() - this.#startedMs) / 1000,
      cpuSeconds: Math.max(0, cpuAfter - this.#cpuBefore),
    };
  }
}
