/** The six events a webhook carries (interface.md "Webhook events"). */
import { z } from 'zod';
import { aggregateResults, batchStatus } from './batch.ts';
import { exampleIds } from './calls/example-ids.ts';
import { jobError, jobStatus } from './job.ts';
import { timestamp } from './text.ts';

export const eventNames = [
  'job.completed',
  'job.failed',
  'job.cancelled',
  'job.held',
  'batch.completed',
  'batch.paused',
] as const;
export type EventName = (typeof eventNames)[number];

const common = {
  event_id: z
    .string()
    .describe(
      'Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised.',
    ),
  created_at: timestamp.describe('When it happened.'),
};
const jobFields = {
  ...common,
  job_id: z.string().describe('The job, `job_…`.'),
  batch_id: z
    .string()
    .optional()
    .describe('The batch the job belongs to, `batch_…`; absent if it belongs to none.')
    .meta({ examples: [exampleIds.batch] }),
  status: jobStatus.describe('The state the job moved into.'),
  credits_charged: z
    .int()
    .nullable()
    .describe('Credits charged; null if nothing was charged.')
    .meta({ examples: [21] }),
};
const jobCompletedAt = timestamp.describe('When the job reached this final state.');
const batchFields = {
  ...common,
  batch_id: z.string().describe('The batch, `batch_…`.'),
  status: batchStatus.describe('The state the batch moved into.'),
};

export const jobCompletedEvent = z
  .looseObject({
    event: z.literal('job.completed').describe('What happened.'),
    ...jobFields,
    completed_at: jobCompletedAt,
  })
  .meta({ id: 'JobCompletedEvent', description: 'A job has results: read it by id.' });
export const jobFailedEvent = z
  .looseObject({
    event: z.literal('job.failed').describe('What happened.'),
    ...jobFields,
    completed_at: jobCompletedAt,
    error: jobError.describe('Why it failed.'),
  })
  .meta({ id: 'JobFailedEvent', description: 'A job failed; it is not charged.' });
export const jobCancelledEvent = z
  .looseObject({
    event: z.literal('job.cancelled').describe('What happened.'),
    ...jobFields,
    completed_at: jobCompletedAt,
  })
  .meta({
    id: 'JobCancelledEvent',
    description: 'A job that had begun was cancelled. A job that was still waiting sends nothing.',
  });
export const jobHeldEvent = z
  .looseObject({
    event: z.literal('job.held').describe('What happened.'),
    ...jobFields,
    reason: z.string().describe('Why it is held, such as `insufficient_credits`.'),
    credits_needed: z.int().describe('Estimate of the job for its real length, in credits.'),
    balance: z.int().describe('What the workspace could spend when the job was held, in credits.'),
  })
  .meta({
    id: 'JobHeldEvent',
    description: 'A job waits for credits, for 7 days at most; it resumes by itself once funded.',
  });
export const batchCompletedEvent = z
  .looseObject({
    event: z.literal('batch.completed').describe('What happened.'),
    ...batchFields,
    total_jobs: z.int().describe('Number of jobs of the batch.'),
    completed_count: z.int().describe('Number of jobs with results.'),
    failed_count: z.int().describe('Number of jobs that failed.'),
    credits_charged: z.int().describe('Credits charged for all jobs together.'),
    aggregate_results: aggregateResults
      .nullable()
      .describe('What all videos show together; null if not asked for.'),
    completed_at: timestamp.describe('When the last job reached a final state.'),
  })
  .meta({ id: 'BatchCompletedEvent', description: 'Every job of a batch is final.' });
export const batchPausedEvent = z
  .looseObject({
    event: z.literal('batch.paused').describe('What happened.'),
    ...batchFields,
    rollup: z
      .looseObject({
        completed: z.int().describe('Number of jobs with results.'),
        failed: z.int().describe('Number of jobs that failed.'),
        held: z.int().describe('Number of jobs that wait for credits.'),
        pending: z.int().describe('Number of jobs that wait for a worker.'),
      })
      .describe('Jobs by state.'),
    credits_needed_to_resume: z.int().describe('Credits to add so that every held job resumes.'),
  })
  .meta({
    id: 'BatchPausedEvent',
    description: 'No job of a batch can run, and at least one waits for credits.',
  });

/** Sent only on request. */
export const webhookTestEvent = z
  .looseObject({
    event: z.literal('webhook.test').describe('What happened.'),
    ...common,
  })
  .meta({
    id: 'WebhookTestEvent',
    description: 'A test, sent only when asked for; it belongs to no job and no batch.',
  });

export const webhookEvents = {
  'job.completed': jobCompletedEvent,
  'job.failed': jobFailedEvent,
  'job.cancelled': jobCancelledEvent,
  'job.held': jobHeldEvent,
  'batch.completed': batchCompletedEvent,
  'batch.paused': batchPausedEvent,
} as const satisfies Record<EventName, z.ZodType>;

/** Everything that is sent to a `webhook_url`. */
export const sentEvents = { ...webhookEvents, 'webhook.test': webhookTestEvent } as const;
export type SentEventName = keyof typeof sentEvents;

export const webhookEvent = z
  .discriminatedUnion('event', [
    jobCompletedEvent,
    jobFailedEvent,
    jobCancelledEvent,
    jobHeldEvent,
    batchCompletedEvent,
    batchPausedEvent,
  ])
  .meta({ id: 'WebhookEvent', description: 'What a webhook carries; `event` names its kind.' });
export type WebhookEvent = z.infer<typeof webhookEvent>;
