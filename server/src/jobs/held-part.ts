/**
 * What a part runner needs of the service: parts to do, and what may become of each. `database-parts.ts` has it of the
 * database and storage, `runners/remote-parts.ts` of a service over HTTPS.
 */
import type { Fault } from '@reelsight/contract';
import type { ClaimedPart, PartKey, PartRow } from '../db/job-parts.ts';
import type { Interruption } from '../domain/lifecycle.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Storage } from '../storage/storage.ts';
import type { PartResult } from './engine-hosts.ts';
import type { Deadlines } from './stages.ts';

/** The service does not believe a result: doing the part again would most likely bring the same. */
export class ResultRefused extends Error {}

/** What is known of a part and its job. */
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
>;

/** A part that came before the join, as the join finds its artifact. */
export type PartBefore = Pick<PartRow, 'kind' | 'number' | 'state' | 'first_cell' | 'last_cell'>;

/** Where the files of jobs are read from; `files`: a whole file costs no more than a range of it. */
export type PartStore = Pick<Storage, 'get' | 'download'> & { readonly kind: string };

/** A part in the hands of a worker. */
export interface HeldPart {
  readonly facts: PartFacts;
  /** The fault if its job or stage has used up its time; null if it has not. */
  overdue(): Promise<Fault | null>;
  /** The parts whose artifacts the join reads. */
  before(): Promise<readonly PartBefore[]>;
  /** Stores the artifact and ends the part; false if it is no longer this worker's. */
  end(result: PartResult, signal: AbortSignal): Promise<boolean>;
  /**
   * Stores what the join left in `folder`/merging and completes the job. What was used, as far as it is known here; null
   * if the part is no longer this worker's.
   */
  settle(
    folder: string,
    usage: PartResult['usage'],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>> | null>;
  /** Work on it ended without a result; says what becomes of it, for the log. */
  interrupt(why: Interruption, fault: Fault, limitMs: number): Promise<string>;
  /** Fails its job. */
  fail(fault: Fault): Promise<void>;
  /** It is no longer this worker's: removes what it stored, unless the job goes on elsewhere. */
  leave(): Promise<void>;
}

export interface PartPort {
  /** Undefined if the task owns no part any more. */
  claim(task: HeldTask<object>): Promise<HeldPart | undefined>;
  /** Gives back a part that is this worker's and does not run here; says what becomes of it, for the log. */
  giveBack(part: PartKey): Promise<string>;
}

/** What the service decides for every part, whoever does it. */
export interface PartTerms {
  readonly deadlines: Deadlines;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
}
