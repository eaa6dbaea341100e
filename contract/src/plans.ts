/** The four plans and their limits (interface.md "Plans"). An operator may change the numbers in the configuration. */
import { z } from 'zod';

export const planNames = ['free', 'starter', 'pro', 'scale'] as const;
export type PlanName = (typeof planNames)[number];
export const planName = z
  .enum(planNames)
  .meta({ id: 'PlanName', description: 'A plan; its limits are read from the account.' });

/** The limits of a plan, which the account has in its field `limits`. */
export const limits = z
  .looseObject({
    max_video_duration_minutes: z.int().describe('Longest video a job may analyse, in minutes.'),
    max_audio_duration_minutes: z
      .int()
      .describe(
        'Longest video of an audio-only job, in minutes: one that asks for nothing but `transcription`, `metadata` and `summary`.',
      ),
    max_fps: z
      .int()
      .describe("Most frames per second that are analysed; a job's `fps` is lowered to it."),
    requires_target: z
      .boolean()
      .describe('Whether a job that asks for `brands` must name `brands` or `surfaces`.'),
    max_requests_per_minute: z
      .int()
      .describe('Number of requests per minute on average; short bursts may have more.'),
    max_concurrent_jobs: z.int().describe('Number of jobs that are processed at the same time.'),
    max_queries_per_job: z.int().describe('Number of questions a job may ask.'),
    webhooks_enabled: z.boolean().describe('Whether jobs and batches may name a `webhook_url`.'),
    downloadable_reports: z.boolean().describe('Whether reports may be exported.'),
    max_batch_size: z.int().describe('Number of videos in a batch; 0 if the plan has no batches.'),
    max_aggregate_queries_per_batch: z
      .int()
      .describe('Number of questions a batch may ask about all its videos; 0 for none.'),
  })
  .meta({ id: 'Limits', description: 'What the plan allows.' });
export type Limits = z.infer<typeof limits>;

export interface Plan {
  readonly name: PlanName;
  readonly limits: Readonly<Limits>;
  /** Capacity of the token bucket; the sustained rate is `max_requests_per_minute`. */
  readonly burst: number;
  /** Maximum number of Follows in a workspace, including paused ones. */
  readonly maxFollows: number;
  /** Number of credits in the plan pool of a new workspace. */
  readonly signupCredits: number;
  /** Number of credits granted at each monthly reset; 0 means that there is no scheduled reset. */
  readonly monthlyAllowance: number;
  /** Maximum number of jobs that may wait for a worker or for credits. */
  readonly pendingJobs: number;
  /**
   * Maximum number of failed jobs that are kept, and the same number of cancelled jobs, and in a test workspace of
   * completed ones. Jobs that were charged for do not count.
   */
  readonly unchargedJobs: number;
  /** Maximum number and total bytes of uploads that no job uses. */
  readonly unusedUploads: number;
  readonly unusedUploadBytes: number;
  /** Maximum total size in bytes of all stored uploads, including those that jobs use. */
  readonly heldUploadBytes: number;
}

/** Number of bytes in an MB, as in all settings. */
export const bytesInMb = 1024 * 1024;

type Row = readonly [free: number, starter: number, pro: number, scale: number];
const numbers = {
  max_video_duration_minutes: [20, 60, 120, 240],
  max_audio_duration_minutes: [60, 180, 300, 600],
  max_fps: [1, 2, 4, 4],
  max_concurrent_jobs: [1, 3, 10, 25],
  max_queries_per_job: [3, 10, 10, 10],
  max_batch_size: [0, 10, 25, 50],
  max_aggregate_queries_per_batch: [0, 0, 5, 10],
  max_requests_per_minute: [10, 30, 60, 300],
  burst: [15, 45, 90, 450],
  max_follows: [3, 20, 100, 500],
  signup_credits: [500, 2000, 10_000, 0],
  monthly_allowance: [0, 2000, 10_000, 0],
  max_pending_jobs: [200, 1000, 5000, 50_000],
  max_uncharged_jobs: [10_000, 10_000, 20_000, 100_000],
  max_unused_uploads: [100, 500, 1000, 5000],
  max_unused_upload_mb: [10_240, 51_200, 102_400, 512_000],
  max_upload_mb: [102_400, 512_000, 1_024_000, 5_120_000],
} as const satisfies Record<string, Row>;

function planAt(index: 0 | 1 | 2 | 3): Plan {
  const pick = (key: keyof typeof numbers): number => numbers[key][index];
  return {
    name: planNames[index],
    limits: {
      max_video_duration_minutes: pick('max_video_duration_minutes'),
      max_audio_duration_minutes: pick('max_audio_duration_minutes'),
      max_fps: pick('max_fps'),
      requires_target: index < 2,
      max_requests_per_minute: pick('max_requests_per_minute'),
      max_concurrent_jobs: pick('max_concurrent_jobs'),
      max_queries_per_job: pick('max_queries_per_job'),
      webhooks_enabled: index > 0,
      downloadable_reports: index > 1,
      max_batch_size: pick('max_batch_size'),
      max_aggregate_queries_per_batch: pick('max_aggregate_queries_per_batch'),
    },
    burst: pick('burst'),
    maxFollows: pick('max_follows'),
    signupCredits: pick('signup_credits'),
    monthlyAllowance: pick('monthly_allowance'),
    pendingJobs: pick('max_pending_jobs'),
    unchargedJobs: pick('max_uncharged_jobs'),
    unusedUploads: pick('max_unused_uploads'),
    unusedUploadBytes: pick('max_unused_upload_mb') * bytesInMb,
    heldUploadBytes: pick('max_upload_mb') * bytesInMb,
  };
}

export type Plans = Readonly<Record<PlanName, Plan>>;

export const defaultPlans: Plans = {
  free: planAt(0),
  starter: planAt(1),
  pro: planAt(2),
  scale: planAt(3),
};
