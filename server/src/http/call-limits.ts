/** Limits on callers in addition to the bucket of their plan. */
import type { BucketRate } from '../network/token-buckets.ts';
import type { UnsentLimits } from './unsent.ts';

/** Simultaneous streams of live events, in one process. */
export interface StreamLimits {
  readonly ofUser: number;
  readonly ofWorkspace: number;
  readonly all: number;
}

/** Limits for assistants that use the Model Context Protocol, in one process. */
export interface AssistantLimits {
  /** Simultaneous requests of a workspace. */
  readonly ofWorkspace: number;
  readonly all: number;
  /**
   * Rate of a workspace's messages. The calls that a message makes also draw from the bucket of the workspace's plan.
   */
  readonly messages: BucketRate;
}

/** Simultaneous reads that wait for a job or batch, in one process. */
export interface WaitLimits {
  readonly ofWorkspace: number;
  readonly all: number;
  /** Longest wait of a read. */
  readonly mostMs: number;
}

export interface CallLimits {
  /** Rate of a user in a workspace. */
  readonly session: BucketRate;
  /** Rate of a user, and of the keys of a workspace, for calls that start a program or send something. */
  readonly costly: BucketRate;
  /** Wrong keys per minute from an address block. */
  readonly wrongKeys: number;
  readonly streams: StreamLimits;
  readonly waits: WaitLimits;
  readonly unsent: UnsentLimits;
}
