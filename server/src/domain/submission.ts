/** Describes a request on its way to a job: who asks, for which video, and what is to be done with it. */
import type { Ask, PlanName } from '@reelsight/contract';
import type { JobTrace } from '../tracing/tracer.ts';
import type { Estimate } from './prices/price.ts';

/** The workspace a request acts for. */
export interface Caller {
  readonly workspaceId: string;
  readonly plan: PlanName;
  readonly pastDue: boolean;
  readonly balance: number;
  /** Open jobs, counted when a call that creates a job is admitted. */
  readonly openJobs?: { readonly processing: number; readonly open: number };
}

/** The video of a job, as far as it is known at submit. */
export interface Video {
  readonly url: string | null;
  readonly platform: string;
  readonly videoId: string | null;
  readonly uploadKey: string | null;
  readonly etag: string | null;
  readonly title: string | null;
  /** File name of an upload, if given. */
  readonly filename?: string | null;
  /** Measured, or reported by the platform; null until known. */
  readonly durationSeconds: number | null;
  /**
   * Length stated by the owner, or by the headers of an upload that is not opened yet: used for estimates, never shown
   * as known.
   */
  readonly statedSeconds?: number | null;
  readonly thumbnailUrl: string | null;
}

/** The length an estimate uses; null: none is known or stated. */
export const secondsToEstimate = ({
  durationSeconds,
  statedSeconds = null,
}: Pick<Video, 'durationSeconds' | 'statedSeconds'>): number | null =>
  durationSeconds ?? statedSeconds;

export interface NewPendingJob {
  readonly id: string;
  readonly ask: Ask;
  readonly video: Video;
  readonly estimate: Estimate;
  readonly webhookUrl: string | null;
  readonly externalId: string | null;
  readonly tags: readonly string[];
  readonly batch?: { readonly id: string; readonly position: number };
  readonly followId?: string;
  /** Open jobs of the workspace before this one. */
  readonly ahead: number;
  /** Trace of the request or run that creates the job: one statement may write jobs of several requests. */
  readonly trace?: JobTrace | null;
}

/** A job on its way into the database: who asked, and for what. */
export interface Submission {
  readonly caller: Caller;
  readonly plan: NewPendingJob;
}
