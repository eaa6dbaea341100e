/** Types for the result of a suite. */

export interface Failure {
  /** Name of the test that failed, or what happened to the suite's process. */
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
