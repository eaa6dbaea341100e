/**
 * The only table of event kinds. Schemas, the event log, webhooks, metrics, the documents, the command line and the
 * console take their lists of kinds from it; `server/src/domain/events` writes the events. Plain data.
 */
import { exampleAggregate } from './calls/example-aggregate.ts';
import { exampleFinding } from './calls/example-finding.ts';
import { exampleIds } from './calls/example-ids.ts';

/** Types of event fields. `event.ts` has the schema for each type. */
export type EventFieldType =
  | 'text'
  | 'number'
  | 'time'
  | 'job error'
  | 'aggregate results'
  | 'jobs by state'
  | 'alert findings'
  | 'truth';

export interface EventField {
  readonly type: EventFieldType;
  readonly text: string;
  /** Whether the field may be absent. */
  readonly optional?: true;
}

export interface EventKindEntry {
  /**
   * The subject of the event, which determines the fields that all such events have; null if it is the workspace as a
   * whole.
   */
  readonly about: 'job' | 'batch' | null;
  /**
   * How the event is published. `webhook`: written to the log, and sent if an address was given. `log`: only written to
   * the log. `request`: sent when a user asks for it, and not written to the log. `alert`: sent to the webhooks of an
   * alert, and not written to the log.
   */
  readonly way: 'webhook' | 'log' | 'request' | 'alert';
  readonly text: string;
  /** The event in the words of the console: a job is `completed`. */
  readonly label: string;
  /** Fields of this kind of event, in addition to those that all events about the same subject have. */
  readonly fields: Readonly<Record<string, EventField>>;
  /** Example of the event, without the field that names its kind. */
  readonly example: EventExample;
}

interface EventExample {
  readonly event_id: string;
  readonly created_at: string;
  readonly [field: string]: unknown;
}

const jobExample = { event_id: exampleIds.event, job_id: exampleIds.job };
const batchExample = { event_id: exampleIds.event, batch_id: exampleIds.batch };
const beginning = { created_at: '2026-11-12T09:30:00.000Z' };
const batchedJobExample = {
  ...jobExample,
  ...beginning,
  batch_id: exampleIds.batch,
  credits_charged: null,
};
const jobEnd = {
  created_at: '2026-11-12T09:30:38.604Z',
  completed_at: '2026-11-12T09:30:38.604Z',
};
const batchEnd = {
  created_at: '2026-11-12T10:03:12.871Z',
  completed_at: '2026-11-12T10:03:12.871Z',
};

const jobCompletedAt: EventField = {
  type: 'time',
  text: 'When the job reached this final state.',
};
const batchCompletedAt: EventField = {
  type: 'time',
  text: 'When the batch reached this final state.',
};

