/** Messages that a process running suites sends over IPC to the run that started it. */

export type SuiteMessage =
  /** `cpuSeconds`: processor time used so far by the process and by its children that have ended. */
  | { readonly kind: 'began'; readonly suite: string; readonly cpuSeconds: number }
  | {
      readonly kind: 'test';
      readonly name: string;
      readonly outcome: 'passed' | 'failed' | 'skipped';
      readonly milliseconds: number;
      /** Why the test was skipped; empty if no reason is given. */
      readonly reason?: string;
      /** How the test failed, with the stack. */
      readonly error?: string;
    }
  | {
      readonly kind: 'ended';
      readonly suite: string;
      readonly seconds: number;
      /** An error outside the suite's tests: in a hook, or while the suite was imported. */
      readonly error?: string;
    }
  | { readonly kind: 'left'; readonly cpuSeconds: number };

export type EndedTest = Extract<SuiteMessage, { kind: 'test' }>;

export function tell(message: SuiteMessage): void {
  process.send?.(message);
}
