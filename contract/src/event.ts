/** The event log: the six events that webhooks carry, those that only readers of the log see, and transient ones. */
import { z } from 'zod';
import { batchStatus } from './batch.ts';
import { exampleIds } from './calls/example-ids.ts';
import { jobError, jobStatus, progress } from './job.ts';
import { cursor, pageLimit } from './paging.ts';
import { timestamp } from './text.ts';
import {
  batchCompletedEvent,
  batchPausedEvent,
  jobCancelledEvent,
  jobCompletedEvent,
  jobFailedEvent,
  jobHeldEvent,
} from './webhook.ts';

const eventId = z.string().describe('Id of the event, `evt_…`.');
const createdAt = timestamp.describe('When it happened.');
const batchId = z
  .string()
  .optional()
  .describe('The batch the job belongs to, `batch_…`; absent if it belongs to none.');
const charged = z
  .int()
  .nullable()
  .describe('Credits charged; null if nothing was charged.')
  .meta({ examples: [21] });
const jobFields = {
  event_id: eventId,
  created_at: createdAt,
  job_id: z.string().describe('The job, `job_…`.'),
  batch_id: batchId,
  status: jobStatus.describe('The state the job moved into.'),
  credits_charged: charged,
};
const batchFields = {
  event_id: eventId,
  created_at: createdAt,
  batch_id: z.string().describe('The batch, `batch_…`.'),
  status: batchStatus.describe('The state the batch moved into.'),
};

const ofJob = <Name extends string>(name: Name, description: string) =>
  z
    .looseObject({ event: z.literal(name).describe('What happened.'), ...jobFields })
    .describe(description);
const ofBatch = <Name extends string>(name: Name, description: string) =>
  z
    .looseObject({ event: z.literal(name).describe('What happened.'), ...batchFields })
    .describe(description);
const atBatchEnd = {
  completed_at: timestamp.describe('When the batch reached this final state.'),
};

/** Kinds that appear only in the log. */
export const logEvents = {
  'job.created': ofJob('job.created', 'A job was created and waits for a worker.').extend({
    external_id: z
      .string()
      .optional()
      .describe(
        "The caller's own id for the job, given at its creation; absent if none was given.",
      ),
    follow_id: z
      .string()
      .optional()
      .describe('The Follow that created the job, `fol_…`; absent if no Follow did.'),
  }),
  'job.started': ofJob('job.started', 'A worker started a job.'),
  'job.resumed': ofJob('job.resumed', 'A held job is funded and waits for a worker again.'),
  'job.retried': ofJob('job.retried', 'The worker of a job failed; the job waits for another one.'),
  'batch.created': ofBatch('batch.created', 'A batch was created.').extend({
    total_jobs: z.int().describe('Number of jobs of the batch.'),
  }),
  'batch.resumed': ofBatch('batch.resumed', 'A paused batch continues.'),
  'batch.cancelled': ofBatch('batch.cancelled', 'A batch was cancelled.').extend(atBatchEnd),
  'batch.failed': ofBatch('batch.failed', 'A batch could not be brought to its end.').extend(
    atBatchEnd,
  ),
} as const;
export type LogEventName = keyof typeof logEvents;

export const event = z
  .discriminatedUnion('event', [
    logEvents['job.created'],
    logEvents['job.started'],
    jobHeldEvent,
    logEvents['job.resumed'],
    logEvents['job.retried'],
    jobCompletedEvent,
    jobFailedEvent,
    jobCancelledEvent,
    logEvents['batch.created'],
    batchPausedEvent,
    logEvents['batch.resumed'],
    batchCompletedEvent,
    logEvents['batch.cancelled'],
    logEvents['batch.failed'],
  ])
  .meta({
    id: 'Event',
    description:
      'An event of the log; `event` names its kind. Where a webhook carries the event too, it sends the same body. Later versions may add kinds.',
  });
export type Event = z.infer<typeof event>;

const exampleProgress = {
  stage: 'analysis',
  stages_completed: ['ingestion', 'transcription'],
  stages_remaining: ['merging'],
  percent: 40,
} as const;
const exampleError = {
  code: 'EXTRACTION_FAILED',
  message: 'The video could not be downloaded or read.',
} as const;

/** What streams report in addition to the log: never stored, without an id. */
export const jobStateEvent = z
  .looseObject({
    event: z
      .enum(['job.current', 'job.progress'])
      .describe(
        '`job.current`: the job when a stream of it begins. `job.progress`: a job in processing has made progress.',
      )
      .meta({ examples: ['job.progress'] }),
    job_id: z
      .string()
      .describe('The job, `job_…`.')
      .meta({ examples: [exampleIds.job] }),
    batch_id: batchId.meta({ examples: [exampleIds.batch] }),
    status: jobStatus.describe('The state of the job.').meta({ examples: ['processing'] }),
    credits_charged: charged,
    progress: progress
      .optional()
      .describe('How far it is; present while it is processing.')
      .meta({ examples: [exampleProgress] }),
    error: jobError
      .optional()
      .describe('Why it failed; absent if it did not.')
      .meta({ examples: [exampleError] }),
    completed_at: timestamp
      .optional()
      .describe('When the job reached a final state; absent before.')
      .meta({ examples: ['2026-11-12T09:30:38.604Z'] }),
  })
  .meta({
    id: 'JobStateEvent',
    description: 'The state of a job that a stream sends between events; not in the log.',
  });
export type JobStateEvent = z.infer<typeof jobStateEvent>;

export const eventsPageQuery = z.object({
  after: cursor
    .optional()
    .describe(
      'Only events after this position: `next_cursor` of a page, or the `id` of an event of a stream. Default: a list begins with the oldest event that is kept, a stream with the next one.',
    )
    .meta({ examples: [`417.${exampleIds.event}`] }),
  limit: pageLimit
    .optional()
    .describe('Events on a page, 1 to 100. Default 20. Streams have no pages.'),
});
export type EventsPageQuery = z.infer<typeof eventsPageQuery>;

export const eventsPagination = z
  .looseObject({
    has_more: z.boolean().describe('Whether more events follow at this moment.'),
    next_cursor: z
      .string()
      .describe('Pass it as `after` to read on; even on the last page, to get what comes later.'),
  })
  .meta({ id: 'EventsPagination', description: 'Where a list of events continues.' });