const table = {
  'job.created': {
    about: 'job',
    way: 'log',
    text: 'A job was created and waits for a worker.',
    label: 'created',
    fields: {
      external_id: {
        type: 'text',
        text: "The caller's own id for the job, given at its creation; absent if none was given.",
        optional: true,
      },
      follow_id: {
        type: 'text',
        text: 'The Follow that created the job, `fol_…`; absent if no Follow did.',
        optional: true,
      },
    },
    example: {
      ...batchedJobExample,
      status: 'pending',
      external_id: 'spring-campaign-17',
      follow_id: exampleIds.follow,
    },
  },
  'job.started': {
    about: 'job',
    way: 'log',
    text: 'A worker started a job.',
    label: 'started',
    fields: {},
    example: { ...batchedJobExample, status: 'processing' },
  },
  'job.resumed': {
    about: 'job',
    way: 'log',
    text: 'A held job is funded and waits for a worker again.',
    label: 'resumed',
    fields: {},
    example: { ...batchedJobExample, status: 'pending' },
  },
  'job.retried': {
    about: 'job',
    way: 'log',
    text: 'The worker of a job failed; the job waits for another one.',
    label: 'retried',
    fields: {},
    example: { ...batchedJobExample, status: 'pending' },
  },
  'job.completed': {
    about: 'job',
    way: 'webhook',
    text: 'A job has results: read it by id.',
    label: 'completed',
    fields: { completed_at: jobCompletedAt },
    example: { ...jobExample, ...jobEnd, status: 'completed', credits_charged: 21 },
  },
  'job.failed': {
    about: 'job',
    way: 'webhook',
    text: 'A job failed; it is not charged.',
    label: 'failed',
    fields: {
      completed_at: jobCompletedAt,
      error: { type: 'job error', text: 'Why it failed.' },
    },
    example: {
      ...jobExample,
      ...jobEnd,
      status: 'failed',
      credits_charged: null,
      error: {
        code: 'EXTRACTION_FAILED',
        message: 'The video could not be downloaded or read.',
      },
    },
  },
  'job.cancelled': {
    about: 'job',
    way: 'webhook',
    text: 'A job that had begun was cancelled. A job that was still waiting sends nothing.',
    label: 'cancelled',
    fields: { completed_at: jobCompletedAt },
    example: { ...jobExample, ...jobEnd, status: 'cancelled', credits_charged: 4 },
  },
  'job.held': {
    about: 'job',
    way: 'webhook',
    text: 'A job waits for credits, for 7 days at most; it resumes by itself once funded.',
    label: 'held',
    fields: {
      reason: { type: 'text', text: 'Why it is held, such as `insufficient_credits`.' },
      credits_needed: {
        type: 'number',
        text: 'Estimate of the job for its real length, in credits.',
      },
      balance: {
        type: 'number',
        text: 'What the workspace could spend when the job was held, in credits.',
      },
    },
    example: {
      ...jobExample,
      created_at: '2026-11-12T09:30:09.120Z',
      status: 'held',
      credits_charged: null,
      reason: 'insufficient_credits',
      credits_needed: 48,
      balance: 12,
    },
  },
  'batch.created': {
    about: 'batch',
    way: 'log',
    text: 'A batch was created.',
    label: 'created',
    fields: { total_jobs: { type: 'number', text: 'Number of jobs of the batch.' } },
    example: { ...batchExample, ...beginning, status: 'processing', total_jobs: 2 },
  },
  'batch.resumed': {
    about: 'batch',
    way: 'log',
    text: 'A paused batch continues.',
    label: 'resumed',
    fields: {},
    example: { ...batchExample, ...beginning, status: 'processing' },
  },
  'batch.completed': {
    about: 'batch',
    way: 'webhook',
    text: 'Every job of a batch is final.',
    label: 'completed',
    fields: {
      total_jobs: { type: 'number', text: 'Number of jobs of the batch.' },
      completed_count: { type: 'number', text: 'Number of jobs with results.' },
      failed_count: { type: 'number', text: 'Number of jobs that failed.' },
      credits_charged: { type: 'number', text: 'Credits charged for all jobs together.' },
      aggregate_results: {
        type: 'aggregate results',
        text: 'What all videos show together; null if not asked for.',
      },
      completed_at: { type: 'time', text: 'When the last job reached a final state.' },
    },
    example: {
      ...batchExample,
      ...batchEnd,
      status: 'completed',
      total_jobs: 2,
      completed_count: 1,
      failed_count: 1,
      credits_charged: 21,
      aggregate_results: exampleAggregate,
    },
  },
  'batch.paused': {
    about: 'batch',
    way: 'webhook',
    text: 'No job of a batch can run, and at least one waits for credits.',
    label: 'paused',
    fields: {
      rollup: { type: 'jobs by state', text: 'Jobs by state.' },
      credits_needed_to_resume: {
        type: 'number',
        text: 'Credits to add so that every held job resumes.',
      },
    },
    example: {
      ...batchExample,
      created_at: '2026-11-12T10:01:40.004Z',
      status: 'paused',
      rollup: { completed: 1, failed: 0, held: 1, pending: 0 },
      credits_needed_to_resume: 36,
    },
  },
  'batch.cancelled': {
    about: 'batch',
    way: 'log',
    text: 'A batch was cancelled.',
    label: 'cancelled',
    fields: { completed_at: batchCompletedAt },
    example: {
      ...batchExample,
      ...beginning,
      status: 'cancelled',
      completed_at: beginning.created_at,
    },
  },
  'batch.failed': {
    about: 'batch',
    way: 'log',
    text: 'A batch could not be brought to its end.',
    label: 'failed',
    fields: { completed_at: batchCompletedAt },
    example: {
      ...batchExample,
      ...beginning,
      status: 'failed',
      completed_at: beginning.created_at,
    },
  },
  'alert.matched': {
    about: null,
    way: 'alert',
    text: 'An alert found videos. Sent to the webhooks of the alert.',
    label: 'alert',
    fields: {
      alert_id: { type: 'text', text: 'The alert, `alr_…`.' },
      name: { type: 'text', text: 'Name of the alert.' },
      test: { type: 'truth', text: 'Whether it is an example that somebody asked for.' },
      matches: {
        type: 'alert findings',
        text: 'What it found, the oldest first. Empty if only something is withdrawn.',
      },
      withdrawn: {
        type: 'alert findings',
        text: 'What it found and sent before, and a correction made wrong since. Mostly empty.',
      },
    },
    example: {
      event_id: exampleIds.event,
      created_at: '2026-11-12T09:30:39.010Z',
      alert_id: exampleIds.alert,
      name: 'Nike in a paid segment',
      test: false,
      matches: [exampleFinding],
      withdrawn: [exampleFinding],
    },
  },
  'webhook.test': {
    about: null,
    way: 'request',
    text: 'A test, sent only when asked for; it belongs to no job and no batch.',
    label: 'test',
    fields: {},
    example: { event_id: exampleIds.event, created_at: jobEnd.created_at },
  },
} as const satisfies Readonly<Record<string, EventKindEntry>>;

export type EventKind = keyof typeof table;

/** Kinds of events that are written to the log. */
export type LoggedEventKind = {
  [Kind in EventKind]: (typeof table)[Kind]['way'] extends 'request' | 'alert' ? never : Kind;
}[EventKind];

/** All kinds with their entries, in the order used by every list of kinds. */
export const eventKinds: Readonly<Record<EventKind, EventKindEntry>> = table;

/** Names of the kinds whose entry satisfies the condition. */
export const eventKindsWhere = (fits: (entry: EventKindEntry) => boolean): EventKind[] =>
  (Object.keys(eventKinds) as EventKind[]).filter((kind) => fits(eventKinds[kind]));

export const loggedEventKinds = (): LoggedEventKind[] =>
  eventKindsWhere(({ way }) => way === 'webhook' || way === 'log') as LoggedEventKind[];

/** Example of a kind of event, in the form in which webhooks and the event log contain it. */
export const exampleEvent = (kind: EventKind): EventExample & { readonly event: EventKind } =>
  Object.assign({ event: kind }, eventKinds[kind].example);
