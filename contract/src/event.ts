/**
 * Schemas of events: one for each kind, made from the table of kinds; one for the event log; and one for the additional
 * messages of streams.
 */
import { z } from 'zod';
import { alertFinding } from './alert.ts';
import { aggregateResults, batchStatus } from './batch.ts';
import { exampleIds } from './calls/example-ids.ts';
import {
  type EventField,
  type EventFieldType,
  type EventKind,
  type EventKindEntry,
  eventKinds,
  eventKindsWhere,
  loggedEventKinds,
} from './event-kinds.ts';
import { jobError, jobStatus, progress } from './job.ts';
import { cursor, pageLimit } from './paging.ts';
import { testMark } from './testing-mode.ts';
import { timestamp } from './text.ts';

const batchId = z
  .string()
  .optional()
  .describe('The batch the job belongs to, `batch_…`; absent if it belongs to none.');
const charged = z
  .int()
  .nullable()
  .describe('Credits charged; null if nothing was charged.')
  .meta({ examples: [21] });

const fieldTypes: Readonly<Record<EventFieldType, z.ZodType>> = {
  text: z.string(),
  number: z.int(),
  time: timestamp,
  truth: z.boolean(),
  'alert findings': z.array(alertFinding),
  'job error': jobError,
  'aggregate results': aggregateResults.nullable(),
  'jobs by state': z.looseObject({
    completed: z.int().describe('Number of jobs with results.'),
    failed: z.int().describe('Number of jobs that failed.'),
    held: z.int().describe('Number of jobs that wait for credits.'),
    pending: z.int().describe('Number of jobs that wait for a worker.'),
  }),
};

function fieldSchema({ type, text, optional }: EventField): z.ZodType {
  const schema = fieldTypes[type];
  return (optional ? schema.optional() : schema).describe(text);
}

/** The fields that all events about the same kind of subject have. */
function subjectFields({ about, way }: EventKindEntry): Record<string, z.ZodType> {
  switch (about) {
    case 'job':
      return {
        job_id: z.string().describe('The job, `job_…`.'),
        batch_id: way === 'webhook' ? batchId.meta({ examples: [exampleIds.batch] }) : batchId,
        test: testMark('Always true: the job is one of a test workspace. Absent from others.'),
        status: jobStatus.describe('The state the job moved into.'),
        credits_charged: charged,
      };
    case 'batch':
      return {
        batch_id: z.string().describe('The batch, `batch_…`.'),
        test: testMark('Always true: the batch is one of a test workspace. Absent from others.'),
        status: batchStatus.describe('The state the batch moved into.'),
      };
    case null:
      return {};
  }
}

/** Name of a kind's schema: `job.completed` becomes `JobCompletedEvent`. */
const schemaName = (kind: EventKind): string =>
  `.${kind}`.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()).concat('Event');

function eventSchema(kind: EventKind) {
  const entry = eventKinds[kind];
  const isSent = entry.way !== 'log';
  const ownFields = Object.entries(entry.fields).map(([name, field]) => [name, fieldSchema(field)]);
  const schema = z.looseObject({
    event: z.literal(kind).describe('What happened.'),
    event_id: z
      .string()
      .describe(
        isSent
          ? 'Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised.'
          : 'Id of the event, `evt_…`.',
      ),
    created_at: timestamp.describe('When it happened.'),
    ...subjectFields(entry),
    ...Object.fromEntries(ownFields),
  });

  // Only kinds that are sent get a named schema in documents and clients.
  return isSent
    ? schema.meta({ id: schemaName(kind), description: entry.text })
    : schema.describe(entry.text);
}

type EventSchema = ReturnType<typeof eventSchema>;

export const eventSchemas = Object.fromEntries(
  eventKindsWhere(() => true).map((kind) => [kind, eventSchema(kind)]),
) as Readonly<Record<EventKind, EventSchema>>;

const schemasOf = (kinds: readonly EventKind[]) =>
  kinds.map((kind) => eventSchemas[kind]) as [EventSchema, ...EventSchema[]];

/** Kinds of events that webhooks report (interface.md "Webhook events"). */
export const webhookEventKinds = eventKindsWhere(({ way }) => way === 'webhook');

/** All kinds of events that are sent to webhooks. */
export const sentEventKinds = eventKindsWhere(({ way }) => way !== 'log');

/** All kinds of events whose deliveries are listed. */
export const listedEventKinds = eventKindsWhere(
  ({ way }) => way === 'webhook' || way === 'request',
) as [EventKind, ...EventKind[]];

/** The `id` is the name of the type in documents and clients. */
export const webhookEvent = z
  .discriminatedUnion('event', schemasOf([...webhookEventKinds, 'alert.matched']))
  .meta({ id: 'WebhookEvent', description: 'What a webhook carries; `event` names its kind.' });

export const event = z.discriminatedUnion('event', schemasOf(loggedEventKinds())).meta({
  id: 'Event',
  description:
    'An event of the log; `event` names its kind. Where a webhook carries the event too, it sends the same body. Later versions may add kinds.',
});

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

/** Messages that streams send in addition to the logged events. They are never stored, and have no id. */
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
