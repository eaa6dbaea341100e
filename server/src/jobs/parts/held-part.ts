/**
 * The interface between a part runner and the service: the parts to do, and what can become of each.
 * `database-parts.ts` implements it with the database and storage, `runners/remote-parts.ts` with a service over
 * HTTPS.
 */
import type { Fault } from '@reelsight/contract';
import type { ClaimedPart, PartKey, PartRow } from '../../db/jobs/job-parts.ts';
import type { Interruption } from '../../domain/jobs/lifecycle.ts';
import type { ClaimedTask } from '../../queue/consume-loop.ts';
import type { Storage } from '../../storage/storage.ts';
import type { PartResult } from '../hosts/engine-hosts.ts';
import type { Deadlines } from '../stages.ts';

/** The service rejected a result as implausible: repeating the part would most likely give the same result. */
export class ResultRefused extends Error {}

/** What a worker knows about a part and its job. */
export type PartFacts = Pick<
  ClaimedPart,
  | 'job_id'
  | 'number'
  | 'kind'
  | 'task_id'
  | 'first_cell'
  | 'last_cell'
  | 'start_seconds'
  | 'end_seconds'
  | 'crashes'
  | 'workspace_id'
  | 'attempt'
  | 'ask'
  | 'title'
  | 'tokens_used'
  | 'trace'
> & {
  /** Whether the part also describes what its pictures look like, for search by sight. */
  readonly describes_sight?: boolean | undefined;
};

/** A part that precedes the join, with the fields the join needs to find its artifact. */
export type PartBefore = Pick<PartRow, 'kind' | 'number' | 'state' | 'first_cell' | 'last_cell'>;

/** Source of the files of jobs; with kind `files`, reading a whole file costs no more than reading a range of it. */
export type PartStore = Pick<Storage, 'get' | 'download'> & { readonly kind: string };

/** A part that a worker has claimed. */
export interface HeldPart {
  readonly facts: PartFacts;
  /** Returns the fault if the part's job or stage has used up its time; null if it has not. */
  overdue(): Promise<Fault | null>;
  /** The parts whose artifacts the join reads. */
  before(): Promise<readonly PartBefore[]>;
  /** Stores the artifact and ends the part; false if this worker no longer owns the part. */
  end(result: PartResult, signal: AbortSignal): Promise<boolean>;
  /**
   * Stores the files that the join wrote to `folder`/merging, and completes the job. Returns the usage as far as this
   * worker knows it; null if this worker no longer owns the part.
   */
  settle(
    folder: string,
    usage: PartResult['usage'],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>> | null>;
  /** Reports that work on the part ended without a result; returns what happens to the part, for the log. */
  interrupt(reason: Interruption, fault: Fault, limitMs: number): Promise<string>;
  /** Fails the part's job. */
  fail(fault: Fault): Promise<void>;
  /**
   * Called when this worker no longer owns the part: removes the files stored for it, unless the job continues
   * elsewhere.
   */
  leave(): Promise<void>;
}

export interface PartPort {
  /** Claims the part that a task owns; undefined if the task no longer owns a part. */
  claim(task: ClaimedTask<object>): Promise<HeldPart | undefined>;
  /** Gives back a part that this worker owns but does not run; returns what happens to the part, for the log. */
  giveBack(part: PartKey): Promise<string>;
}

/** Settings of the service for every part, whichever worker does it. */
export interface PartTerms {
  readonly deadlines: Deadlines;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
}
