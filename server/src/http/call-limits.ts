/** Limits on callers, in addition to the token bucket of their plan. */
import type { BucketRate } from '../network/token-buckets.ts';
import type { UnsentLimits } from './unsent.ts';

/**
 * How many times the limit of one workspace a person gets across all workspaces, because anybody may create many.
 */
export const workspacesAtOnce = 3;
/**
 * Fraction of all places for what lasts that is open to owners who already have one; the rest is reserved for others.
 */
export const sharedPart = 0.75;

/** A rate for all workspaces of one person, where `rate` is for one of them. */
export const acrossWorkspaces = ({ perMinute, burst }: BucketRate): BucketRate => ({
  perMinute: workspacesAtOnce * perMinute,
  burst: workspacesAtOnce * burst,
});

/** Maximum number of simultaneous streams of live events, in one process. */
export interface StreamLimits {
  readonly ofUser: number;
  readonly ofWorkspace: number;
  readonly all: number;
}

/** Limits for assistants that use the Model Context Protocol, in one process. */
export interface AssistantLimits {
  /** Maximum number of simultaneous requests of a workspace. */
  readonly ofWorkspace: number;
  readonly all: number;
  /**
   * Rate of a workspace's messages. The calls that a message makes also draw from the bucket of the workspace's plan.
   */
  readonly messages: BucketRate;
}

/** Maximum number of simultaneous reads that wait for a job or batch, in one process. */
export interface WaitLimits {
  readonly ofWorkspace: number;
  readonly all: number;
  /** Maximum time for which a read waits. */
  readonly mostMs: number;
}

export interface CallLimits {
  /** Rate of the calls that a user makes in one workspace. */
  readonly session: BucketRate;
  /**
   * Rate of costly calls, which start a program or send something: for a user, and for all keys of a workspace
   * together.
   */
  readonly costly: BucketRate;
  /** Rate of the calls of shared links that come from one block of IP addresses. */
  readonly links: BucketRate;
  /** Number of wrong keys per minute that are accepted from one block of IP addresses. */
  readonly wrongKeys: number;
  readonly streams: StreamLimits;
  readonly waits: WaitLimits;
  readonly unsent: UnsentLimits;
}
