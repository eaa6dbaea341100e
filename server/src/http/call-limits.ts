/** What bounds callers beside the bucket of their plan. */
import type { BucketRate } from '../network/token-buckets.ts';
import type { UnsentLimits } from './unsent.ts';

/** Streams of live events at once, in one process. */
export interface StreamLimits {
  readonly ofUser: number;
  readonly ofWorkspace: number;
  readonly all: number;
}

/** What assistants may do by the Model Context Protocol, in one process. */
export interface AssistantLimits {
  /** Requests at once of a workspace. */
  readonly ofWorkspace: number;
  readonly all: number;
  /** Messages of a workspace, beside the bucket of its plan that their calls take from. */
  readonly messages: BucketRate;
}

/** Reads that wait for a job or batch at once, in one process. */
export interface WaitLimits {
  readonly ofWorkspace: number;
  readonly all: number;
  /** Longest one waits. */
  readonly mostMs: number;
}

export interface CallLimits {
  /** Of a user in a workspace. */
  readonly session: BucketRate;
  /** Of a user, and of the keys of a workspace, for calls that start a program or send something. */
  readonly costly: BucketRate;
  /** Wrong keys a minute of an address block. */
  readonly wrongKeys: number;
  readonly streams: StreamLimits;
  readonly waits: WaitLimits;
  readonly unsent: UnsentLimits;
}
