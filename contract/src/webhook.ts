/** The six events a webhook carries (interface.md "Events", decisions.md 7). */
import { z } from 'zod';
import { aggregateResults, batchStatus } from './batch.ts';
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

const common = { event_id: z.string(), created_at: timestamp };
const jobFields = {
  ...common,
  job_id: z.string(),
  batch_id: z.string().optional(),
  status: jobStatus,
  credits_charged: z.int().nullable(),
};

export const jobCompletedEvent = z
  .looseObject({ event: z.literal('job.completed'), ...jobFields, completed_at: timestamp })
  .meta({ id: 'JobCompletedEvent' });
export const jobFailedEvent = z
  .looseObject({
    event: z.literal('job.failed'),
    ...jobFields,
    completed_at: timestamp,
    error: jobError,
  })
  .meta({ id: 'JobFailedEvent' });
export const jobCancelledEvent = z
  .looseObject({ event: z.literal('job.cancelled'), ...jobFields, completed_at: timestamp })
  .meta({ id: 'JobCancelledEvent' });
export const jobHeldEvent = z
  .looseObject({
    event: z.literal('job.held'),
    ...jobFields,
    reason: z.string(),
    credits_needed: z.int(),
    balance: z.int(),
  })
  .meta({ id: 'JobHeldEvent' });
export const batchCompletedEvent = z
  .looseObject({
    event: z.literal('batch.completed'),
    ...common,
    batch_id: z.string(),
    status: batchStatus,
    total_jobs: z.int(),
    completed_count: z.int(),
    failed_count: z.int(),
    credits_charged: z.int(),
    aggregate_results: aggregateResults.nullable(),
    completed_at: timestamp,
  })
  .meta({ id: 'BatchCompletedEvent' });
export const batchPausedEvent = z
  .looseObject({
    event: z.literal('batch.paused'),
    ...common,
    batch_id: z.string(),
    status: batchStatus,
    rollup: z.looseObject({
      completed: z.int(),
      failed: z.int(),
      held: z.int(),
      pending: z.int(),
    }),
    credits_needed_to_resume: z.int(),
  })
  .meta({ id: 'BatchPausedEvent' });

export const webhookEvents = {
  'job.completed': jobCompletedEvent,
  'job.failed': jobFailedEvent,
  'job.cancelled': jobCancelledEvent,
  'job.held': jobHeldEvent,
  'batch.completed': batchCompletedEvent,
  'batch.paused': batchPausedEvent,
} as const satisfies Record<EventName, z.ZodType>;

export const webhookEvent = z
  .discriminatedUnion('event', [
    jobCompletedEvent,
    jobFailedEvent,
    jobCancelledEvent,
    jobHeldEvent,
    batchCompletedEvent,
    batchPausedEvent,
  ])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof webhookEvent>;
