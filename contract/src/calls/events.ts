/** The calls for the events of jobs and batches, as pages or as a stream. */
import { z } from 'zod';
import { dataEnvelope, meta } from '../envelope.ts';
import { event, eventsPageQuery, eventsPagination } from '../event.ts';
import { exampleEvent, loggedEventKinds } from '../event-kinds.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, inEnvelope, type Param } from './row.ts';

const id = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;

const headers = {
  'Last-Event-ID': {
    description:
      'On a stream: continue after the event with this `id`, as `after` does; it overrides `after`.',
    example: `417.${exampleIds.event}`,
  },
} as const;

/** An example log with one event of each kind, oldest first. */
const log = loggedEventKinds()
  .map(exampleEvent)
  .sort((a, b) => a.created_at.localeCompare(b.created_at));

const example = {
  ...inEnvelope(log),
  pagination: { has_more: false, next_cursor: `417.${exampleIds.event}` },
};

const streamed = exampleEvent('job.completed');
const stream = [
  `id: 417.${streamed.event_id}`,
  `event: ${streamed.event}`,
  `data: ${JSON.stringify(streamed)}`,
  '',
  '',
].join('\n');

const answers = [
  {
    status: 200,
    description: 'A page of events, or the stream.',
    body: dataEnvelope(z.array(event)).extend({
      pagination: eventsPagination.describe('Where to read on.'),
      meta: meta.describe('Which request this answers.'),
    }),
    example,
    contentType: 'text/event-stream',
    text: stream,
  },
] as const;

export const eventCalls = {
  listEvents: {
    method: 'GET',
    tag: 'Events',
    summary: 'Read or follow the events of all jobs and batches, oldest first.',
    description:
      'Without `Accept: text/event-stream` a page: pass its `next_cursor` as `after` to read on, even if there is nothing more yet. As a stream, each event has its kind as `event`, its position as `id` and the body of a page as `data`; comments keep the connection open, and `job.progress` says between events how far jobs are. Events are in order for each job and each position comes once; they are kept for 7 days unless the operator set another time. An older position is refused with `EVENTS_GONE`.',
    key: { scope: 'jobs:read', path: '/v1/events' },
    query: eventsPageQuery,
    headers,
    head: 'none',
    answers,
    errors: ['VALIDATION_FAILED', 'EVENTS_GONE'],
  },
  listJobEvents: {
    method: 'GET',
    tag: 'Events',
    summary: 'Read or follow the events of one job, oldest first.',
    description:
      'As for all jobs. A stream without a position begins with the state of the job, as `job.current`, and every stream ends after the event that makes the job final; a client that reconnects after that gets 204, which tells browsers not to try again.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/events' },
    params: { id },
    query: eventsPageQuery,
    headers,
    head: 'none',
    answers: [
      ...answers,
      { status: 204, description: 'The job is final and the stream was read to its end.' },
    ],
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED', 'EVENTS_GONE'],
  },
} as const satisfies Record<string, CallRow>;
