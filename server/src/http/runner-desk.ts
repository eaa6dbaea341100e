/** Functions that the calls of runners need from code that http may not import; the wiring code provides them. */
import type {
  ClaimParts,
  InterruptedPart,
  PartOrdered,
  RunnerHeartbeat,
  RunnerTerms,
} from '@reelsight/contract';
import type { RunnerHolder } from '../db/workspaces/runners.ts';
import type { StorageKey } from '../storage/storage-key.ts';

export interface RunnerDesk {
  /** Takes a runner's heartbeat. Throws Fault RUNNER_VERSION, RUNNER_LIMIT, RUNNER_ENGINES or INVALID_API_KEY. */
  readonly beat: (runner: RunnerHolder, heartbeat: RunnerHeartbeat) => Promise<RunnerTerms>;
  /**
   * Waits until there is a part to work on, or until the signal aborts. Throws Fault RUNNER_VERSION, PART_LOST or
   * INVALID_API_KEY.
   */
  readonly claim: (
    runner: RunnerHolder,
    request: ClaimParts,
    signal: AbortSignal,
  ) => Promise<PartOrdered[]>;
  readonly leave: (runner: RunnerHolder, instance: string) => Promise<void>;
  /** Returns the parts that a revoked runner holds to the queue. */
  readonly giveBackOf: (runnerId: string) => Promise<void>;
  /** Throws Fault NOT_FOUND. */
  readonly readableFile: (runner: RunnerHolder, task: string, name: string) => Promise<StorageKey>;
  /** Throws Fault NOT_FOUND, PART_LOST or VALIDATION_FAILED. */
  readonly storeFile: (
    runner: RunnerHolder,
    task: string,
    name: string,
    body: Buffer,
  ) => Promise<void>;
  /**
   * Ends a part with its result, as JSON, which is read only if the runner holds the part. Throws Fault PART_LOST or
   * VALIDATION_FAILED.
   */
  readonly end: (runner: RunnerHolder, task: string, body: Buffer) => Promise<void>;
  /** Ends work on a part without a result. Returns what happens to the part next. */
  readonly interrupt: (
    runner: RunnerHolder,
    task: string,
    interruption: InterruptedPart,
  ) => Promise<string>;
}
