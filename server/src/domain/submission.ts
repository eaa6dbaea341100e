/**
 * Describes a request that is to become a job: who makes it, for which video, and what is to be done with the video.
 */
import type { Ask, PlanName } from '@reelsight/contract';
import type { JobTrace } from '../tracing/tracer.ts';
import type { Estimate } from './prices/price.ts';
import type { CallerAccess } from './workspaces/access.ts';

/** The workspace a request acts for. */
export interface Caller {
  readonly workspaceId: string;
  readonly plan: PlanName;
  readonly pastDue: boolean;
  readonly balance: number;
  /** Whether it is a test workspace, whose jobs end at once with fixed results and cost nothing. */
  readonly isTest?: boolean;
  /** How the call has access; absent if no call submits, as in the run of a Follow. */
  readonly access?: CallerAccess;
  /** As by `countOpenJobs`, taken when a call that creates a job is admitted. */
  readonly openJobs?: { readonly processing: number; readonly open: number };
}

/** The video of a job, as far as it is known when the job is submitted. */
export interface Video {
  readonly url: string | null;
  readonly platform: string;
  readonly videoId: string | null;
  readonly uploadKey: string | null;
  readonly etag: string | null;
  readonly title: string | null;
  /** File name of an upload, if given. */
  readonly filename?: string | null;
  /** The measured length, or the length that the platform reports; null until it is known. */
  readonly durationSeconds: number | null;
  /**
   * Length stated by the owner, or by the headers of an upload that has not been opened yet. It is used for estimates,
   * but never shown as a known length.
   */
  readonly statedSeconds?: number | null;
  readonly thumbnailUrl: string | null;
}

/** The length that an estimate uses; null if no length is known or stated. */
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
  /** When the video was published, as the caller says; null if it does not. */
  readonly publishedAt: Date | null;
  /** What a list of a Follow or an earlier analysis says of the video; what its platform says later comes before it. */
  readonly listed?: { readonly author: string | null; readonly publishedAt: Date | null };
  readonly tags: readonly string[];
  readonly batch?: { readonly id: string; readonly position: number };
  readonly followId?: string;
  /** Number of open jobs, of all workspaces of the owner, that were submitted before this one. */
  readonly ahead: number;
  /**
   * Trace of the request or run that creates the job. Each job has its own, because one statement may write jobs of
   * several requests.
   */
  readonly trace?: JobTrace | null;
}

/** A job that is about to be inserted, with its caller. */
export interface Submission {
  readonly caller: Caller;
  readonly plan: NewPendingJob;
}
